import { type DateChoice, fitsAvailability, type Week } from './availability.ts';
import { gradesIn } from './grades-in.ts';
import { type JobPreferences, teaches, unwanted, type WantedClass } from './preferences.ts';
import type { VacancySettings } from './shift.ts';
import { namesSubject, subjectsIn } from './subject.ts';

/** Why a vacancy isn't offered to a substitute of its school. Their own answer comes first. */
export const ineligibilities = [
  'declined',
  'excluded',
  'booked',
  'unavailable',
  'over_limit',
  'unknown_subject',
  'unknown_grade',
  'day_length',
  'short_notice',
  'other_grade',
  'other_subject',
  'too_far',
] as const;

export type Ineligibility = (typeof ineligibilities)[number];

/** The facts about a class that the offer rules judge. */
export interface OfferedClass extends WantedClass {
  date: string;
  /** The class is offered only to substitutes who know its subject. */
  needsSubject: boolean;
  /** The class is offered only to substitutes who teach its grade. */
  needsGrade: boolean;
}

/**
 * The facts about a substitute who works at a vacancy's school (`whoWorksAt`: approved, active, not rejected there).
 */
export interface EligibilityFacts {
  hasDeclined: boolean;
  /** The school doesn't offer this vacancy to the substitute (`domain/exclusion.ts`). */
  isExcluded: boolean;
  /** The substitute is booked at that time. */
  isBooked: boolean;
  /** The substitute would work more than the school may book anyone for (`domain/work-limits.ts`). */
  isOverLimit?: boolean;
  /** The weekly availability. It is null if it was never saved, which excludes nothing. */
  week: Week | null;
  /** The exception for the vacancy's date, if any. */
  singleDate: DateChoice | null;
  vacancy: OfferedClass;
  settings: VacancySettings;
  /** The substitute's own choices. It is null if there are none yet. */
  preferences: JobPreferences | null;
  /**
   * The subjects in the substitute's profile and qualifications. They are read only where the class requires its
   * subject or grade.
   */
  knows: string;
  /** The hours until the vacancy starts. */
  hoursAhead: number;
  /** The distance to its school. It is null if it isn't known. */
  milesAway: number | null;
}

/**
 * Returns whether a vacancy is offered to a substitute of its school, and every reason why not. Only this function
 * decides: SQL loads the facts for offers, the reach of an offer, the administrator's list of candidates and a
 * substitute's own list. Who may see a vacancy is another question.
 */
export function eligibility(facts: EligibilityFacts): { isEligible: boolean; reasons: Ineligibility[] } {
  const { week, singleDate, vacancy, settings, preferences } = facts;
  // Written out in the order of the reasons, because this runs for each person and vacancy.
  const reasons: Ineligibility[] = [];
  if (facts.hasDeclined) reasons.push('declined');
  if (facts.isExcluded) reasons.push('excluded');
  if (facts.isBooked) reasons.push('booked');
  if (!fitsAvailability({ week, singleDate, vacancy, settings }).fits) reasons.push('unavailable');
  if (facts.isOverLimit === true) reasons.push('over_limit');
  if (!knowsNeeded(facts)) reasons.push('unknown_subject');
  if (!teachesNeeded(facts)) reasons.push('unknown_grade');
  if (preferences !== null) reasons.push(...unwanted(preferences, vacancy, facts));
  return { isEligible: reasons.length === 0, reasons };
}

/**
 * Returns whether a substitute knows the subject of a class that needs it, by their profile or their job preferences.
 * A school's own subject, which isn't in the list, must be in the profile word for word.
 */
export function knowsNeeded({
  vacancy: { needsSubject, subject },
  knows,
  preferences,
}: Pick<EligibilityFacts, 'vacancy' | 'knows' | 'preferences'>): boolean {
  if (!needsSubject || subject === null) return true;
  if (subjectsIn(subject).length === 0) return namesSubject(knows, subject);
  return teaches(subject, [...subjectsIn(knows), ...(preferences?.subjects ?? [])]);
}

/**
 * Returns whether a substitute teaches the grade of a class that needs it: the profile names it, or the substitute
 * chose it in their job preferences.
 */
export function teachesNeeded({
  vacancy: { needsGrade, grade },
  knows,
  preferences,
}: Pick<EligibilityFacts, 'vacancy' | 'knows' | 'preferences'>): boolean {
  if (!needsGrade || grade === null) return true;
  return preferences?.grades.includes(grade) === true || gradesIn(knows).includes(grade);
}

/** Returns how many hours an instant is ahead, for `EligibilityFacts`. */
export function hoursUntil(startsAt: Date, now: Date): number {
  return (startsAt.getTime() - now.getTime()) / 3_600_000;
}
