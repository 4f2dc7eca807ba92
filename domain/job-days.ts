import { type Closure, schoolDayFrom } from './closure.ts';
import type { Action } from './permissions.ts';
import { addDays, formatShortDate, formatTimeRange } from './time.ts';
import type { VacancyStatus } from './vacancy.ts';

/** The facts about one day of a multi-day job that its rules need. */
export interface JobDay {
  id: number;
  date: string;
  /** The instant in milliseconds since the epoch, as in JSON. */
  startsAt: number;
  endsAt: number;
  status: VacancyStatus;
  substituteId: number | null;
  requestedById: number | null;
  confirmed: boolean | null;
  /** Colleagues cover it, so it takes no requests. */
  coveredInside: boolean;
}

/**
 * Returns the dates grouped into runs of consecutive school days, in order: weekends and closed days in between don't
 * separate them, a school day does. A date without a neighbor is a separate group.
 */
export function consecutiveDays(dates: readonly string[], closures: readonly Closure[]): string[][] {
  const groups: string[][] = [];
  for (const date of [...new Set(dates)].toSorted()) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && date <= schoolDayFrom(addDays(last, 1), closures))
      group.push(date);
    else groups.push([date]);
  }
  return groups;
}

/**
 * The actions on one day that apply to its whole job. All others, such as editing or deleting, concern this day only.
 */
const ofWholeJob: ReadonlySet<Action> = new Set<Action>([
  'vacancy.request',
  'vacancy.withdraw',
  'vacancy.decline',
  'vacancy.approve',
  'vacancy.reject',
  'vacancy.assign',
  'vacancy.confirm',
  'vacancy.confirmByPhone',
  'vacancy.release',
]);

/**
 * Returns the days that an action on one day of a job applies to, by start: the day itself, and the days in the same
 * state that haven't begun. They have the same status, substitute and request, and for an answer to an assignment, the
 * same answer. An open day that colleagues cover isn't among them.
 */
export function daysTogether<Day extends JobDay>(
  day: Pick<JobDay, 'id'>,
  days: readonly Day[],
  now: Date,
  action: Action = 'vacancy.request',
): Day[] {
  const own = days.find(({ id }) => id === day.id);
  if (own === undefined) return [];
  const isAnswer = action === 'vacancy.confirm' || action === 'vacancy.confirmByPhone';
  return days
    .filter(
      (other) =>
        other === own ||
        (ofWholeJob.has(action) &&
          other.startsAt > now.getTime() &&
          other.status === own.status &&
          other.substituteId === own.substituteId &&
          other.requestedById === own.requestedById &&
          !(other.status === 'open' && other.coveredInside) &&
          (!isAnswer || other.confirmed === own.confirmed)),
    )
    .toSorted((a, b) => a.startsAt - b.startsAt || a.id - b.id);
}

/**
 * Returns the days that a change to the whole job applies to, such as an edit or its cancellation, by start: the named
 * day, and all others that haven't begun, in any state.
 */
export function remainingDays<Day extends Pick<JobDay, 'id' | 'startsAt'>>(
  day: Pick<JobDay, 'id'>,
  days: readonly Day[],
  now: Date,
): Day[] {
  return days
    .filter(({ id, startsAt }) => id === day.id || startsAt > now.getTime())
    .toSorted((a, b) => a.startsAt - b.startsAt || a.id - b.id);
}

/**
 * Pairs the days of two classes on which their substitutes can swap together, by date: the two classes themselves, and
 * each other date on which the same two people work on days of the same two jobs that haven't begun. `one` and `other`
 * are on the same date.
 */
export function sharedDays<Day extends JobDay>(
  one: { day: Day; job: readonly Day[] },
  other: { day: Day; job: readonly Day[] },
  now: Date,
): [Day, Day][] {
  const theirs = new Map(daysTogether(other.day, other.job, now).map((day) => [day.date, day]));
  const pairs = daysTogether(one.day, one.job, now).flatMap((day): [Day, Day][] => {
    const match = theirs.get(day.date);
    return match === undefined || day.id === one.day.id ? [] : [[day, match]];
  });
  return [[one.day, other.day] satisfies [Day, Day], ...pairs].toSorted(([a], [b]) => a.startsAt - b.startsAt);
}

