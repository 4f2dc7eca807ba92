import type { importEmployeeIds as importCall, putEmployeeId } from '#contract/hours.ts';
import { readEmployeeIds } from '#domain/employee-file.ts';
import type { NamedPerson } from '#domain/person-finder.ts';
import { notFound } from '#server/core/refused.ts';
import { audit } from '#server/db/audit.ts';
import { empty, type Queryable, sql, type Tx } from '#server/db/database.ts';
import { hourSchool } from '#server/features/hours/list-hours.ts';
import { holdHours } from '#server/features/hours/settings.ts';
import { csvRecords } from '#server/http/csv-records.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';

/** The maximum number of rows in a file. A school has at most a few thousand people. */
const mostRows = 10_000;
/** The maximum number of problems in a reply. */
const mostProblems = 500;

/**
 * Returns everyone whom a school pays, or one of them: its teachers, and the substitutes who chose it or are booked
 * there.
 */
function paidPeople(db: Queryable, schoolId: number, id: number | null = null): Promise<NamedPerson[]> {
  return db.query<NamedPerson>(sql`select u.id, u.full_name as "fullName", u.username, u.email from users u
    where u.deleted_at is null ${id === null ? empty : sql`and u.id = ${id}`}
      and ((u.role = 'teacher' and u.school_id = ${schoolId})
      or u.id in (select l.substitute_id from substitute_schools l where l.school_id = ${schoolId}
        and (l.is_selected or exists (select from vacancies v
          where v.substitute_id = l.substitute_id and v.school_id = ${schoolId} and v.status = 'filled'))))
          order by u.id`);
}

/** Stores these people's numbers in a school's payroll system. Null removes a number. */
export async function storeEmployeeIds(
  tx: Tx,
  schoolId: number,
  ids: ReadonlyMap<number, string | null>,
): Promise<void> {
  const removed = [...ids].filter(([, employeeId]) => employeeId === null).map(([id]) => id);
  await tx.execute(sql`delete from employee_ids
    where school_id = ${schoolId} and substitute_id = any(${removed}::bigint[])`);
  const rows = [...ids].filter(([, employeeId]) => employeeId !== null).map(([id, employeeId]) => ({ id, employeeId }));
  await tx.execute(sql`insert into employee_ids (school_id, substitute_id, employee_id)
    select ${schoolId}, id, "employeeId" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r
      (id bigint, "employeeId" text)
    on conflict (school_id, substitute_id) do update set employee_id = excluded.employee_id`);
}

/** Sets one person's number in the school's payroll system. */
export async function setEmployeeId(call: CallInTx<typeof putEmployeeId>, tx: Tx): ReplyTo<typeof putEmployeeId> {
  const { schoolId } = hourSchool(call, 'hours.manage');
  const { id } = call.params;
  if ((await paidPeople(tx, schoolId, id)).length === 0) throw notFound('person');
  await storeEmployeeIds(tx, schoolId, new Map([[id, call.body.employeeId ?? null]]));
}

/**
 * Reads a file of employee IDs and finds all its errors. Stores it as a whole, only if there are none and the caller
 * asks for it.
 *
 * @throws {Refused} bad_input at `csv` if it isn't a table.
 */
export async function importEmployeeIds(call: CallInTx<typeof importCall>, tx: Tx): ReplyTo<typeof importCall> {
  const { body } = call;
  const { schoolId } = hourSchool(call, 'hours.manage');
  const records = csvRecords(body.csv, mostRows);
  await holdHours(tx, schoolId);
  const { ids, problems } = readEmployeeIds(records, await paidPeople(tx, schoolId));
  const known = await tx.query<{ id: number; employeeId: string }>(
    sql`select substitute_id as id, employee_id as "employeeId" from employee_ids where school_id = ${schoolId}`,
  );
  const before = new Map(known.map(({ id, employeeId }) => [id, employeeId]));
  const isSaved = body.save && problems.length === 0 && ids.size > 0;
  if (isSaved) {
    await storeEmployeeIds(tx, schoolId, ids);
    await audit(tx, call, { act: 'hours.settings', subject: ['school', schoolId], schoolId });
  }
  return {
    changed: [...ids].filter(([id, employeeId]) => before.get(id) !== employeeId).length,
    people: ids.size,
    problems: problems.slice(0, mostProblems),
    isSaved,
  };
}
