import type { ReplyOf } from '#contract/endpoint.ts';
import type { getHours } from '#contract/hours.ts';
import { formatCents, formatMinutes, formatUnits, type PayUnit } from '#domain/pay.ts';
import { formatShortDate, formatTime } from '#domain/time.ts';

/** One line of a pay period. */
export type HourLine = ReplyOf<typeof getHours>['rows'][number];

/** Separates details in one line. Lines break after the dot, not before it. */
export const dot = '\u00a0· ';

/** How a school counts: its unit, and whether it counts money. */
export type Counting = { unit: PayUnit; hasMoney: boolean };

/** Returns 'Sun, Nov 1 – Mon, Nov 30, 2026'. It breaks only before the second date. */
export function periodWords({ from, to }: { from: string; to: string }): string {
  return [`${formatShortDate(from)} –`, `${formatShortDate(to)}, ${to.slice(0, 4)}`].map(unbroken).join(' ');
}

const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');

/** Returns '8:00 AM – 3:00 PM', or a dash for a correction. */
export function timesWords({ start, end }: Pick<HourLine, 'start' | 'end'>): string {
  return start === null || end === null ? '–' : `${formatTime(start)} – ${formatTime(end)}`;
}

/** Returns the pay of a line or a sum, in parts that don't break: '7:00 h', '1 day', '$160.00'. */
export function payWords(
  { minutes, units, cents }: { minutes: number; units: number; cents: number },
  { unit, hasMoney }: Counting,
): string[] {
  return [
    `${formatMinutes(minutes)} h`,
    ...(unit === 'hour' ? [] : [formatUnits(unit, units)]),
    ...(hasMoney ? [formatCents(cents)] : []),
  ].map(unbroken);
}
