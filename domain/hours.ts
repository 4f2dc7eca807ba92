import { keysOf } from './keys.ts';
import {
  longTermDates,
  minutesBetween,
  type Pay,
  type PayKind,
  type PaySettings,
  payCodeOf,
  payOfDay,
  type RatedKind,
  type StreakDay,
  usualBreak,
} from './pay.ts';
import { overlaps } from './shift.ts';
import { minutesOf } from './time.ts';

/** Why an administrator should look at a line before approving it. */
export const hourProblemNames = {
  disputed: 'Disputed',
  changed: 'Changed since approval',
  not_signed_in: 'Not signed in',
  differs: 'Differs from plan',
  overlaps: 'Overlaps',
  long_day: 'Long day',
  unconfirmed: 'Never confirmed',
};
type HourProblem = keyof typeof hourProblemNames;
export const hourProblems = keysOf(hourProblemNames);

export const hourAnswers = ['confirmed', 'disputed'] as const;

/** A substitute's answer to their own hours. */
export type HourAnswer = (typeof hourAnswers)[number];

/** Limits of texts, in characters. */
export const hourLimits = { words: 500, note: 300, employeeId: 40 } as const;

/** The pay of an approved line, kept until it is approved again. */
export interface ApprovedPay extends Pay {
  substituteId: number;
  kind: PayKind;
  /** The time it was approved for. */
  start: string;
  end: string;
}

/** One assignment that is over, or a canceled one that still pays, with the entries and decisions about it. */
export interface WorkedDay {
  key: string;
  substituteId: number;
  /** It is null for extra hands, which aren't a teacher's class. */
  teacherId: number | null;
  date: string;
  /** Planned times at the school. */
  start: string;
  end: string;
  /** When attendance says that they came late or left early. An early arrival is not paid. */
  arrived: string | null;
  left: string | null;
  /** The recorded attendance. It is null if the school didn't record it that day. */
  attendance: 'here' | 'no_show' | 'missing' | null;
  /** Times and a break that an administrator entered instead. */
  entered: { start: string; end: string; breakMinutes: number } | null;
  /** The minutes of a canceled class that still pays. */
  lateMinutes: number | null;
  isUnconfirmed: boolean;
  answer: HourAnswer | null;
  approved: ApprovedPay | null;
}

/** A line of the pay period: a worked day with its pay, and the reasons to check it. */
export interface HourLine extends Pay {
  key: string;
  kind: RatedKind;
  start: string;
  end: string;
  breakMinutes: number;
  payCode: string;
  problems: HourProblem[];
}

/** The other inputs of the calculation. */
export interface HourContext {
  settings: PaySettings;
  zone: string;
  isClosed: (date: string) => boolean;
  /** Days in the same class before and after the period, by `streakKey`. */
  around: ReadonlyMap<string, readonly StreakDay[]>;
}

/**
 * Returns the streak that a day belongs to: one substitute in one teacher's class. Returns null for extra hands, which
 * have none.
 */
export function streakKey({ substituteId, teacherId }: Pick<WorkedDay, 'substituteId' | 'teacherId'>): string | null {
  return teacherId === null ? null : `${substituteId} ${teacherId}`;
}

/**
 * Returns the times that count for a day: those that an administrator entered, or else recorded attendance, or else the
 * plan.
 */
export function countedTimes(day: WorkedDay): { start: string; end: string } {
  if (day.entered !== null) return { start: day.entered.start, end: day.entered.end };
  const start = day.arrived ?? day.start;
  const end = day.left ?? day.end;
  return start < end ? { start, end } : { start: day.start, end: day.end };
}

type Measured = { day: WorkedDay; start: string; end: string; breakMinutes: number; minutes: number };

function measured(day: WorkedDay, { settings, zone }: HourContext): Measured {
  const { start, end } = countedTimes(day);
  if (day.lateMinutes !== null && day.entered === null)
    return { day, start, end, breakMinutes: 0, minutes: day.lateMinutes };
  const here = minutesBetween(day.date, start, end, zone);
  const breakMinutes = Math.min(here, day.entered?.breakMinutes ?? usualBreak(settings, here));
  const isAbsent = day.attendance === 'no_show' && day.entered === null;
  return { day, start, end, breakMinutes, minutes: isAbsent ? 0 : here - breakMinutes };
}

/** Returns how many half days a day adds to a streak. */
export function streakHalves(settings: PaySettings, minutes: number): number {
  return minutes <= 0 ? 0 : minutes >= settings.fullDayMinutes ? 2 : 1;
}

/**
 * Returns the lines of these days. Each day's pay depends on the other days of the same person, and on nothing else:
 * the order of `days` does not matter.
 */
export function hourLines(days: readonly WorkedDay[], context: HourContext): Map<string, HourLine> {
  const all = days.map((day) => measured(day, context));
  const longTerm = longTermOf(all, context);
  const groups = new Map<string, { kind: RatedKind; parts: Measured[] }>();
  for (const one of all) {
    const { day } = one;
    const streak = streakKey(day);
    const kind: RatedKind =
      day.lateMinutes !== null
        ? 'late_cancellation'
        : streak !== null && longTerm.get(streak)?.has(day.date)
          ? 'long_term'
          : 'regular';
    const group = groups.get(`${day.substituteId} ${day.date} ${kind}`);
    if (group) group.parts.push(one);
    else groups.set(`${day.substituteId} ${day.date} ${kind}`, { kind, parts: [one] });
  }
  const crowded = crowdedKeys(all, context.settings);
  const lines = new Map<string, HourLine>();
  for (const { kind, parts } of groups.values()) {
    const pays = payOfDay(
      context.settings,
      kind,
      parts.map(({ day, start, minutes }) => ({ key: day.key, start, minutes, isApproved: day.approved !== null })),
    );
    for (const part of parts) lines.set(part.day.key, lineOf(part, kind, pays, crowded, context.settings));
  }
  return lines;
}

