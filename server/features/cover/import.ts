import type { importTimetable as importCall, readBellFile as readBells } from '#contract/cover-settings.ts';
import { periodNames } from '#domain/bell.ts';
import { readBells as bellsIn } from '#domain/bell-file.ts';
import type { NamedPerson } from '#domain/person-finder.ts';
import { timetableLimits } from '#domain/timetable.ts';
import { type ReadTimetable, readTimetable } from '#domain/timetable-file.ts';
import { audit } from '#server/db/audit.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { isTeacher } from '#server/db/sql/users.ts';
import { coverOfSchool } from '#server/features/cover/settings.ts';
import { csvRecords } from '#server/http/csv-records.ts';
import { callersSchool } from '#server/http/callers-school.ts';
import type { Call, CallInTx, ReplyTo } from '#server/http/route.ts';

/** The maximum number of problems in a reply. */
const mostProblems = 500;

/**
 * Reads a timetable and finds all its errors. Stores it as a whole, only if there are none and the caller asks for it.
 * Teachers who aren't in the file keep their periods.
 *
 * @throws {Refused} bad_input at `csv` if it isn't a table.
 */
export async function importTimetable(call: CallInTx<typeof importCall>, tx: Tx): ReplyTo<typeof importCall> {
  const { body } = call;
  const { schoolId } = callersSchool(call, 'cover.manage');
  const records = csvRecords(body.csv, timetableLimits.rows);
  const { bell } = await coverOfSchool(tx, schoolId);
  const teachers =
    await tx.query<NamedPerson>(sql`select u.id, u.full_name as "fullName", u.username, u.email from users u
    where u.school_id = ${schoolId} and ${isTeacher} order by u.id for no key update`);
  const read = readTimetable(records, teachers, periodNames(bell));
  const isSaved = body.save && read.problems.length === 0 && read.entries > 0;
  if (isSaved) {
    await store(tx, schoolId, read);
    await audit(tx, call, { act: 'cover.timetable', subject: ['school', schoolId], schoolId });
  }
  return {
    teachers: read.slots.size,
    entries: read.entries,
    problems: read.problems.slice(0, mostProblems),
    isSaved,
  };
}

/**
 * Reads bell schedules and finds all their errors. Stores nothing: the front office checks them and saves them with the
 * form.
 *
 * @throws {Refused} bad_input at `csv` if it isn't a table.
 */
export async function readBellFile(call: Call<typeof readBells>): ReplyTo<typeof readBells> {
  callersSchool(call, 'cover.manage');
  const { schedules, problems } = bellsIn(csvRecords(call.body.csv, timetableLimits.rows));
  const read = schedules.map(({ name, periods }) => ({ name, periods: [...periods] }));
  return { schedules: problems.length === 0 ? read : [], problems: problems.slice(0, mostProblems) };
}

async function store(tx: Tx, schoolId: number, { slots }: ReadTimetable): Promise<void> {
  const rows = [...slots].map(([id, own]) => ({ id, slots: own }));
  await tx.execute(sql`insert into timetables (teacher_id, school_id, slots)
    select id, ${schoolId}, slots from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, slots jsonb)
    on conflict (teacher_id) do update set school_id = excluded.school_id, slots = excluded.slots, version = timetables.version + 1`);
}
