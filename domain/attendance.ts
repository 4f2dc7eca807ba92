import type { RefusalCode } from './refusal.ts';
import { addMinutes, addMonths, formatTime, localDate, localTime, monthOf } from './time.ts';

/** A substitute's attendance at a class. `late` and `left` also mean that they came. */
export const attendanceStates = ['here', 'late', 'left', 'no_show'] as const;

type AttendanceState = (typeof attendanceStates)[number];

/** How it was recorded: by an administrator, or by the substitute with the code of the front office. */
export const attendanceWays = ['office', 'code'] as const;

/** The actions of an administrator. `none` removes the record. */
export const attendanceActs = [...attendanceStates, 'none'] as const;

export type AttendanceAct = (typeof attendanceActs)[number];

/** `recordDays`: how many days after the class the record may be changed. `months`: how long a no-show counts. */
export const attendanceLimits = { answer: 1000, note: 500, recordDays: 14, months: 12, reportMinutes: 120 } as const;

/** The minutes before the start at which substitutes report to the front office, unless the school sets others. */
export const defaultReportMinutes = 15;

/** The facts about a class that these rules need. `reportMinutes` is its school's setting. */
export interface AttendedClass {
  date: string;
  startTime: string;
  startsAt: Date;
  endsAt: Date;
  timeZone: string;
  reportMinutes: number;
}

/** A record. Times are null if no one knows them; `minutesLate` counts from the start of the class, only if late. */
export interface Attendance {
  state: AttendanceState;
  arrivedAt: Date | null;
  leftAt: Date | null;
  minutesLate: number | null;
}

/** `signIn`: the substitute enters the code. `minutes` and `at` are null for "now". */
export type AttendanceEvent =
  | { type: 'here' | 'no_show' | 'none' | 'signIn' }
  | { type: 'late'; minutes: number | null }
  | { type: 'left'; at: Date | null };

export type AttendanceMove =
  | { ok: true; next: Attendance | null }
  | { ok: false; code: RefusalCode; field?: 'minutes' | 'at' };

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/**
 * Returns when the substitute reports to the front office, as a time of the school: '07:45'. It is never before
 * midnight.
 */
export function reportTime({ startTime, reportMinutes }: Pick<AttendedClass, 'startTime' | 'reportMinutes'>): string {
  return addMinutes(startTime, -reportMinutes);
}

/** Returns the time of `reportTime` as an instant. */
export function reportsAt({ startsAt, reportMinutes }: Pick<AttendedClass, 'startsAt' | 'reportMinutes'>): Date {
  return new Date(startsAt.getTime() - reportMinutes * MINUTE);
}

/**
 * Returns whether a booked substitute is due, and nothing has been recorded. That counts only until the class ends,
 * because a school may not use attendance.
 */
export function isMissing(record: Attendance | null, of: AttendedClass, now: Date): boolean {
  return record === null && now >= reportsAt(of) && now < of.endsAt;
}

/**
 * Returns the record after an event, or why it isn't possible now. Nothing is recorded before the day of the class.
 * No-shows wait for the report time, and lateness for the start. Administrators may correct the record until 14 days
 * after the end. An event that is already recorded changes nothing.
 */
export function attend(
  record: Attendance | null,
  event: AttendanceEvent,
  of: AttendedClass,
  now: Date,
): AttendanceMove {
  if (localDate(now, of.timeZone) < of.date) return refuse('attendance_early');
  const isOver = now >= of.endsAt;
  if (event.type === 'signIn') return isOver ? refuse('vacancy_over') : to(signedIn(record, of, now));
  if (now.getTime() > of.endsAt.getTime() + attendanceLimits.recordDays * DAY) return refuse('attendance_closed');
  switch (event.type) {
    case 'none':
      return to(null);
    case 'here':
      return to(record?.state === 'here' ? record : present(isOver ? null : now));
    case 'no_show':
      if (now < reportsAt(of)) return refuse('attendance_early');
      return to({ state: 'no_show', arrivedAt: null, leftAt: null, minutesLate: null });
    case 'late':
      return late(event.minutes, of, now);
    case 'left':
      return left(record, event.at, of, now);
  }
}

function signedIn(record: Attendance | null, of: AttendedClass, now: Date): Attendance {
  // Coming back is not another arrival.
  if (record !== null && record.state !== 'no_show')
    return { ...record, state: record.minutesLate === null ? 'here' : 'late', leftAt: null };
  const minutes = minutesBetween(of.startsAt, now);
  return minutes < 1 ? present(now) : { state: 'late', arrivedAt: now, leftAt: null, minutesLate: minutes };
}

