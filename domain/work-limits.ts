import { formatMinutes } from './pay.ts';
import { addDays, firstDayOf, lastDayOf, weekdayOf, weekdays } from './time.ts';

export const workLimitKinds = ['weekMinutes', 'monthMinutes', 'assignmentDays', 'yearDays'] as const;

type WorkLimitKind = (typeof workLimitKinds)[number];

/**
 * How much a substitute may work: minutes a week (from Monday) and a calendar month, days in one teacher's class and in
 * all classes of a school year. Null means no limit. Permits, retirement systems and part-time rules set them.
 */
export type WorkLimits = Record<WorkLimitKind, number | null>;

export const noWorkLimits: WorkLimits = { weekMinutes: null, monthMinutes: null, assignmentDays: null, yearDays: null };

/** A substitute's work in the week, month and school year of a date, booked days included. */
export type Workload = Record<WorkLimitKind, number>;

/** The largest limits that can be entered. */
export const mostWork: Workload = { weekMinutes: 10_080, monthMinutes: 44_640, assignmentDays: 366, yearDays: 366 };

/** People are warned from this percentage. */
const warnsFrom = 80;

/** A limit that is near or reached, and how much of it would be used. */
export interface LimitUse {
  kind: WorkLimitKind;
  used: number;
  most: number;
  isOver: boolean;
}

/** Returns the limits that this workload approaches (80%) or exceeds, exceeded ones first. */
export function limitUses(limits: WorkLimits, work: Workload): LimitUse[] {
  const uses = workLimitKinds.flatMap((kind): LimitUse[] => {
    const most = limits[kind];
    if (most === null || work[kind] * 100 < most * warnsFrom) return [];
    return [{ kind, used: work[kind], most, isOver: work[kind] > most }];
  });
  return uses.toSorted((a, b) => Number(b.isOver) - Number(a.isOver));
}

/** Returns the use of a limit in words: '31:30 of 29:00 hours that week'. */
export function limitInWords({ kind, used, most }: Pick<LimitUse, 'kind' | 'used' | 'most'>): string {
  switch (kind) {
    case 'weekMinutes':
      return `${formatMinutes(used)} of ${formatMinutes(most)} hours that week`;
    case 'monthMinutes':
      return `${formatMinutes(used)} of ${formatMinutes(most)} hours that month`;
    case 'assignmentDays':
      return `${used} of ${most} days in this class this school year`;
    case 'yearDays':
      return `${used} of ${most} days this school year`;
  }
}

/**
 * Returns the spans that limits count in: the week from Monday, the month, and the school year from July, all
 * inclusive.
 */
export function limitSpans(date: string): Record<'week' | 'month' | 'year', { from: string; to: string }> {
  const monday = addDays(date, -weekdays.indexOf(weekdayOf(date)));
  const [year, month] = [Number(date.slice(0, 4)), date.slice(0, 7)];
  const first = month.slice(5) >= '07' ? year : year - 1;
  return {
    week: { from: monday, to: addDays(monday, 6) },
    month: { from: firstDayOf(month), to: lastDayOf(month) },
    year: { from: `${first}-07-01`, to: `${first + 1}-06-30` },
  };
}

/** A booked day, as limits count it. */
export interface BookedDay {
  date: string;
  /** It is null for extra hands, which aren't a teacher's class. */
  teacherId: number | null;
  minutes: number;
}

/**
 * Returns the totals of a substitute's days in the spans around a day, including that day. Two classes on one date are
 * one day.
 */
export function workloadWith(days: readonly BookedDay[], day: BookedDay): Workload {
  const all = [...days, day];
  const { week, month, year } = limitSpans(day.date);
  const within = ({ from, to }: { from: string; to: string }) => all.filter(({ date }) => from <= date && date <= to);
  const minutesOf = (some: readonly BookedDay[]) => some.reduce((sum, { minutes }) => sum + minutes, 0);
  const datesOf = (some: readonly BookedDay[]) => new Set(some.map(({ date }) => date)).size;
  return {
    weekMinutes: minutesOf(within(week)),
    monthMinutes: minutesOf(within(month)),
    assignmentDays: datesOf(
      within(year).filter((one) => one === day || (day.teacherId !== null && one.teacherId === day.teacherId)),
    ),
    yearDays: datesOf(within(year)),
  };
}
