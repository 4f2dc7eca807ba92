import { addDays, formatDate, formatTime, localDate, localTime } from '#domain/time.ts';

/** Returns the date of an instant in a school's time zone, or in the device's without a school. */
export function dayOf(instant: string, zone: string | undefined): string {
  return formatDate(localDate(new Date(instant), zone ?? deviceZone()));
}

/** Returns an instant in a school's time zone, or in the device's: 'November 23, 2026 at 8:00 AM'. */
export function dayAndTime(instant: string | Date, zone = deviceZone()): string {
  const at = new Date(instant);
  return `${formatDate(localDate(at, zone))} at ${formatTime(localTime(at, zone))}`;
}

/** Returns 'today', 'yesterday', or 'November 17, 2026'. Returns '' if unknown. */
export function sinceWhen(instant: string | undefined, zone: string | undefined): string {
  if (instant === undefined) return '';
  const at = zone ?? deviceZone();
  const date = localDate(new Date(instant), at);
  const today = localDate(new Date(), at);
  if (date === today) return 'today';
  return date === addDays(today, -1) ? 'yesterday' : formatDate(date);
}

/** Returns the time zone of this device. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Details of a person in one line, separated by dots. Lines break after a dot, not before it. Our own words are
 * capitalized at the start.
 */
export function inOneLine(...parts: (string | null | undefined)[]): string {
  const line = parts.filter(Boolean).join('\u00a0· ');
  return /^[a-z]/.test(line) ? line.charAt(0).toUpperCase() + line.slice(1) : line;
}
