import type { approveAllHours, approveHours, lockHours } from '#contract/hours.ts';
import { hourTotals } from '#domain/hours.ts';
import type { DaySpan } from '#domain/pay-period.ts';
import type { PaySettings } from '#domain/pay.ts';
import { audit } from '#server/db/audit.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { notFound, Refused } from '#server/core/refused.ts';
import { type HourSchool, hourSchool, isReady, periodOfSchool } from '#server/features/hours/list-hours.ts';
import { beginPay, holdHours, type SchoolPay } from '#server/features/hours/settings.ts';
import { type Line, linesOf } from '#server/features/hours/view.ts';
import type { Call, CallInTx, ReplyTo } from '#server/http/route.ts';

/** Returns the error for a locked period. */
export function periodLocked(): Refused {
  return new Refused('period_locked', 'This pay period is locked. Enter a correction instead.');
}

function changedSince(): Refused {
  return new Refused('conflict', 'These hours have changed since you opened them. Look at them again.');
}

/**
 * Approves lines as they were shown. It fails after another administrator's approval or edit, so nothing is approved
 * twice or unseen.
 */
export async function approveSome(call: CallInTx<typeof approveHours>, tx: Tx): ReplyTo<typeof approveHours> {
  const school = hourSchool(call, 'hours.manage');
  await holdHours(tx, school.schoolId);
  const chosen: { line: Line; pay: SchoolPay }[] = [];
  for (const [date, keys] of await datesOf(
    tx,
    school.schoolId,
    call.body.lines.map(({ key }) => key),
  )) {
    const { pay, period } = await periodOfSchool(tx, school.schoolId, date);
    if (period.locked !== null) throw periodLocked();
    const lines = await linesOf(tx, { ...school, pay, period }, call.now);
    for (const line of lines) if (keys.has(line.key)) chosen.push({ line, pay });
  }
  const byKey = new Map(chosen.map((each) => [each.line.key, each]));
  const approved = call.body.lines.map((seen) => {
    const found = byKey.get(seen.key);
    if (found === undefined) throw notFound('line');
    const { line } = found;
    if (
      line.version !== seen.version ||
      line.minutes !== seen.minutes ||
      line.cents !== seen.cents ||
      line.state !== 'open'
    )
      throw changedSince();
    return found;
  });
  for (const pay of new Set(approved.map((each) => each.pay))) {
    const lines = approved.filter((each) => each.pay === pay).map(({ line }) => line);
    await writeApprovals(tx, approverOf(call), school.schoolId, lines);
  }
  return { approved: approved.length };
}

/** One date in each pay period of these lines, with the keys of its lines. */
async function datesOf(tx: Tx, schoolId: number, keys: readonly string[]): Promise<[string, Set<string>][]> {
  const idsOf = (letter: string) => keys.filter((key) => key.startsWith(letter)).map((key) => Number(key.slice(1)));
  const rows = await tx.query<{ date: string }>(sql`select distinct date::text as date from (
      select date from vacancies where id = any(${idsOf('v')}::bigint[]) and school_id = ${schoolId}
      union all select date from worked_days where id = any(${idsOf('w')}::bigint[]) and school_id = ${schoolId}) d
        order by 1`);
  const all = new Set(keys);
  const dates: [string, Set<string>][] = [];
  let until = '';
  for (const { date } of rows) {
    if (date <= until) continue;
    const { period } = await periodOfSchool(tx, schoolId, date);
    until = period.to;
    dates.push([date, all]);
  }
  return dates;
}

/** Approves every line of a period without an exception. */
export async function approveAll(call: CallInTx<typeof approveAllHours>, tx: Tx): ReplyTo<typeof approveAllHours> {
  const school = hourSchool(call, 'hours.manage');
  await holdHours(tx, school.schoolId);
  const { pay, period } = await periodOfSchool(tx, school.schoolId, call.body.date);
  if (period.locked !== null) throw periodLocked();
  const lines = await linesOf(tx, { ...school, pay, period }, call.now);
  const ready = lines.filter(isReady);
  await writeApprovals(tx, approverOf(call), school.schoolId, ready);
  return { approved: ready.length, left: lines.filter(({ state }) => state === 'open').length - ready.length };
}

/** The person who approves or locks, and the time. */
type Approver = { id: number; name: string; now: Date };

function approverOf({ actor, session, now }: Pick<Call, 'actor' | 'session' | 'now'>): Approver {
  return { id: actor.id, name: session?.user.fullName ?? '', now };
}

