import type { correctHours, editHours, putPaySettings, removeCorrection } from '#contract/hours.ts';
import { addDays } from '#domain/time.ts';
import { audit } from '#server/db/audit.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { notFound, Refused, wrongField } from '#server/core/refused.ts';
import { periodLocked } from '#server/features/hours/approve-hours.ts';
import { storeEmployeeIds } from '#server/features/hours/employee-ids.ts';
import { hourSchool, periodOfSchool, shown } from '#server/features/hours/list-hours.ts';
import { holdHours, payOfSchool, savePay } from '#server/features/hours/settings.ts';
import { type Line, linesOf } from '#server/features/hours/view.ts';
import { conflict } from '#server/http/conflict.ts';
import type { Call, CallInTx, ReplyTo } from '#server/http/route.ts';

/** Enters the times of a day, or goes back to the usual ones. The day then needs approval again. */
export async function enterTimes(call: Call<typeof editHours>): ReplyTo<typeof editHours> {
  const { params, body } = call;
  const { times, accountCode } = body;
  if (times !== null && times.start >= times.end) throw wrongField('times.end', 'The end must be after the start.');
  const school = hourSchool(call, 'hours.manage');
  return call.db.inTransaction(async (tx) => {
    await holdHours(tx, school.schoolId);
    const line = await openLine(tx, call, params.key);
    if (line.version !== body.version) throw conflict([], shown(line));
    if (body.employeeId !== undefined)
      await storeEmployeeIds(tx, school.schoolId, new Map([[line.substituteId, body.employeeId]]));
    await tx.execute(sql`insert into worked_days as w
        (school_id, vacancy_id, substitute_id, date, entered_start, entered_end, entered_break, account_code, note)
      values (${school.schoolId}, ${line.vacancyId}, ${line.substituteId}, ${line.date}, ${times?.start ?? null},
        ${times?.end ?? null}, ${times?.breakMinutes ?? null}, ${accountCode}, ${body.note ?? null})
      on conflict (vacancy_id) do update set substitute_id = excluded.substitute_id,
        entered_start = excluded.entered_start, entered_end = excluded.entered_end,
        entered_break = excluded.entered_break,
        account_code = excluded.account_code, note = excluded.note, approved_at = null, approved_by_id = null,
          approved_by_name = null, kind = null, start_time = null, end_time = null,
        break_minutes = null, minutes = null, units = null, cents = null, pay_code = null, paid_account_code = null,
          employee_id = null, teacher_name = null, title = null,
        -- An answer was about other times.
        answer = case when w.substitute_id = excluded.substitute_id
          and w.answer = 'disputed' then w.answer end, version = w.version + 1`);
  });
}

/**
 * Returns the line of an open period of the caller's school.
 *
 * @throws {Refused} not_found or period_locked
 */
async function openLine(tx: Tx, call: Pick<Call, 'actor' | 'session' | 'now'>, key: string): Promise<Line> {
  const school = hourSchool(call, 'hours.manage');
  const id = Number(key.slice(1));
  const [day] = key.startsWith('v')
    ? await tx.query<{ date: string; substituteId: number | null }>(
        sql`select date::text as date, substitute_id as "substituteId" from vacancies
            where id = ${id} and school_id = ${school.schoolId}`,
      )
    : [];
  if (day === undefined || day.substituteId === null) throw notFound('line');
  const { pay, period } = await periodOfSchool(tx, school.schoolId, day.date);
  const lines = await linesOf(tx, { ...school, pay, period, substituteId: day.substituteId }, call.now);
  const line = lines.find(({ vacancyId }) => vacancyId === id);
  if (line === undefined) throw notFound('line');
  if (line.state === 'locked') throw periodLocked();
  return line;
}

/** Corrects a locked line with an entry in the first open period. */
export async function correctLine(call: CallInTx<typeof correctHours>, tx: Tx): ReplyTo<typeof correctHours> {
  const { actor, body, now } = call;
  const school = hourSchool(call, 'hours.manage');
  await holdHours(tx, school.schoolId);
  const [line] = await tx.query<{ id: number; substituteId: number; isLocked: boolean }>(
    sql`select id, substitute_id as "substituteId", pay_period_id is not null as "isLocked" from worked_days
      where id = ${Number(body.key.slice(1))} and school_id = ${school.schoolId} and ${body.key.startsWith('w')}`,
  );
  if (line === undefined) throw notFound('line');
  if (!line.isLocked) throw new Refused('not_locked', 'This line is not locked. Change its times instead.');
  if (body.minutes === 0 && body.units === 0 && body.cents === 0) throw wrongField('cents', 'Enter a difference.');
  const { period } = await periodOfSchool(tx, school.schoolId, school.today);
  const date = period.locked === null ? school.today : addDays(period.to, 1);
  const [made] = await tx.query<{ id: number }>(sql`
      insert into worked_days (school_id, corrects_id, substitute_id, date, substitute_name, employee_id, teacher_name,
        title, kind, minutes, units, cents, pay_code, paid_account_code,
      note, approved_at, approved_by_id, approved_by_name)
    select school_id, id, substitute_id, ${date}, substitute_name, employee_id, teacher_name, title, 'correction',
      ${body.minutes}, ${body.units}, ${body.cents}, pay_code, paid_account_code,
      ${body.note}, ${now}, ${actor.id}, ${call.session?.user.fullName ?? ''} from worked_days where id = ${line.id}
        returning id`);
  await audit(tx, call, {
    act: 'hours.correct',
    subject: ['user', line.substituteId],
    schoolId: school.schoolId,
    detail: { line: line.id, minutes: body.minutes, cents: body.cents },
  });
  return { key: `w${made?.id ?? 0}`, date };
}

/** Removes a correction while its period is open. */
export async function dropCorrection(
  call: CallInTx<typeof removeCorrection>,
  tx: Tx,
): ReplyTo<typeof removeCorrection> {
  const { schoolId } = hourSchool(call, 'hours.manage');
  await holdHours(tx, schoolId);
  const id = Number(call.params.key.slice(1));
  const [line] = await tx.query<{ isLocked: boolean }>(sql`select pay_period_id is not null as "isLocked"
    from worked_days where id = ${id} and school_id = ${schoolId} and kind = 'correction'
      and ${call.params.key.startsWith('w')}`);
  if (line === undefined) throw notFound('correction');
  if (line.isLocked) throw periodLocked();
  await tx.execute(sql`delete from worked_days where id = ${id}`);
}

/** Sets the school's pay settings, or the format of its payroll file. */
export async function changePaySettings(call: CallInTx<typeof putPaySettings>, tx: Tx): ReplyTo<typeof putPaySettings> {
  const { body, now } = call;
  const { schoolId } = hourSchool(call, 'hours.manage');
  await holdHours(tx, schoolId);
  const before = await payOfSchool(tx, schoolId);
  if (before.version !== body.version) throw conflict([], before);
  await savePay(
    tx,
    schoolId,
    { ...before, settings: body.settings ?? before.settings, export: body.export ?? before.export },
    now,
  );
  await audit(tx, call, { act: 'hours.settings', subject: ['school', schoolId], schoolId });
  return payOfSchool(tx, schoolId);
}
