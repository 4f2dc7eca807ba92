import { addDays, formatDate, formatTime, localDate, localTime } from '#domain/time.ts';

/** The date of an instant at a school; without one, on this device. */
export function dayOf(instant: string, zone: string | undefined): string {
  return formatDate(localDate(new Date(instant), zone ?? deviceZone()));
}

/** An instant at a school, else by this device's clock: 'November 23, 2026 at 8:00 AM'. */
export function dayAndTime(instant: string | Date, zone = deviceZone()): string {
  const at = new Date(instant);
  return `${formatDate(localDate(at, zone))} at ${formatTime(localTime(at, zone))}`;
}

/** 'today', 'yesterday', or 'November 17, 2026'; '' where it is not known. */
export function sinceWhen(instant: string | undefined, zone: string | undefined): string {
  if (instant === undefined) return '';
  const at = zone ?? deviceZone();
  const date = localDate(new Date(instant), at);
  const today = localDate(new Date(), at);
  if (date === today) return 'today';
  return date === addDays(today, -1) ? 'yesterday' : formatDate(date);
}

/** The time zone of this device. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What is known of somebody in one line, parted by dots that end a line rather than begin one; begins with a capital where it begins with a word of ours. */
export function inOneLine(...parts: (string | null | undefined)[]): string {
  const line = parts.filter(Boolean).join('\u00a0· ');
  return /^[a-z]/.test(line) ? line.charAt(0).toUpperCase() + line.slice(1) : line;
}