function lineOf(
  { day, start, end, breakMinutes, minutes }: Measured,
  kind: RatedKind,
  pays: ReadonlyMap<string, Pay>,
  crowded: Crowded,
  settings: PaySettings,
): HourLine {
  const pay = pays.get(day.key) ?? { minutes, units: 0, cents: 0 };
  const line = { key: day.key, kind, start, end, breakMinutes, payCode: payCodeOf(settings, kind), ...pay };
  return { ...line, problems: problemsOf(day, line, crowded, settings) };
}

function longTermOf(all: readonly Measured[], context: HourContext): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  if (context.settings.longTermDays === null) return found;
  const streaks = new Map<string, StreakDay[]>();
  for (const { day, minutes } of all) {
    const key = streakKey(day);
    if (key === null || day.lateMinutes !== null || minutes <= 0) continue;
    const known = streaks.get(key) ?? [...(context.around.get(key) ?? [])];
    known.push({ date: day.date, halves: streakHalves(context.settings, minutes) });
    streaks.set(key, known);
  }
  for (const [key, days] of streaks) found.set(key, longTermDates(days, context.settings, context.isClosed));
  return found;
}

/** The keys of days that overlap another day of the same person, and of days that are too long in total. */
type Crowded = { overlapping: Set<string>; long: Set<string> };

function crowdedKeys(all: readonly Measured[], settings: PaySettings): Crowded {
  const overlapping = new Set<string>();
  const long = new Set<string>();
  const dates = new Map<string, Measured[]>();
  for (const one of all) {
    const key = `${one.day.substituteId} ${one.day.date}`;
    const known = dates.get(key);
    if (known) known.push(one);
    else dates.set(key, [one]);
  }
  for (const parts of dates.values()) {
    const taught = parts.filter(({ day }) => day.lateMinutes === null);
    for (const one of taught) {
      if (taught.some((other) => other !== one && overlaps(one, other))) overlapping.add(one.day.key);
    }
    if (taught.reduce((sum, { minutes }) => sum + minutes, 0) > settings.longDayMinutes)
      for (const { day } of taught) long.add(day.key);
  }
  return { overlapping, long };
}

function problemsOf(
  day: WorkedDay,
  line: Omit<HourLine, 'problems'>,
  crowded: Crowded,
  settings: PaySettings,
): HourProblem[] {
  const found: HourProblem[] = [];
  if (day.approved !== null) {
    // An approval covers the line as it was shown. Only a later change needs another look.
    if (isChanged(day.approved, day.substituteId, line)) found.push('changed');
    if (day.answer === 'disputed') found.push('disputed');
    return found;
  }
  if (day.answer === 'disputed') found.push('disputed');
  if (day.entered === null && day.attendance !== null && day.attendance !== 'here' && day.lateMinutes === null)
    found.push('not_signed_in');
  if (
    Math.abs(minutesOf(line.start) - minutesOf(day.start)) + Math.abs(minutesOf(line.end) - minutesOf(day.end)) >
    settings.differsMinutes
  )
    found.push('differs');
  if (crowded.overlapping.has(day.key)) found.push('overlaps');
  if (crowded.long.has(day.key)) found.push('long_day');
  if (day.isUnconfirmed) found.push('unconfirmed');
  return found;
}

/**
 * Returns whether a day differs from its approval: someone else taught it, the times changed, or it became long-term.
 * New settings alone don't change approved days.
 */
export function isChanged(
  approved: ApprovedPay,
  substituteId: number | null,
  line: Pick<HourLine, 'kind' | 'start' | 'end'> | null,
): boolean {
  return (
    line === null ||
    approved.substituteId !== substituteId ||
    approved.kind !== line.kind ||
    approved.start !== line.start ||
    approved.end !== line.end
  );
}

/**
 * Sums of lines. Each adds up the figures that the lines show, so a file and a screen agree to the cent and the minute.
 */
export interface HourTotals {
  lines: number;
  people: number;
  minutes: number;
  units: number;
  cents: number;
}

/** Returns the totals of these lines. */
export function hourTotals(lines: readonly (Pay & { substituteId: number })[]): HourTotals {
  const totals: HourTotals = { lines: lines.length, people: 0, minutes: 0, units: 0, cents: 0 };
  const people = new Set<number>();
  for (const { substituteId, minutes, units, cents } of lines) {
    people.add(substituteId);
    totals.minutes += minutes;
    totals.units += units;
    totals.cents += cents;
  }
  totals.people = people.size;
  return totals;
}

/**
 * Returns a correction: a line that pays the difference between the right amount of a locked line and the amount that
 * it paid.
 */
export function differenceOf(now: Pay, before: Pay): Pay {
  return { minutes: now.minutes - before.minutes, units: now.units - before.units, cents: now.cents - before.cents };
}
