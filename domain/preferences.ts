import { minutesOf } from './time.ts';

/** The lengths of classes that a substitute wants to be offered. */
export const dayLengths = ['any', 'full', 'half'] as const;

/** The shortest notices to choose from, in hours. 0 is any. */
export const noticeChoices = [0, 1, 2, 4, 12, 24, 48] as const;

/** The classes that a substitute wants to be offered. They can still request all others. */
export interface JobPreferences {
  days: (typeof dayLengths)[number];
  /** The shortest notice before the start, in hours. */
  noticeHours: number;
}

/** Everything is wanted, until a substitute says otherwise. */
export const noPreferences: JobPreferences = { days: 'any', noticeHours: 0 };

/** A class of at most this many minutes counts as half a day. */
const longestHalf = 270;

export type Unwanted = 'day_length' | 'short_notice';

/** The preferences that a class misses: its times at the school, and how many hours it is ahead. */
export function unwanted(
  { days, noticeHours }: JobPreferences,
  { start, end }: { start: string; end: string },
  hoursAhead: number,
): Unwanted[] {
  const isHalf = minutesOf(end) - minutesOf(start) <= longestHalf;
  return [
    ...(days === 'any' || (days === 'half') === isHalf ? [] : ['day_length' as const]),
    ...(noticeHours === 0 || hoursAhead >= noticeHours ? [] : ['short_notice' as const]),
  ];
}

/** Why a class isn't one that the reader wants to be offered. */
export function unwantedSentence(reason: Unwanted, { days, noticeHours }: JobPreferences): string {
  if (reason === 'day_length')
    return `In your job preferences, you asked for ${days === 'half' ? 'half days' : 'full days'} only.`;
  return `In your job preferences, you asked for at least ${noticeHours} ${noticeHours === 1 ? 'hour' : 'hours'} of notice.`;
}