/**
 * Returns the changes of several days in one list, for one notification. A change that all days share is listed once;
 * any other has its date in front: 'Wed, Dec 2: New time: …'.
 */
export function changesOfDays(days: readonly { date: string; changes: readonly string[] }[]): string[] {
  const [first] = days;
  const shared = (first?.changes ?? []).filter((change) => days.every(({ changes }) => changes.includes(change)));
  return [
    ...shared,
    ...days.flatMap(({ date, changes }) =>
      changes
        .filter((change) => !shared.includes(change))
        .map((change) => (days.length === 1 ? change : `${formatShortDate(date)}: ${change}`)),
    ),
  ];
}

/**
 * Returns the description of another day of a job after an edit of one day: an addition is added there, too, and a new
 * text replaces the old one.
 */
export function notesOnOtherDay({ before, after, other }: { before: string; after: string; other: string }): string {
  return before !== '' && after.startsWith(before) ? `${other}${after.slice(before.length)}` : after;
}

/** Returns '3 days, Mon, Nov 30 to Wed, Dec 2'. Returns null for fewer than two dates. */
export function daysInWords(dates: readonly string[]): string | null {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined || dates.length < 2) return null;
  return `${dates.length} days, ${formatShortDate(first)} to ${formatShortDate(last)}`;
}

/** One day of a job as its reader sees it. */
export interface DayTimes {
  date: string;
  startTime: string;
  endTime: string;
}

/** Returns 'Mon, Nov 30, 8:00 AM – 3:00 PM'. */
export function dayWithTimes({ date, startTime, endTime }: DayTimes): string {
  return `${formatShortDate(date)}, ${formatTimeRange(startTime, endTime)}`;
}

/**
 * Returns the changes of a job's days since its reader saw them: 'It now includes Fri, Dec 4, 8:00 AM – 3:00 PM. It no
 * longer includes Wed, Dec 2.' Returns null if they are the same.
 */
export function changeOfDays(seen: readonly DayTimes[], now: readonly DayTimes[]): string | null {
  const known = new Set(seen.map(dayWithTimes));
  const added = now.map(dayWithTimes).filter((day) => !known.has(day));
  const dates = new Set(now.map(({ date }) => date));
  const removed = seen.filter(({ date }) => !dates.has(date)).map(({ date }) => formatShortDate(date));
  const sentences = [
    added.length === 0 ? null : `It now includes ${added.join('; ')}.`,
    removed.length === 0 ? null : `It no longer includes ${removed.join('; ')}.`,
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** Returns 'Part of a 3-day job, Mon, Nov 30 to Wed, Dec 2'. Returns null for fewer than two dates. */
export function jobInWords(dates: readonly string[]): string | null {
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined || dates.length < 2) return null;
  return `Part of a ${dates.length}-day job, ${formatShortDate(first)} to ${formatShortDate(last)}`;
}

/**
 * Returns the refusal of an edit of all remaining days: the sentence for one of the other days, with that day's date.
 */
export function otherDayNotSaved(date: string, sentence: string): string {
  return `Nothing was saved, because one of the days can’t change. ${formatShortDate(date)}: ${sentence}`;
}

/** Returns the refusal of an edit of all remaining days because someone else changed one of the other days. */
export function otherDayChanged(date: string): string {
  return `Nothing was saved, because someone changed ${formatShortDate(date)} after you opened this. Check that day, then save again.`;
}

/** Returns the refusal of a swap on several days: the sentence for one of the other days, with that day's date. */
export function otherDayNotSwapped(date: string, sentence: string): string {
  return `No one was swapped, because one of the days can’t be swapped. ${formatShortDate(date)}: ${sentence}`;
}

/** Returns the refusal of a move of a whole job: the sentence for one of its other days, with that day's date. */
export function otherDayRefused(date: string, sentence: string): string {
  return `One substitute takes every day of this job, and one day isn't possible. ${formatShortDate(date)}: ${sentence}`;
}
