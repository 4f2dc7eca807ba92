import type { Grade } from './grade.ts';
import { type Subject, subjectsIn } from './subject.ts';
import { minutesOf } from './time.ts';

/** The lengths of classes that a substitute wants to be offered. */
export const dayLengths = ['any', 'full', 'half'] as const;

/** The choices of shortest notice, in hours. 0 means any. */
export const noticeChoices = [0, 1, 2, 4, 12, 24, 48] as const;

/** The choices of farthest distance, in miles. */
export const mileChoices = [5, 10, 15, 20, 30, 50] as const;

/** The classes that a substitute wants to be offered. They can still request all others. */
export interface JobPreferences {
  days: (typeof dayLengths)[number];
  /** The shortest notice before the start, in hours. */
  noticeHours: number;
  /** Empty means all grades, and all subjects. */
  grades: Grade[];
  subjects: Subject[];
  /** The farthest distance of a school, in miles. Null means any. */
  miles: number | null;
}

/** The default: everything. */
export const noPreferences: JobPreferences = { days: 'any', noticeHours: 0, grades: [], subjects: [], miles: null };

/** A class of at most this many minutes counts as half a day. */
const longestHalf = 270;

/** The preferences that a class can miss, in the order in which they are named. */
export const unwantedReasons = ['day_length', 'short_notice', 'other_grade', 'other_subject', 'too_far'] as const;

export type Unwanted = (typeof unwantedReasons)[number];

/** The facts that preferences compare: the times at the school, and the grade and subject if they are known. */
export interface WantedClass {
  start: string;
  end: string;
  grade: Grade | null;
  subject: string | null;
}

/** The hours until a class starts, and the miles to its school. It is null if unknown. */
export interface Nearness {
  hoursAhead: number;
  milesAway: number | null;
}

/** Returns the preferences that a class misses. A grade, subject or distance that isn't known misses none. */
export function unwanted(
  { days, noticeHours, grades, subjects, miles }: JobPreferences,
  { start, end, grade, subject }: WantedClass,
  { hoursAhead, milesAway }: Nearness,
): Unwanted[] {
  // Written out in the order of the reasons, because this runs for each person and vacancy.
  const missed: Unwanted[] = [];
  if (days !== 'any' && (days === 'half') !== isHalfDay(start, end)) missed.push('day_length');
  if (noticeHours > 0 && hoursAhead < noticeHours) missed.push('short_notice');
  if (grades.length > 0 && grade !== null && !grades.includes(grade)) missed.push('other_grade');
  if (subjects.length > 0 && subject !== null && !teaches(subject, subjects)) missed.push('other_subject');
  if (miles !== null && milesAway !== null && milesAway > miles) missed.push('too_far');
  return missed;
}

function isHalfDay(start: string, end: string): boolean {
  return minutesOf(end) - minutesOf(start) <= longestHalf;
}

/**
 * Returns whether a class matches someone who teaches these subjects. A class without a known subject matches everyone.
 */
export function teaches(subject: string, known: readonly Subject[]): boolean {
  const named = subjectsIn(subject);
  return named.length === 0 || named.some((each) => known.includes(each));
}

/** Returns the reason why a class doesn't match the reader's job preferences. */
export function unwantedSentence(reason: Unwanted, { days, noticeHours, miles }: JobPreferences): string {
  switch (reason) {
    case 'day_length':
      return `In your job preferences, you asked for ${days === 'half' ? 'half days' : 'full days'} only.`;
    case 'short_notice':
      return `In your job preferences, you asked for at least ${noticeHours} ${noticeHours === 1 ? 'hour' : 'hours'} of notice.`;
    case 'other_grade':
      return "You didn't choose this grade in your job preferences.";
    case 'other_subject':
      return "You didn't choose this subject in your job preferences.";
    case 'too_far':
      return `In your job preferences, you asked for schools within ${miles} miles.`;
  }
}
