import { type DateChoice, fitsAvailability, type Week } from './availability.ts';
import type { clashKinds } from './clash-kinds.ts';
import { gradeName } from './class.ts';
import { knowsNeeded, type OfferedClass, teachesNeeded } from './eligibility.ts';
import { type ExclusionScope, exclusionSentence } from './exclusion.ts';
import { type JobPreferences, noPreferences, unwanted, unwantedSentence } from './preferences.ts';
import type { VacancySettings } from './shift.ts';
import { dayName, formatShortDate, formatTime, formatTimeRange, weekdayOf } from './time.ts';

/** A substitute's conflict with an open vacancy, and the sentence that explains it. */
export interface Clash {
  kind: (typeof clashKinds)[number];
  sentence: string;
}

/** An assignment of the substitute that overlaps the vacancy, in its own school's time zone. */
export interface OverlappingAssignment {
  schoolName: string;
  startTime: string;
  endTime: string;
}

/** Another of the substitute's requests for the same time, by the clock of its school. */
export interface OverlappingRequest extends OverlappingAssignment {
  title: string;
}

/** The fate of overlapping requests, as a substitute reads it. */
type Reading = 'before_request' | 'before_booking' | 'after_request';

/**
 * Returns the sentence about a substitute's other requests for the same time, and what will happen to them. Returns
 * null if there are none. A request that books immediately withdraws them immediately. Otherwise they are withdrawn
 * once one is approved.
 */
export function requestOverlapSentence(others: readonly OverlappingRequest[], reading: Reading): string | null {
  if (others.length === 0) return null;
  const named = others.map(
    ({ title, schoolName, startTime, endTime }) => `${title} at ${schoolName}, ${formatTimeRange(startTime, endTime)}`,
  );
  const what = `You also requested ${named.join('; ')}.`;
  const rest = others.length === 1 ? 'the other request' : 'the others';
  switch (reading) {
    case 'before_request':
      return `${what} You can request both. As soon as one is approved, we withdraw ${rest}.`;
    case 'before_booking':
      return `${what} If you are booked here, we withdraw ${others.length === 1 ? 'that request' : 'those requests'}.`;
    case 'after_request':
      return `${what} As soon as one is approved, we withdraw ${rest}.`;
  }
}

interface ClashQuestion {
  /** The vacancy's times, in its school's time zone. */
  vacancy: OfferedClass;
  overlapping: OverlappingAssignment | null;
  /** Another day of its job on which they are booked. */
  bookedOn: string | null;
  /** It is null if the school offers the substitute the vacancy. */
  exclusion: ExclusionScope | null;
  /** The weekly availability. It is null if it was never saved. */
  week: Week | null;
  /** The exception for the vacancy's date, if any. */
  singleDate: DateChoice | null;
  /** The school of the vacancy. */
  settings: VacancySettings;
  preferences: JobPreferences | null;
  /** Their profile's subjects and qualifications. */
  knows: string;
  /** The hours until the vacancy starts. */
  hoursAhead: number;
  /** The distance to its school. It is null if it isn't known. */
  milesAway: number | null;
}

/**
 * Returns why a vacancy conflicts with a substitute's assignments, availability or job preferences, or with an
 * exclusion. Returns null if it doesn't. An assignment and an exclusion come first: they make a request impossible,
 * while an unavailable substitute may still request.
 */
export function clashOf(question: ClashQuestion): Clash | null {
  const { overlapping, vacancy } = question;
  if (overlapping) {
    const { schoolName, startTime, endTime } = overlapping;
    return {
      kind: 'assignment',
      sentence: `You're booked at ${schoolName} from ${formatTime(startTime)} to ${formatTime(endTime)} that day.`,
    };
  }
  if (question.bookedOn !== null)
    return {
      kind: 'assignment',
      sentence: `You're booked on ${formatShortDate(question.bookedOn)}, which is also a day of this job.`,
    };
  if (question.exclusion !== null) return { kind: 'excluded', sentence: exclusionSentence(question.exclusion) };
  const sentence = whyNotAvailable(question, `${dayName(vacancy.date)}s`);
  if (sentence !== null) return { kind: 'availability', sentence };
  if (!knowsNeeded(question)) return { kind: 'preferences', sentence: subjectSentence };
  if (!teachesNeeded(question)) return { kind: 'preferences', sentence: gradeSentence(vacancy.grade) };
  const preferences = question.preferences ?? noPreferences;
  const [missed] = unwanted(preferences, vacancy, question);
  return missed === undefined ? null : { kind: 'preferences', sentence: unwantedSentence(missed, preferences) };
}

const subjectSentence = 'The school offers this class to substitutes with its subject in their profile.';

function gradeSentence(grade: OfferedClass['grade']): string {
  return `The school offers this class to substitutes with ${grade === null ? 'its grade' : gradeName(grade)} in their profile.`;
}

function whyNotAvailable({ week, singleDate, vacancy, settings }: ClashQuestion, days: string): string | null {
  const { reason } = fitsAvailability({ week, singleDate, vacancy, settings });
  switch (reason) {
    case 'date_unavailable':
      return 'You marked this day as unavailable.';
    case 'date_outside_hours':
      return `On this day, you're available in the ${singleDate} only.`;
    case 'day_unavailable':
      return `You marked ${days} as unavailable.`;
    case 'outside_hours':
      return `On ${days}, you're available only in the ${week?.[weekdayOf(vacancy.date)]}.`;
    case 'never_saved':
    case 'date_available':
    case 'within_hours':
      return null;
  }
}
