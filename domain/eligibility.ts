import { type DateChoice, fitsAvailability, type Week } from './availability.ts';
import { type JobPreferences, noPreferences, unwanted } from './preferences.ts';
import type { VacancySettings } from './shift.ts';

/** Why a vacancy isn't offered to a substitute of its school. Their own answer comes first. */
export const ineligibilities = [
  'declined',
  'excluded',
  'booked',
  'unavailable',
  'over_limit',
  'day_length',
  'short_notice',
] as const;

export type Ineligibility = (typeof ineligibilities)[number];

/** The facts about a substitute who works at a vacancy's school (`whoWorksAt`: approved, active, not rejected there). */
export interface EligibilityFacts {
  hasDeclined: boolean;
  /** The school doesn't offer them this vacancy (`domain/exclusion.ts`). */
  isExcluded: boolean;
  /** Is booked at that time. */
  isBooked: boolean;
  /** Would work more than the school may book them for (`domain/work-limits.ts`). */
  isOverLimit?: boolean;
  /** The weekly availability. Null if it was never saved, which excludes nothing. */
  week: Week | null;
  /** The exception for the vacancy's date, if any. */
  singleDate: DateChoice | null;
  vacancy: { date: string; start: string; end: string };
  settings: VacancySettings;
  /** Their own. Null if they never said. */
  preferences: JobPreferences | null;
  /** How many hours the vacancy is ahead. */
  hoursAhead: number;
}

/**
 * Whether a vacancy is offered to a substitute of its school, and every reason why not. The one judgment: SQL loads facts, and offers,
 * the reach of an offer, the administrator's list of candidates and a substitute's own list all ask this function. Who may see a
 * vacancy is another question.
 */
export function eligibility(facts: EligibilityFacts): { isEligible: boolean; reasons: Ineligibility[] } {
  const { week, singleDate, vacancy, settings } = facts;
  const missed = unwanted(facts.preferences ?? noPreferences, vacancy, facts.hoursAhead);
  const holds: Record<Ineligibility, boolean> = {
    declined: facts.hasDeclined,
    excluded: facts.isExcluded,
    booked: facts.isBooked,
    unavailable: !fitsAvailability({ week, singleDate, vacancy, settings }).fits,
    over_limit: facts.isOverLimit === true,
    day_length: missed.includes('day_length'),
    short_notice: missed.includes('short_notice'),
  };
  const reasons = ineligibilities.filter((reason) => holds[reason]);
  return { isEligible: reasons.length === 0, reasons };
}

/** How many hours an instant is ahead, for `EligibilityFacts`. */
export function hoursUntil(startsAt: Date, now: Date): number {
  return (startsAt.getTime() - now.getTime()) / 3_600_000;
}
