/**
 * A school's calendar and clock. Dates are 'YYYY-MM-DD', times 'HH:mm', months 'YYYY-MM', and all three compare as
 * text. Only this file converts them to instants, always in the school's time zone.
 */

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export type Weekday = (typeof weekdays)[number];

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

/** Returns whether the text is an existing date, YYYY-MM-DD, between the years 2000 and 2100. */
export function isDate(text: string): boolean {
  if (!/^(20\d\d|2100)-(0[1-9]|1[0-2])-\d\d$/.test(text)) return false;
  const day = Number(text.slice(8));
  // Every month has 28 days. Only later days need the calendar.
  return (
    day >= 1 &&
    (day <= 28 || day <= new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate())
  );
}

/** Returns whether the text is a time of day, HH:mm, from 00:00 to 23:59. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** Returns the minutes since midnight of an HH:mm time. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** Returns the time some minutes later on the same day, clamped to 00:00 and 23:59. */
export function addMinutes(time: string, minutes: number): string {
  const sum = Math.min(Math.max(minutesOf(time) + minutes, 0), 24 * 60 - 1);
  return `${twoDigits(Math.floor(sum / 60))}:${twoDigits(sum % 60)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function utcOf(date: string, time = '00:00'): number {
  return Date.parse(`${date}T${time}:00Z`);
}

// A formatter takes about 50 µs to create and 1 µs to use, so they are cached per time zone.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formatters.set(zone, made);
  return made;
}

/**
 * Returns the local date and time at a school at that instant. `zone` is an IANA name. An unknown zone throws a
 * RangeError.
 */
export function localParts(instant: Date, zone: string): { date: string; time: string } {
  // A formatter also loads words, which takes a browser 20 ms before its first screen. So Temporal, which only knows
  // time zones, is preferred if available.
  if ('Temporal' in globalThis) {
    const text = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toString();
    return { date: text.slice(0, 10), time: text.slice(11, 16) };
  }
  // 'MM/DD/YYYY, HH:mm'. formatToParts would cost as much again.
  const text = formatterOf(zone).format(instant);
  return { date: `${text.slice(6, 10)}-${text.slice(0, 2)}-${text.slice(3, 5)}`, time: text.slice(12, 17) };
}

/** Returns the local date at a school at that instant. `zone` is an IANA name. An unknown zone throws a RangeError. */
export function localDate(instant: Date, zone: string): string {
  return localParts(instant, zone).date;
}

/** Returns the local time at a school at that instant, HH:mm. */
export function localTime(instant: Date, zone: string): string {
  return localParts(instant, zone).time;
}

/**
 * Returns the instant of a school's local date and time. If the time occurs twice (daylight saving time ends), it is
 * the first. If it never occurs (daylight saving time begins), it is shifted forward, so 2:30 becomes 3:30.
 * PostgreSQL's AT TIME ZONE picks the second of two: never mix the two.
 */
export function instantOf(date: string, time: string, zone: string): Date {
  const wall = utcOf(date, time);
  const offsetAt = (instant: number): number => {
    const local = localParts(new Date(instant), zone);
    return utcOf(local.date, local.time) - instant;
  };
  // No zone changes its offset twice within two days, so the offset is the one before or the one after.
  const before = offsetAt(wall - DAY);
  const after = offsetAt(wall + DAY);
  const isShownAt = (offset: number) => offsetAt(wall - offset) === offset;
  return new Date(isShownAt(before) || !isShownAt(after) ? wall - before : wall - after);
}

/** Returns the date a number of days later, or earlier if negative. */
export function addDays(date: string, days: number): string {
  return new Date(utcOf(date) + days * DAY).toISOString().slice(0, 10);
}

/** Returns the weekday of a date, in lower case. Throws a RangeError for an invalid date. */
export function weekdayOf(date: string): Weekday {
  const weekday = weekdays[(new Date(utcOf(date)).getUTCDay() + 6) % 7];
  if (!weekday) throw new RangeError(`Not a date: ${date}`);
  return weekday;
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Returns 'November 5, 2026', the display format of dates. */
export function formatDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${monthNames[Number(month) - 1]} ${day}, ${year}`;
}

/** Returns 'Monday': a date's weekday, or the weekday itself. */
export function dayName(of: string): string {
  const weekday = weekdays.find((each) => each === of) ?? weekdayOf(of);
  return weekday.charAt(0).toUpperCase() + weekday.slice(1);
}

/** Returns 'Monday, November 23, 2026'. */
export function formatLongDate(date: string): string {
  return `${dayName(date)}, ${formatDate(date)}`;
}

/** Returns 'Mon, Nov 23', if the year is clear. */
export function formatShortDate(date: string): string {
  const [, month, day] = date.split('-').map(Number);
  return `${dayName(date).slice(0, 3)}, ${monthNames[Number(month) - 1]?.slice(0, 3)} ${day}`;
}

/**
 * Returns '8:05 AM', or 'TBD' for an unknown time. It is formatted by hand, because Intl puts a narrow no-break space
 * before AM.
 */
export function formatTime(time: string | null | undefined): string {
  if (!time || !isTime(time)) return 'TBD';
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Returns '8:00 AM – 3:00 PM', with 'TBD' for an unknown end. */
export function formatTimeRange(start: string | null | undefined, end: string | null | undefined): string {
  return `${formatTime(start)} – ${formatTime(end)}`;
}

/** Returns the month of a date, 'YYYY-MM'. */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}

/** Returns whether the text is a month, YYYY-MM, between the years 2000 and 2100. */
export function isMonth(text: string): boolean {
  return isDate(`${text}-01`);
}

/** Returns the month a number of months later, or earlier if negative. */
export function addMonths(month: string, months: number): string {
  const shifted = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months;
  return `${Math.floor(shifted / 12)}-${twoDigits((shifted % 12) + 1)}`;
}

/** Returns the first date of a month. */
export function firstDayOf(month: string): string {
  return `${month}-01`;
}

/** Returns the last date of a month. */
export function lastDayOf(month: string): string {
  return addDays(firstDayOf(addMonths(month, 1)), -1);
}

/** Returns 'November 2026'. */
export function formatMonth(month: string): string {
  return `${monthNames[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;
}
