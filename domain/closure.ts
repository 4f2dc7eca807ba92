import { addDays, isDate, weekdayOf } from './time.ts';
import { byText } from './text-order.ts';

/** A range of days, both ends included, on which a school is closed, and its name, such as 'Thanksgiving break'. */
export interface Closure {
  from: string;
  to: string;
  name: string;
}

/** Limits: closures of a school, characters of a name, and days of a closure. */
export const closureLimits = { count: 100, name: 60, days: 120 } as const;

/**
 * Returns the error sentence for a closure's dates. Returns null if they are valid. Invalid dates are reported
 * separately.
 */
export function closureProblem({ from, to }: Pick<Closure, 'from' | 'to'>): string | null {
  if (!isDate(from) || !isDate(to)) return null;
  if (from > to) return "The last day can't be before the first.";
  return to > addDays(from, closureLimits.days - 1)
    ? `At most ${closureLimits.days} days can be closed at once.`
    : null;
}

/**
 * Returns the closures as the audit log stores them: 'Labor Day: 2026-09-07; Thanksgiving break: 2026-11-26 to
 * 2026-11-27'. Returns null if there are none.
 */
export function closuresInWords(closures: readonly Closure[]): string | null {
  return closures.map(({ from, to, name }) => `${name}: ${from === to ? from : `${from} to ${to}`}`).join('; ') || null;
}

/** Returns why the school is closed on a date: a closure's name, or 'Weekend'. Returns null on a school day. */
export function closedOn(date: string, closures: readonly Closure[]): string | null {
  const closure = closures.find(({ from, to }) => from <= date && date <= to);
  if (closure) return closure.name;
  const weekday = weekdayOf(date);
  return weekday === 'saturday' || weekday === 'sunday' ? 'Weekend' : null;
}

/** Returns the closure that includes all of these days. Returns null if there is none. */
export function closureOver(days: Pick<Closure, 'from' | 'to'>, closures: readonly Closure[]): Closure | null {
  return closures.find(({ from, to }) => from <= days.from && days.to <= to) ?? null;
}

/** Returns the first school day on or after a date, or the date itself if the next two years have none. */
export function schoolDayFrom(date: string, closures: readonly Closure[]): string {
  for (let day = date, tried = 0; tried < 732; day = addDays(day, 1), tried += 1) {
    if (closedOn(day, closures) === null) return day;
  }
  return date;
}

/**
 * Returns the day that a school looks at when it opens its board: today, or the next school day if there is no school
 * today. Classes on a day without school, such as a Saturday class, keep it on today.
 */
export function dayInView(today: string, closures: readonly Closure[], hasClasses: boolean): string {
  return hasClasses ? today : schoolDayFrom(today, closures);
}

/** Returns the closures that end on or after a date, ordered by first day. */
export function closuresSince(date: string, closures: readonly Closure[]): Closure[] {
  return closures.filter(({ to }) => to >= date).toSorted((a, b) => byText(a.from, b.from));
}
