import { addMinutes, isDate, isTime, minutesOf, type Weekday, weekdayOf, weekdays } from './time.ts';

/** When a period begins and ends on a kind of day, as 'HH:mm'. A period has the same name in every schedule. */
export interface BellPeriod {
  period: string;
  start: string;
  end: string;
}

/** The bells of one kind of day: regular, late start, half day. */
export interface BellSchedule {
  name: string;
  periods: readonly BellPeriod[];
}

/** A school's bells. The first schedule is the regular one. The others are named by their index. */
export interface Bell {
  schedules: readonly BellSchedule[];
  /** The weekdays that follow another schedule every week: 'wednesday' to 1. */
  weekly: Partial<Record<Weekday, number>>;
  /** Single days that follow another schedule. A single day takes precedence over its weekday. */
  days: readonly { date: string; schedule: number }[];
}

/** The limits of a school's bells. */
export const bellLimits = { schedules: 8, periods: 16, name: 40, period: 12, days: 100 } as const;

/** A school without bells. */
export const noBell: Bell = { schedules: [], weekly: {}, days: [] };

/** Returns the index of the schedule that a day follows. */
export function scheduleOn(bell: Bell, date: string): number {
  return bell.days.find((day) => day.date === date)?.schedule ?? bell.weekly[weekdayOf(date)] ?? 0;
}

/** Returns the periods of a day, in order of their start. The result is empty if the school has no bells. */
export function periodsOn(bell: Bell, date: string): readonly BellPeriod[] {
  return bell.schedules[scheduleOn(bell, date)]?.periods ?? [];
}

/** The maximum difference, in minutes, between a schedule and the delayed day that it matches. */
const near = 15;

/**
 * Returns the schedule for a day that opens `minutes` late: its first bell is that much later than the regular one, and
 * its last bell is that of the day, give or take 15 minutes each. If several match, it is the one with the nearest
 * first bell. Returns null if none matches, or if the day already follows it.
 */
export function delayedSchedule(bell: Bell, date: string, minutes: number): number | null {
  const own = scheduleOn(bell, date);
  const [regular, usual] = [spanOf(bell.schedules[0]), spanOf(bell.schedules[own])];
  if (regular === null || usual === null || isFull(bell, date)) return null;
  const opens = regular.first + minutes;
  const distance = (schedule: BellSchedule) => {
    const span = spanOf(schedule);
    if (span === null || span.first <= regular.first || Math.abs(span.last - usual.last) > near) return Infinity;
    return Math.abs(span.first - opens);
  };
  const distances = bell.schedules.map(distance);
  const least = Math.min(...distances);
  const found = distances.indexOf(least);
  return least <= near && found !== own ? found : null;
}

/** Returns when a kind of day begins and ends, in minutes. */
function spanOf(schedule: BellSchedule | undefined): { first: number; last: number } | null {
  const [first, last] = [schedule?.periods[0], schedule?.periods.at(-1)];
  return first === undefined || last === undefined
    ? null
    : { first: minutesOf(first.start), last: minutesOf(last.end) };
}

/** Returns whether the list of single days is full. */
function isFull({ days }: Bell, date: string): boolean {
  return days.filter((day) => day.date !== date).length >= bellLimits.days;
}

/** Returns the names of all periods, in the order of the regular day. Periods of other days follow. */
export function periodNames(bell: Bell): string[] {
  return [...new Set(bell.schedules.flatMap(({ periods }) => periods.map(({ period }) => period)))];
}

/** Returns the length of a period in minutes. */
export function periodMinutes({ start, end }: BellPeriod): number {
  return minutesOf(end) - minutesOf(start);
}

/**
 * Returns the errors in these bells: a sentence for each field, by its path. The result is empty if they can be saved.
 */
export function bellProblems(bell: Bell): { field: string; sentence: string }[] {
  const problems: { field: string; sentence: string }[] = [];
  for (const [index, { periods }] of bell.schedules.entries()) {
    const seen = new Set<string>();
    let before = '00:00';
    for (const [nth, { period, start, end }] of periods.entries()) {
      const field = `schedules.${index}.periods.${nth}`;
      if (!isTime(start) || !isTime(end) || start >= end)
        problems.push({ field: `${field}.end`, sentence: 'A period must end after it starts.' });
      else if (start < before)
        problems.push({ field: `${field}.start`, sentence: 'Periods must be in order and may not overlap.' });
      if (seen.has(period.toLowerCase()))
        problems.push({ field: `${field}.period`, sentence: 'Two periods have this name.' });
      seen.add(period.toLowerCase());
      if (isTime(end)) before = end;
    }
  }
  const exists = (schedule: number) => schedule in bell.schedules;
  for (const weekday of weekdays)
    if (!exists(bell.weekly[weekday] ?? 0) && bell.weekly[weekday] !== undefined)
      problems.push({ field: `weekly.${weekday}`, sentence: 'Choose one of the schedules.' });
  for (const [nth, { date, schedule }] of bell.days.entries())
    if (!isDate(date) || !exists(schedule))
      problems.push({ field: `days.${nth}`, sentence: 'Choose a date and one of the schedules.' });
  return problems;
}

/** A starting point for a school's bells. */
export interface BellTemplate {
  periods: number;
  /** The first bell. */
  start: string;
  minutes: number;
  passing: number;
}

/** The usual ways to divide a school day. */
export const usualTemplate: BellTemplate = { periods: 8, start: '08:00', minutes: 45, passing: 5 };

/**
 * Returns a regular day of equal periods, and a two-hour late start and a half day with the same periods, shortened to
 * fit. No period is shorter than 15 minutes.
 */
export function templateBell({ periods, start, minutes, passing }: BellTemplate): Bell {
  const day = (name: string, first: string, each: number): BellSchedule => ({
    name,
    periods: Array.from({ length: periods }, (_, nth) => {
      const begins = addMinutes(first, nth * (each + passing));
      return { period: String(nth + 1), start: begins, end: addMinutes(begins, each) };
    }),
  });
  const whole = periods * (minutes + passing);
  const shortened = (left: number) => Math.max(15, Math.floor(left / periods) - passing);
  return {
    schedules: [
      day('Regular day', start, minutes),
      day('Late start', addMinutes(start, 120), shortened(whole - 120)),
      day('Half day', start, shortened(whole / 2)),
    ],
    weekly: {},
    days: [],
  };
}
