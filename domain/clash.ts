import { type DateStatus, fitsAvailability, type Week } from './availability.ts';
import type { VacancySettings } from './shift.ts';
import { formatTime, weekdayOf } from './time.ts';

export const clashKinds = ['assignment', 'availability'] as const;

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

interface ClashQuestion {
  /** The vacancy's times, in its school's time zone. */
  vacancy: { date: string; start: string; end: string };
  overlapping: OverlappingAssignment | null;
  /** The weekly availability. Null if it was never saved. */
  week: Week | null;
  /** The exception for the vacancy's date, if any. */
  singleDate: DateStatus | null;
  /** The school of the vacancy. */
  settings: VacancySettings;
}

/**
 * Why a vacancy conflicts with a substitute's assignments or availability, or null. An assignment comes first: it makes
 * a request impossible, while an unavailable substitute may still request.
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
  const sentence = whyNotAvailable(question, `${capital(weekdayOf(vacancy.date))}s`);
  return sentence === null ? null : { kind: 'availability', sentence };
}

function whyNotAvailable({ week, singleDate, vacancy, settings }: ClashQuestion, days: string): string | null {
  const { reason } = fitsAvailability({ week, singleDate, vacancy, settings });
  switch (reason) {
    case 'date_unavailable':
      return 'You marked this day as unavailable.';
    case 'day_unavailable':
      return `You marked ${days} as unavailable.`;
    case 'outside_hours':
      return `On ${days}, you're available in the ${week?.[weekdayOf(vacancy.date)]} only.`;
    case 'never_saved':
    case 'date_available':
    case 'within_hours':
      return null;
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
