import type * as z from 'zod/mini';
import type { getHours } from '#contract/hours.ts';
import { type Closure, closedOn } from '#domain/closure.ts';
import { differenceOf, type HourLine, hourLines, isChanged, type WorkedDay } from '#domain/hours.ts';
import type { Pay, PaySettings } from '#domain/pay.ts';
import { FORMER_SUBSTITUTE } from '#domain/person.ts';
import { byText } from '#domain/text-order.ts';
import { idsOf } from '#server/core/ids.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import {
  approvedPay,
  correctedSoFar,
  daysAround,
  lockedRows,
  type LooseDay,
  openRows,
  type TaughtDay,
  taughtDays,
  type Wanted,
  type Whose,
  workedDay,
} from '#server/features/hours/load.ts';
import type { Period, SchoolPay } from '#server/features/hours/settings.ts';

/** A line as the screens, the file and the commands use it. */
export type Line = z.input<typeof getHours.reply>['rows'][number] & {
  /** The number of its row in `worked_days`, if it has one. */
  id: number | null;
};

type Place = { schoolId: number; zone: string };

/** Selects the lines of a school's period, or those of some substitutes in it. */
export type Asked = Place & { pay: SchoolPay; period: Period; substituteId?: Whose };

/** Returns the lines of a pay period, in no order. */
export async function linesOf(db: Queryable, asked: Asked, now: Date): Promise<Line[]> {
  const { pay, period } = asked;
  const wanted: Wanted = { schoolId: asked.schoolId, span: period, substituteId: asked.substituteId ?? null };
  const taught = await taughtDays(db, wanted, pay.settings, now);
  const current = await calculated(db, asked, wanted, taught, now);
  return period.locked === null ? openLines(db, wanted, current) : lockedLines(db, wanted, period.locked.id, current);
}

/** A taught day with its calculation. */
type Current = { taught: TaughtDay; day: WorkedDay; line: HourLine; accountCode: string };

async function calculated(
  db: Queryable,
  { schoolId, zone, pay: { settings } }: Asked,
  wanted: Wanted,
  taught: readonly TaughtDay[],
  now: Date,
): Promise<Map<number, Current>> {
  const [around, closures] = await Promise.all([
    daysAround(db, wanted, settings, now),
    closuresOf(db, schoolId, settings),
  ]);
  const days = taught.flatMap((each) => {
    const day = workedDay(each, settings);
    return day === null ? [] : [{ taught: each, day }];
  });
  const lines = hourLines(
    days.map(({ day }) => day),
    { settings, zone, around, isClosed: (date) => closedOn(date, closures) !== null },
  );
  const found = new Map<number, Current>();
  for (const { taught: each, day } of days) {
    const line = lines.get(day.key);
    if (line === undefined) throw new Error(`The day ${day.key} has no line.`);
    found.set(each.vacancyId, {
      taught: each,
      day,
      line,
      accountCode: each.stored?.accountCode ?? settings.accountCode,
    });
  }
  return found;
}

/** Closures only matter for long-term days. */
async function closuresOf(db: Queryable, schoolId: number, { longTermDays }: PaySettings): Promise<Closure[]> {
  if (longTermDays === null) return [];
  const [row] = await db.query<{ closures: Closure[] }>(sql`select closures from schools where id = ${schoolId}`);
  return row?.closures ?? [];
}

async function openLines(db: Queryable, wanted: Wanted, current: ReadonlyMap<number, Current>): Promise<Line[]> {
  const loose = await openRows(db, wanted);
  const lines = [...current.values()].map(openLine);
  for (const row of loose) {
    if (row.kind === 'correction') lines.push({ ...storedLine(row), state: 'approved' });
    // These lines were approved, but their vacancy has since been deleted or reopened.
    else if (row.vacancyId === null || !current.has(row.vacancyId))
      lines.push({
        ...storedLine(row),
        key: `w${row.id}`,
        state: 'open',
        problems: ['changed'],
        minutes: 0,
        units: 0,
        cents: 0,
      });
  }
  return lines;
}

