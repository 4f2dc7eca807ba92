import type { DateChoice } from './availability.ts';

/** Why a substitute fits a vacancy, or does not; in the order in which it is said. */
export const fitReasons = [
  'booked',
  'declined',
  'requested',
  'preferred_date',
  'available',
  'unavailable',
  'free',
  'subject',
  'been_here',
] as const;

export type FitReason = (typeof fitReasons)[number];

/** What is known of a substitute for one vacancy. */
export interface Fit {
  /** Covers another room at that time. */
  isBooked: boolean;
  hasDeclined: boolean;
  hasRequested: boolean;
  /** Whether it fits the availability; null where no weekly grid was ever saved and the date says nothing. */
  isAvailable: boolean | null;
  /** What they said of the vacancy's own date. */
  singleDate: DateChoice | null;
  knowsSubject: boolean;
  timesHere: number;
}

/** Everything that speaks for or against them. */
export function reasonsOf(fit: Fit): FitReason[] {
  const holds: Record<FitReason, boolean> = {
    booked: fit.isBooked,
    declined: fit.hasDeclined,
    requested: fit.hasRequested,
    preferred_date: fit.singleDate === 'preferred',
    available: fit.isAvailable === true && fit.singleDate !== 'preferred',
    unavailable: fit.isAvailable === false,
    free: !fit.isBooked,
    subject: fit.knowsSubject,
    been_here: fit.timesHere > 0,
  };
  return fitReasons.filter((reason) => holds[reason]);
}

const MOST_TIMES = 9999;

/**
 * How well somebody fits, as digits that compare as text: the best fit comes first. Booked ones come last and those
 * who declined before them; then counts whether they are available that day, asked for it, prefer the date, know the
 * subject, and how often they were here.
 */
export function fitRank(fit: Fit): string {
  const steps = [
    fit.isBooked,
    fit.hasDeclined,
    fit.isAvailable === false,
    !fit.hasRequested,
    fit.singleDate !== 'preferred',
    fit.isAvailable === null,
    !fit.knowsSubject,
  ];
  return `${steps.map(Number).join('')}${String(MOST_TIMES - Math.min(fit.timesHere, MOST_TIMES)).padStart(4, '0')}`;
}
