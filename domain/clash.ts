import { type DateChoice, fitsAvailability, type Week } from './availability.ts';
import type { VacancySettings } from './shift.ts';
import { formatTime, weekdayOf } from './time.ts';

export const clashKinds = ['assignment', 'availability'] as const;

/** What of a substitute's own stands against an open vacancy, with the sentence that tells them. */
export interface Clash {
  kind: (typeof clashKinds)[number];
  sentence: string;
}

/** An assignment of the substitute's that overlaps the vacancy, by the clock of its own school. */
export interface OverlappingAssignment {
  schoolName: string;
  startTime: string;
  endTime: string;
}

interface ClashQuestion {
  /** The vacancy's own times, by the clock of its school. */
  vacancy: { date: string; start: string; end: string };
  overlapping: OverlappingAssignment | null;
  /** The weekly grid; null where it was never saved. */
  week: Week | null;
  /** What the substitute said of the vacancy's date, if anything. */
  singleDate: DateChoice | null;
  /** The vacancy's school's. */
  settings: VacancySettings;
}

/**
 * Why a vacancy clashes with what a substitute has already said, or null. An own assignment comes before the
 * availability: nobody is booked twice, while who is not available may still ask.
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
    case 'date_outside_hours':
      return `On this day, you're available in the ${singleDate} only.`;
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
