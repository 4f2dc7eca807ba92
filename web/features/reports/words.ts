import { formatDate, formatShortDate } from '#domain/time.ts';
import { counted } from '#web/words/time.ts';

/** Returns '66.7%', or '–' if there is nothing to divide by. */
export function percentWords(percent: number | null): string {
  return percent === null ? '–' : `${percent}%`;
}

const hour = 60;
const day = 24 * hour;

/**
 * Returns a duration: '42 minutes', '3 hours 20 minutes', '2.5 days'. The smaller unit is dropped once it no longer
 * matters.
 */
export function lasting(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < hour) return counted(whole, 'minute');
  if (whole < 2 * day)
    return [
      counted(Math.floor(whole / hour), 'hour'),
      ...(whole % hour === 0 ? [] : [counted(whole % hour, 'minute')]),
    ].join(' ');
  return counted(Math.round((whole / day) * 10) / 10, 'day');
}

/** `lasting` for a large figure: '42 min', '3 h 20 min', '2.5 days'. */
export function shortly(minutes: number): string {
  return lasting(minutes)
    .replace(/ minutes?/, ' min')
    .replace(/ hours?/, ' h');
}

/** Returns how few people were notified, where there are too few for a figure. */
export function fewNotified(count: number): string {
  if (count === 0) return 'no one was notified';
  return count === 1 ? 'only 1 person was notified' : `only ${count} people were notified`;
}

/**
 * Returns 'Mon, Nov 23', or 'November 23, 2025' if the date is in another year than `asOf`, the last date of its
 * report.
 */
export function dayInReport(date: string, asOf: string): string {
  return date.slice(0, 4) === asOf.slice(0, 4) ? formatShortDate(date) : formatDate(date);
}