function openLine({ taught, day, line, accountCode }: Current): Line {
  const { stored } = taught;
  const own = stored?.substituteId === taught.substituteId ? stored : null;
  // A dispute or a change requires another approval.
  const stands = day.approved !== null && line.problems.length === 0;
  const pay: Pay = stands && day.approved !== null ? day.approved : line;
  return {
    ...basics(taught),
    id: stored?.id ?? null,
    start: line.start,
    end: line.end,
    breakMinutes: stands ? (stored?.breakMinutes ?? 0) : line.breakMinutes,
    isEntered: day.entered !== null,
    kind: line.kind,
    payCode: stands ? (stored?.payCode ?? '') : line.payCode,
    accountCode: stands ? (stored?.paidAccountCode ?? '') : accountCode,
    minutes: pay.minutes,
    units: pay.units,
    cents: pay.cents,
    state: stands ? 'approved' : 'open',
    problems: line.problems,
    difference: null,
    answer: own?.answer ?? null,
    words: own?.words ?? null,
    note: own?.note ?? null,
    approvedAt: stands ? instantOf(stored?.approvedAt) : null,
    approvedBy: stands ? (stored?.approvedBy ?? null) : null,
    version: stored?.version ?? 0,
  };
}

function basics(taught: TaughtDay) {
  return {
    key: `v${taught.vacancyId}`,
    vacancyId: taught.vacancyId,
    substituteId: taught.substituteId,
    substituteName: taught.substituteName,
    employeeId: taught.employeeId,
    teacherName: taught.teacherName,
    title: taught.title,
    date: taught.date,
    planned: { start: taught.start, end: taught.end },
  };
}

/** Returns a line with the names, times and amounts that were stored when it was approved. */
function storedLine(row: LooseDay): Line {
  return {
    key: `w${row.id}`,
    id: row.id,
    vacancyId: row.vacancyId,
    substituteId: row.substituteId,
    substituteName: row.substituteName ?? FORMER_SUBSTITUTE,
    employeeId: row.employeeId,
    teacherName: row.teacherName,
    title: row.title,
    date: row.date,
    planned: null,
    start: row.start,
    end: row.end,
    breakMinutes: row.breakMinutes ?? 0,
    isEntered: row.enteredStart !== null,
    kind: row.kind ?? 'regular',
    payCode: row.payCode ?? '',
    accountCode: row.paidAccountCode ?? '',
    minutes: row.minutes ?? 0,
    units: row.units ?? 0,
    cents: row.cents ?? 0,
    state: 'locked',
    problems: [],
    difference: null,
    answer: row.answer,
    words: row.words,
    note: row.note,
    approvedAt: instantOf(row.approvedAt),
    approvedBy: row.approvedBy,
    version: row.version,
  };
}

async function lockedLines(
  db: Queryable,
  wanted: Wanted,
  periodId: number,
  current: ReadonlyMap<number, Current>,
): Promise<Line[]> {
  const rows = await lockedRows(db, periodId, wanted.substituteId ?? null);
  const corrected = await correctedSoFar(db, idsOf(rows));
  return rows.map((row) => {
    const now = row.vacancyId === null ? null : (current.get(row.vacancyId) ?? null);
    const difference = differenceSince(row, now, corrected.get(row.id));
    return { ...storedLine(row), problems: difference === null ? [] : ['changed'], difference };
  });
}

const nothing: Pay = { minutes: 0, units: 0, cents: 0 };

/**
 * Returns the amount that a locked line and its corrections should have paid in addition. Returns null if they paid the
 * right amount.
 */
function differenceSince(row: LooseDay, now: Current | null, corrected: Pay = nothing): Pay | null {
  const paid = approvedPay(row);
  // If retention deleted the vacancy, there is nothing to compare with.
  if (paid === null || row.vacancyId === null || row.kind === 'correction' || row.kind === 'late_cancellation')
    return null;
  if (!isChanged(paid, now?.taught.substituteId ?? null, now?.line ?? null)) return null;
  const isTheirs = now !== null && now.taught.substituteId === row.substituteId;
  const due = differenceOf(differenceOf(isTheirs ? now.line : nothing, paid), corrected);
  return due.minutes === 0 && due.units === 0 && due.cents === 0 ? null : due;
}

/** Instants in the database's JSON have an offset. */
function instantOf(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : new Date(text).toISOString();
}

/** Sorts lines with exceptions first, then those that wait, each by date, name and number. */
export function inReadingOrder(lines: readonly Line[]): { line: Line; place: string }[] {
  return lines
    .map((line) => {
      const rank = line.problems.length > 0 ? 0 : line.state === 'open' ? 1 : 2;
      return {
        line,
        place: `${rank} ${line.date} ${line.start ?? ''} ${line.substituteName.toLowerCase()} ${line.key}`,
      };
    })
    .toSorted((a, b) => byText(a.place, b.place));
}
