import type { BellPeriod } from './bell.ts';
import { type Weekday, weekdayOf } from './time.ts';

/** A teacher's activity in a period. A period without an entry is planning time. */
export const slotKinds = ['class', 'planning', 'lunch', 'duty', 'off'] as const;

export type SlotKind = (typeof slotKinds)[number];

/** One period of a teacher's week. */
export interface Slot {
  period: string;
  /** The days that the period applies to. Empty means every day. */
  days: readonly Weekday[];
  kind: SlotKind;
  /** The class: 'Algebra I'. */
  title: string;
  room: string;
  /** The number of students. It is null if unknown. */
  size: number | null;
}

export const timetableLimits = { slots: 60, title: 80, room: 40, size: 500, teachers: 1000, rows: 20_000 } as const;

/**
 * Returns a teacher's entry for a period of a day. An entry for certain weekdays takes precedence over one for every
 * day.
 */
export function slotAt(slots: readonly Slot[], period: string, date: string): Slot | null {
  const weekday = weekdayOf(date);
  const ofPeriod = slots.filter((slot) => slot.period === period);
  return ofPeriod.find(({ days }) => days.includes(weekday)) ?? ofPeriod.find(({ days }) => days.length === 0) ?? null;
}

/** Returns whether the teacher is with students, so that someone has to cover the period if they are out. */
export function needsCover(slot: Slot | null): boolean {
  return slot?.kind === 'class' || slot?.kind === 'duty';
}

/** A period of an absence that needs a colleague. */
export interface NeededPeriod extends BellPeriod {
  title: string;
  room: string;
  size: number | null;
}

/**
 * Returns the periods of a day that need someone while a teacher is out from `start` to `end`, in order. A teacher
 * without a timetable teaches all day.
 */
export function neededPeriods(
  absence: { date: string; start: string; end: string },
  periods: readonly BellPeriod[],
  slots: readonly Slot[],
): NeededPeriod[] {
  return periods.flatMap((each) => {
    if (each.start >= absence.end || absence.start >= each.end) return [];
    const slot = slotAt(slots, each.period, absence.date);
    if (slots.length > 0 && !needsCover(slot)) return [];
    return [{ ...each, title: slot?.title ?? '', room: slot?.room ?? '', size: slot?.size ?? null }];
  });
}

/** Two timetable entries that contradict each other about one period of a day. */
export function slotProblems(slots: readonly Slot[]): { field: string; sentence: string }[] {
  const seen = new Set<string>();
  return slots.flatMap(({ period, days }, nth) => {
    const keys = days.length === 0 ? ['every'] : days;
    const isDouble = keys.some((day) => seen.has(`${period} ${day}`));
    for (const day of keys) seen.add(`${period} ${day}`);
    return isDouble
      ? [{ field: `slots.${nth}.period`, sentence: `Period ${period} has two entries for the same day.` }]
      : [];
  });
}