function present(arrivedAt: Date | null): Attendance {
  return { state: 'here', arrivedAt, leftAt: null, minutesLate: null };
}

function late(given: number | null, of: AttendedClass, now: Date): AttendanceMove {
  if (now < of.startsAt) return refuse('attendance_early');
  if (given === null && now >= of.endsAt) return refuse('attendance_minutes', 'minutes');
  const minutes = given ?? Math.max(1, minutesBetween(of.startsAt, now));
  if (minutes < 1 || minutes >= minutesBetween(of.startsAt, of.endsAt)) return refuse('attendance_minutes', 'minutes');
  const arrivedAt = given === null ? now : new Date(of.startsAt.getTime() + minutes * MINUTE);
  return to({ state: 'late', arrivedAt, leftAt: null, minutesLate: minutes });
}

function left(record: Attendance | null, at: Date | null, of: AttendedClass, now: Date): AttendanceMove {
  if (now < of.startsAt) return refuse('attendance_early');
  const leftAt = at ?? now;
  if (leftAt < of.startsAt || leftAt >= of.endsAt || leftAt > now || (record?.arrivedAt ?? of.startsAt) > leftAt)
    return refuse('attendance_left', 'at');
  const { arrivedAt = null, minutesLate = null } = record?.state === 'no_show' ? {} : (record ?? {});
  return to({ state: 'left', arrivedAt, leftAt, minutesLate });
}

/** Returns the records an administrator may make now, with one tap or with more details. */
export function possibleAttendance(record: Attendance | null, of: AttendedClass, now: Date): AttendanceAct[] {
  const trial = {
    late: { type: 'late', minutes: 1 },
    left: { type: 'left', at: earliestEnd(record, of) },
  } as const;
  return attendanceActs.filter((act) => {
    if (act === (record?.state ?? 'none')) return false;
    return attend(record, act === 'late' || act === 'left' ? trial[act] : { type: act }, of, now).ok;
  });
}

function earliestEnd(record: Attendance | null, of: AttendedClass): Date {
  return new Date(Math.max(of.startsAt.getTime(), record?.arrivedAt?.getTime() ?? 0));
}

/** Returns when the result of these rules next changes for a class. Returns null if it never does. */
export function attendanceChangesAt(of: AttendedClass, now: Date): Date | null {
  const closes = new Date(of.endsAt.getTime() + attendanceLimits.recordDays * DAY + 1);
  return [reportsAt(of), of.startsAt, of.endsAt, closes].find((at) => at > now) ?? null;
}

/** Returns the first date that still counts in a person's record: 12 months ago, by the date in UTC. */
export function countsSince(now: Date): string {
  const today = localDate(now, 'UTC');
  const day = today.slice(8);
  return `${addMonths(monthOf(today), -attendanceLimits.months)}-${day > '28' ? '28' : day}`;
}

/**
 * Returns a record in words, with times of the school: 'Here at 7:52 AM', 'Late by 12 minutes', 'Left at 1:10 PM',
 * 'No-show'.
 */
export function attendanceWords({ state, arrivedAt, leftAt, minutesLate }: Attendance, timeZone: string): string {
  switch (state) {
    case 'here':
      return arrivedAt === null ? 'Here' : `Here at ${formatTime(localTime(arrivedAt, timeZone))}`;
    case 'late':
      return lateWords(minutesLate ?? 0);
    case 'left': {
      const words = leftAt === null ? 'Left early' : `Left at ${formatTime(localTime(leftAt, timeZone))}`;
      return minutesLate === null
        ? words
        : `${lateWords(minutesLate)}, ${words.toLowerCase().replace(/ [ap]m$/, (half) => half.toUpperCase())}`;
    }
    case 'no_show':
      return 'No-show';
  }
}

function lateWords(minutes: number): string {
  return `Late by ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

function minutesBetween(from: Date, until: Date): number {
  return Math.floor((until.getTime() - from.getTime()) / MINUTE);
}

function to(next: Attendance | null): AttendanceMove {
  return { ok: true, next };
}

function refuse(code: RefusalCode, field?: 'minutes' | 'at'): AttendanceMove {
  return field === undefined ? { ok: false, code } : { ok: false, code, field };
}
