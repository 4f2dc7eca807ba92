import type { ReplyInput } from '#contract/endpoint.ts';
import type { getDueCorrections, getHours, getPaySettings } from '#contract/hours.ts';
import { hourTotals } from '#domain/hours.ts';
import { addDays } from '#domain/time.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { lockedPeriods, payOfSchool, type Period, periodAt, type SchoolPay } from '#server/features/hours/settings.ts';
import { inReadingOrder, type Line, linesOf } from '#server/features/hours/view.ts';
import { pageOf, positionOf } from '#server/http/paging.ts';
import { type CallersSchool, callersSchool } from '#server/http/callers-school.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

const usualPage = 50;

/** The administrator's school and its hours. */
export type HourSchool = Omit<CallersSchool, 'timeZone'> & { zone: string };

/**
 * Returns the caller's school.
 *
 * @throws {Refused} not_allowed for an administrator without a school, or for a change at an inactive school.
 */
export function hourSchool(
  call: Pick<Call, 'actor' | 'session' | 'now'>,
  act: 'hours.read' | 'hours.manage',
): HourSchool {
  const { timeZone: zone, ...school } = callersSchool(call, act, "You don't manage a school's hours.");
  return { ...school, zone };
}

/** Returns the pay period at a date of a school. */
export async function periodOfSchool(
  db: Queryable,
  schoolId: number,
  date: string,
): Promise<{ pay: SchoolPay; period: Period; previous: Period; next: Period }> {
  const [pay, locked] = await Promise.all([payOfSchool(db, schoolId), lockedPeriods(db, schoolId, date)]);
  const period = periodAt(pay, locked, date);
  return {
    pay,
    period,
    previous: periodAt(pay, locked, addDays(period.from, -1)),
    next: periodAt(pay, locked, addDays(period.to, 1)),
  };
}

/** Returns a pay period of the caller's school. */
export async function hoursOfSchool(call: Call<typeof getHours>): ReplyTo<typeof getHours> {
  const { db, query, now } = call;
  const { schoolId, zone, today } = hourSchool(call, 'hours.read');
  const { pay, period, previous, next } = await periodOfSchool(db, schoolId, query.date ?? today);
  const lines = await linesOf(db, { schoolId, zone, pay, period }, now);
  const found = inReadingOrder(lines.filter((line) => fits(line, query)));
  const after = positionOf(query.cursor)?.key ?? '';
  const limit = query.limit ?? usualPage;
  const { page, cursor } = pageOf(
    found.filter(({ place }) => place > after).slice(0, limit + 1),
    limit,
    ({ place, line }) => ({ key: place, id: line.vacancyId ?? 0 }),
  );
  call.nextCursor(cursor);
  const spanOf = ({ from, to }: Period) => ({ from, to });
  return {
    today,
    period: spanOf(period),
    previous: spanOf(previous),
    next: spanOf(next),
    locked: period.locked && { at: period.locked.at.toISOString(), by: period.locked.by },
    previousWaits: pay.version > 0 && previous.locked === null && (await hasHours(db, schoolId, previous)),
    isOver: period.to < today,
    unit: period.locked?.unit ?? pay.settings.unit,
    hasMoney: period.locked?.hasMoney ?? pay.settings.regularCents !== null,
    totals: hourTotals(lines),
    approved: hourTotals(lines.filter(({ state }) => state !== 'open')),
    exceptions: lines.filter(({ problems }) => problems.length > 0).length,
    ready: lines.filter(isReady).length,
    found: found.length,
    rows: page.map(({ line }) => shown(line)),
  };
}

/** The locked periods that are searched. Each costs as much as showing it. */
const searchedPeriods = 3;

/** Returns the caller's latest locked pay periods with lines that are due a correction, latest first. */
export async function dueCorrections(call: Call<typeof getDueCorrections>): ReplyTo<typeof getDueCorrections> {
  const { db, now } = call;
  const { schoolId, zone, today } = hourSchool(call, 'hours.read');
  const [pay, locked] = await Promise.all([payOfSchool(db, schoolId), lockedPeriods(db, schoolId, today)]);
  const due: ReplyInput<typeof getDueCorrections> = [];
  for (const { from, to } of locked.slice(-searchedPeriods).toReversed()) {
    const lines = await linesOf(db, { schoolId, zone, pay, period: periodAt(pay, locked, from) }, now);
    const found = lines.filter(({ difference }) => difference !== null).length;
    if (found > 0) due.push({ period: { from, to }, lines: found });
  }
  return due;
}

async function hasHours(db: Queryable, schoolId: number, { from, to }: Period): Promise<boolean> {
  const rows = await db.query(sql`select from vacancies
    where school_id = ${schoolId} and date between ${from} and ${to} and status = 'filled' and deleted_at is null
      limit 1`);
  return rows.length > 0;
}

/** Returns whether a line can be approved together with all others. */
export function isReady({ state, problems }: Line): boolean {
  return state === 'open' && problems.length === 0;
}

function fits(line: Line, { show = 'all', search = '' }: Call<typeof getHours>['query']): boolean {
  if (show === 'exceptions' && line.problems.length === 0) return false;
  if (show === 'open' && line.state !== 'open') return false;
  if (show === 'approved' && line.state === 'open') return false;
  const wanted = search.toLowerCase();
  return [line.substituteName, line.teacherName, line.employeeId].some((text) =>
    (text ?? '').toLowerCase().includes(wanted),
  );
}

/** Returns a line as a reply shows it. */
export function shown({ id: _id, ...line }: Line) {
  return line;
}

/** Returns how the caller's school pays. */
export async function paySettingsOf(call: Call<typeof getPaySettings>): ReplyTo<typeof getPaySettings> {
  return payOfSchool(call.db, hourSchool(call, 'hours.read').schoolId);
}
