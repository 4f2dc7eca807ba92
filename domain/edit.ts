import { type ClassFacts, gradeName } from './class.ts';

import { filesChange } from './plans.ts';
import { roomName } from './room.ts';
import { shiftName, type ShiftType } from './shift.ts';
import { formatDate, formatTimeRange, minutesOf } from './time.ts';

/** The date and times of a class, in the school's own time zone. */
interface When {
  date: string;
  startTime: string;
  endTime: string;
}

/** The fields of a vacancy that can be edited. */
interface Editable extends When, ClassFacts {
  /** The vacancy is offered only to substitutes who know its subject. */
  needsSubject: boolean;
  /** The vacancy is offered only to substitutes who teach its grade. */
  needsGrade: boolean;
  shiftType: ShiftType;
  description: string;
  additionalNotes: string;
  /** It is null for extra hands. */
  absenceReason: string | null;
  googleDocLink: string | null;
  planFileIds: readonly string[];
  mayNeedChanges: boolean;
  isUrgent: boolean;
  bookFirst: boolean;
}

/**
 * How far times may move, in minutes, before a booked substitute confirms again. Source: the product's own decision,
 * docs/decisions/049.
 */
const toleratedMinutes = 15;

/** Returns whether the edit changes the date or a time. */
export function isMoved(before: When, after: When): boolean {
  return before.date !== after.date || before.startTime !== after.startTime || before.endTime !== after.endTime;
}

/** A class, with the times that its substitute agreed to if it has moved since. */
export type Booked = When & { agreedStart?: string | null; agreedEnd?: string | null };

/** Returns the times that a booked substitute agreed to. */
export function agreedTimes({ agreedStart, agreedEnd, startTime, endTime }: Booked): { start: string; end: string } {
  return { start: agreedStart ?? startTime, end: agreedEnd ?? endTime };
}

/**
 * Returns whether a booked substitute confirms again: the start or the end is now more than 15 minutes from the one
 * they agreed to, or the day changed.
 */
export function asksAgain(before: Booked, after: When): boolean {
  if (before.date !== after.date) return true;
  const agreed = agreedTimes(before);
  const moved = (from: string, to: string) => Math.abs(minutesOf(to) - minutesOf(from));
  return Math.max(moved(agreed.start, after.startTime), moved(agreed.end, after.endTime)) > toleratedMinutes;
}

/** Returns 'New time: 10:00 AM – 3:00 PM (was 8:00 AM – 3:00 PM)'. */
export function newTimeInWords(before: Omit<When, 'date'>, after: Omit<When, 'date'>): string {
  return `New time: ${formatTimeRange(after.startTime, after.endTime)} (was ${formatTimeRange(before.startTime, before.endTime)})`;
}

/**
 * Returns the changes of an edit, one line each with the old value. The link to the lesson plans itself is left out.
 * The result is empty if nothing changed.
 */
export function changesInWords(before: Editable, after: Editable): string[] {
  const files = filesChange(before.planFileIds, after.planFileIds);
  const changed = (...fields: readonly (keyof Editable)[]) => fields.some((field) => before[field] !== after[field]);
  const either = (field: keyof Editable, yes: string, no: string): [boolean, string] => [
    changed(field),
    after[field] ? yes : no,
  ];
  const lines: [boolean, string][] = [
    [changed('date'), `New date: ${formatDate(after.date)} (was ${formatDate(before.date)})`],
    [changed('startTime', 'endTime'), newTimeInWords(before, after)],
    [changed('shiftType'), `New shift: ${shiftName(after.shiftType)} (was ${shiftName(before.shiftType)})`],
    [changed('description'), `Title: ${after.description} (was ${before.description})`],
    [changed('grade'), after.grade === null ? 'The grade was removed' : `Grade: ${gradeName(after.grade)}`],
    [changed('subject'), after.subject === null ? 'The subject was removed' : `Subject: ${after.subject}`],
    either(
      'needsSubject',
      'Offered only to substitutes who know the subject',
      'Offered to substitutes of every subject',
    ),
    either('needsGrade', 'Offered only to substitutes who teach the grade', 'Offered to substitutes of every grade'),
    [changed('room'), after.room === null ? 'The room was removed' : `Room: ${roomName(after.room)}`],
    [
      changed('additionalNotes'),
      after.additionalNotes.startsWith(before.additionalNotes)
        ? 'Something was added to the description'
        : 'The description was changed',
    ],
    [changed('absenceReason'), 'The absence reason was changed'],
    either('googleDocLink', 'The link to the lesson plans was changed', 'The link to the lesson plans was removed'),
    [files !== null, files ?? ''],
    either('mayNeedChanges', 'Details may still change', 'Details are final'),
    either('isUrgent', 'The vacancy is now urgent', 'The vacancy is no longer urgent'),
    either('bookFirst', 'The first request will be booked automatically', 'Requests need approval'),
  ];
  return lines.filter(([isNew]) => isNew).map(([, line]) => line);
}