/** Writes the pay of each line, with the current names. */
export async function writeApprovals(
  tx: Tx,
  { id: approver, name: by, now }: Approver,
  schoolId: number,
  lines: readonly Line[],
): Promise<void> {
  await beginPay(tx, schoolId, now);
  // The vacancies of these lines are gone, so there is nothing to approve.
  const gone = lines.flatMap(({ key, id }) => (key.startsWith('w') && id !== null ? [id] : []));
  if (gone.length > 0) await tx.execute(sql`delete from worked_days where id = any(${gone}::bigint[])`);
  const rows = lines.filter(({ key }) => key.startsWith('v')).map(recordOf);
  if (rows.length === 0) return;
  await tx.execute(sql`insert into worked_days as w
      (school_id, vacancy_id, substitute_id, date, substitute_name, employee_id, teacher_name, title, kind, start_time,
      end_time, break_minutes,
      minutes, units, cents, pay_code, paid_account_code, approved_at, approved_by_id, approved_by_name)
    select ${schoolId}, v, s, d, n, e, t, h, k, f, u, b, m, q, c, p, a, ${now}, ${approver}, ${by}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r
      (v bigint, s bigint, n text, e text, t text, d date, h text, k text, f time, u time, b smallint, m int, q int,
      c int, p text, a text)
    on conflict (vacancy_id) do update set substitute_id = excluded.substitute_id, date = excluded.date,
      substitute_name = excluded.substitute_name, employee_id = excluded.employee_id,
      teacher_name = excluded.teacher_name, title = excluded.title, kind = excluded.kind,
        start_time = excluded.start_time, end_time = excluded.end_time, break_minutes = excluded.break_minutes,
      minutes = excluded.minutes, units = excluded.units, cents = excluded.cents, pay_code = excluded.pay_code,
        paid_account_code = excluded.paid_account_code,
      approved_at = excluded.approved_at, approved_by_id = excluded.approved_by_id,
        approved_by_name = excluded.approved_by_name, version = w.version + 1,
      -- Nothing that the person before said or was entered for stays.
      entered_start = case when w.substitute_id = excluded.substitute_id then w.entered_start end,
        entered_end = case when w.substitute_id = excluded.substitute_id then w.entered_end end,
      entered_break = case when w.substitute_id = excluded.substitute_id then w.entered_break end,
        answer = case when w.substitute_id = excluded.substitute_id and w.answer = 'confirmed' then w.answer end,
      words = case when w.substitute_id = excluded.substitute_id then w.words end,
        answered_at = case when w.substitute_id = excluded.substitute_id
        and w.answer = 'confirmed' then w.answered_at end`);
}

/** Returns a line as `writeApprovals` hands it to the database. */
const recordOf = (line: Line) => ({
  v: line.vacancyId,
  s: line.substituteId,
  n: line.substituteName,
  e: line.employeeId,
  t: line.teacherName,
  d: line.date,
  h: line.title,
  k: line.kind,
  f: line.start,
  u: line.end,
  b: line.breakMinutes,
  m: line.minutes,
  q: line.units,
  c: line.cents,
  p: line.payCode,
  a: line.accountCode,
});

/** Locks a period. From then on, the database itself refuses to change its lines. */
export async function lockPeriod(call: CallInTx<typeof lockHours>, tx: Tx): ReplyTo<typeof lockHours> {
  const { body, now } = call;
  const school = hourSchool(call, 'hours.manage');
  await holdHours(tx, school.schoolId);
  const { pay, period } = await periodOfSchool(tx, school.schoolId, body.from);
  if (period.locked !== null) throw new Refused('period_locked', 'This pay period is already locked.');
  if (period.from !== body.from || period.to !== body.to) throw changedSince();
  if (period.to >= school.today) throw new Refused('period_not_ready', "This pay period isn't over yet.");
  const lines = await linesOf(tx, { ...school, pay, period }, now);
  const open = lines.filter(({ state }) => state === 'open').length;
  if (open > 0)
    throw new Refused('period_not_ready', `${open} ${open === 1 ? 'line is' : 'lines are'} not approved yet.`);
  const totals = hourTotals(lines);
  if (totals.lines !== body.lines || totals.minutes !== body.minutes || totals.cents !== body.cents)
    throw changedSince();
  await writeLock(tx, approverOf(call), school, { ...period, ...pay.settings });
  await audit(tx, call, {
    act: 'hours.lock',
    subject: ['school', school.schoolId],
    schoolId: school.schoolId,
    detail: { from: period.from, to: period.to, lines: totals.lines, minutes: totals.minutes, cents: totals.cents },
  });
}

/** Writes a locked period, and its approved lines into it. */
export async function writeLock(
  tx: Tx,
  { id, name, now }: Approver,
  { schoolId, schoolName }: Pick<HourSchool, 'schoolId' | 'schoolName'>,
  { from, to, unit, regularCents }: DaySpan & Pick<PaySettings, 'unit' | 'regularCents'>,
): Promise<void> {
  const [made] = await tx.query<{ id: number }>(sql`
      insert into pay_periods (school_id, school_name, first_day, last_day, unit, has_money, locked_at, locked_by_id,
        locked_by_name)
      values (${schoolId}, ${schoolName}, ${from}, ${to}, ${unit}, ${regularCents !== null}, ${now}, ${id}, ${name})
        returning id`);
  await tx.execute(sql`update worked_days set pay_period_id = ${made?.id ?? 0}
      where school_id = ${schoolId} and pay_period_id is null
    and date between ${from} and ${to} and approved_at is not null`);
}
