import { addDays, dayName, formatDate, instantOf, localDate, minutesOf, weekdayOf, weekdays } from '#domain/time.ts';
import { deviceZone } from '#web/words/people.ts';

/** Returns the hours of a time of day as a number: 13.5 for '13:30'. */
export function hoursOf(time: string): number {
  return minutesOf(time) / 60;
}

type Day = { words: string; isToday: boolean };

/** Returns the label next to a date: the weekday, and whether it is today or tomorrow at the school. */
export function dayWords(date: string, timeZone: string, now: Date): Day {
  const name = dayName(date);
  const today = localDate(now, timeZone);
  if (date === today) return { words: `Today · ${name}`, isToday: true };
  return { words: date === addDays(today, 1) ? `Tomorrow · ${name}` : name, isToday: false };
}

/** Returns a day as a heading: 'Today · Monday, November 23, 2026'. */
export function dayTitle(date: string, timeZone: string, now: Date): string {
  return `${dayWords(date, timeZone, now).words}, ${formatDate(date)}`;
}

/** Returns the week of a day, from Monday, as a heading: 'This week', 'Next week', else 'Week of November 30, 2026'. */
export function weekTitle(date: string, timeZone: string, now: Date): string {
  const monday = mondayOf(date);
  const thisMonday = mondayOf(localDate(now, timeZone));
  if (monday === thisMonday) return 'This week';
  if (monday === addDays(thisMonday, 7)) return 'Next week';
  return monday === addDays(thisMonday, -7) ? 'Last week' : `Week of ${formatDate(monday)}`;
}

function mondayOf(date: string): string {
  return addDays(date, -weekdays.indexOf(weekdayOf(date)));
}

const minute = 60_000;
const steps = [
  ['minute', minute],
  ['hour', 60 * minute],
  ['day', 24 * 60 * minute],
] as const;

/**
 * Returns how long ago an instant was: 'just now', '9 minutes ago', '3 hours ago', 'yesterday'. Doesn't use `Intl`,
 * whose first formatter takes 17 ms to create.
 */
export function ago(instant: string, now: Date): string {
  const passed = now.getTime() - Date.parse(instant);
  const step = steps.findLast(([, length]) => passed >= length);
  if (step === undefined) return 'just now';
  const [unit, length] = step;
  const count = Math.floor(passed / length);
  return unit === 'day' && count === 1 ? 'yesterday' : `${counted(count, unit)} ago`;
}

/** Returns whether it has started, or is over, in the school's time zone. */
export function hasEnded(vacancy: { date: string; endTime: string; timeZone: string }, now: Date): boolean {
  return instantOf(vacancy.date, vacancy.endTime, vacancy.timeZone) <= now;
}

/** Returns '1 request', '3 requests'. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns the time zone for a user of these schools: the first school's, or the device's if there are none. */
export function zoneOf(schools: readonly { timeZone: string }[]): string {
  return schools[0]?.timeZone ?? deviceZone();
}
