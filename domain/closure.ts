import { addDays, isDate, weekdayOf } from './time.ts';

/** Days on which a school is closed, both included, and why: 'Thanksgiving break'. */
export interface Closure {
  from: string;
  to: string;
  name: string;
}

/** How many closures a school can have, how many characters a name, and how many days one can last. */
export const closureLimits = { count: 100, name: 60, days: 120 } as const;

/** Why these can't be days without school; null where they can. A date that is none has a sentence of its own. */
export function closureProblem({ from, to }: Pick<Closure, 'from' | 'to'>): string | null {
  if (!isDate(from) || !isDate(to)) return null;
  if (from > to) return 'The last day must not be before the first.';
  return to > addDays(from, closureLimits.days - 1)
    ? `At most ${closureLimits.days} days can be closed at once.`
    : null;
}

/** The closures as the log says them: 'Thanksgiving break: 2026-11-26 to 2026-11-27'. Null without any. */
export function closuresInWords(closures: readonly Closure[]): string | null {
  return closures.map(({ from, to, name }) => `${name}: ${from === to ? from : `${from} to ${to}`}`).join(', ') || null;
}

/** What closes the school on a date: a closure's name, or 'Weekend'; null on a school day. */
export function closedOn(date: string, closures: readonly Closure[]): string | null {
  const closure = closures.find(({ from, to }) => from <= date && date <= to);
  if (closure) return closure.name;
  const weekday = weekdayOf(date);
  return weekday === 'saturday' || weekday === 'sunday' ? 'Weekend' : null;
}

/** The first school day on or after a date; the date itself where the next two years have none. */
export function schoolDayFrom(date: string, closures: readonly Closure[]): string {
  for (let day = date, tried = 0; tried < 732; day = addDays(day, 1), tried += 1) {
    if (closedOn(day, closures) === null) return day;
  }
  return date;
}

/** The closures that are not over by a date, by their first day. */
export function closuresSince(date: string, closures: readonly Closure[]): Closure[] {
  return closures.filter(({ to }) => to >= date).toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}
