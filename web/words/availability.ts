import type { AvailabilityValue, dateParts, DateChoice, DateStatus } from '#domain/availability.ts';

/** The labels of a day's choices. */
export const choiceWords: Record<AvailabilityValue, string> = {
  unavailable: 'Unavailable',
  morning: 'Morning',
  afternoon: 'Afternoon',
  all_day: 'All Day',
};

/** The labels of a date exception's values. */
export const statusWords: Record<DateChoice, string> = {
  available: 'Available',
  morning: 'Morning only',
  afternoon: 'Afternoon only',
  preferred: 'Preferred',
  unavailable: 'Unavailable',
};

/** Returns a date exception in words, with its half of the day. */
export const choiceOf = ({
  status,
  part,
}: {
  status: DateStatus;
  part: (typeof dateParts)[number] | null;
}): DateChoice => part ?? status;
