import type { DateChoice } from './availability.ts';
import type { Distance } from './distance.ts';

/** Reasons why a substitute fits a vacancy or doesn't, in display order. */
export const fitReasons = [
  'booked',
  'declined',
  'excluded',
  'no_show',
  'requested',
  'asked_for',
  'teachers_favorite',
  'schools_favorite',
  'preferred_date',
  'available',
  'unavailable',
  'lacks_subject',
  'lacks_grade',
  'unwanted',
  'free',
  'subject',
  'grade',
  'with_teacher',
  'been_here',
  'near',
  'usual',
  'far',
] as const;

export type FitReason = (typeof fitReasons)[number];

/** The facts about a substitute for one vacancy. */
export interface Fit {
  /** The substitute is booked at that time. */
  isBooked: boolean;
  hasDeclined: boolean;
  /** The school doesn't offer them this vacancy. */
  isExcluded: boolean;
  hasRequested: boolean;
  /** Their request for another of the school's classes at that time is open. It ends once they are booked here. */
  hasRequestedOther: boolean;
  /** The teacher chose them by name when posting. */
  isAskedFor: boolean;
  isTeachersFavorite: boolean;
  isSchoolsFavorite: boolean;
  /** The date of their latest no-show at the school, if it still counts. */
  noShowOn: string | null;
  /** The substitute didn't come to a class of this vacancy's teacher. */
  isNoShowHere: boolean;
  /**
   * Whether the vacancy fits the availability. It is null if no weekly availability was ever saved and the date
   * has no exception.
   */
  isAvailable: boolean | null;
  /** The class requires its subject, or its grade, and neither their profile nor their job preferences have it. */
  lacksSubject: boolean;
  lacksGrade: boolean;
  /** The class isn't in their job preferences. */
  isUnwanted: boolean;
  /** The exception for the vacancy's date. */
  singleDate: DateChoice | null;
  knowsSubject: boolean;
  /** The substitute chose the vacancy's grade in the job preferences. */
  choseGrade: boolean;
  distance: Distance;
  /** Classes of this vacancy's teacher, and of the school, that they have completed. */
  timesWithTeacher: number;
  timesHere: number;
}

/** Returns all reasons for and against a candidate. */
export function reasonsOf(fit: Fit): FitReason[] {
  const holds: Record<FitReason, boolean> = {
    booked: fit.isBooked,
    declined: fit.hasDeclined,
    excluded: fit.isExcluded,
    no_show: fit.noShowOn !== null,
    requested: fit.hasRequested,
    asked_for: fit.isAskedFor,
    teachers_favorite: fit.isTeachersFavorite,
    schools_favorite: fit.isSchoolsFavorite,
    preferred_date: fit.singleDate === 'preferred',
    available: fit.isAvailable === true && fit.singleDate !== 'preferred',
    unavailable: fit.isAvailable === false,
    lacks_subject: fit.lacksSubject,
    lacks_grade: fit.lacksGrade,
    unwanted: fit.isUnwanted,
    free: !fit.isBooked,
    subject: fit.knowsSubject,
    grade: fit.choseGrade,
    with_teacher: fit.timesWithTeacher > 0,
    been_here: fit.timesHere > fit.timesWithTeacher,
    near: fit.distance === 'near',
    usual: fit.distance === 'usual',
    far: fit.distance === 'far',
  };
  return fitReasons.filter((reason) => holds[reason]);
}

const unfit: ReadonlySet<FitReason> = new Set([
  'booked',
  'declined',
  'excluded',
  'unavailable',
  'lacks_subject',
  'lacks_grade',
  'unwanted',
]);

/** Returns whether a vacancy can be offered to a substitute with these reasons, by the same rules as any offer. */
export function fitsOffer(reasons: readonly FitReason[]): boolean {
  return !reasons.some((reason) => unfit.has(reason));
}

/** The reasons that only the front office reads. */
const officeReasons: ReadonlySet<FitReason> = new Set(['no_show', 'usual', 'far']);

/** Returns the reasons that a teacher reads about a substitute who fits their class. */
export function reasonsForTeacher(reasons: readonly FitReason[]): FitReason[] {
  return reasons.filter((reason) => !officeReasons.has(reason));
}

const MOST_TIMES = 9999;

/**
 * Returns the match quality as digits that sort as text, best match first. Booked substitutes come last, preceded by
 * those who declined, those the school excludes, and those who didn't come to this teacher's class. After that, the
 * order depends on whether they are available that day, have the required subject and grade, requested it, didn't
 * request another class at that time, were asked for by name, are a favorite, prefer the date, know the subject or
 * chose the grade, how often they have covered for the teacher and been here, and how near they are.
 */
export function fitRank(fit: Fit): string {
  const steps = [
    fit.isBooked,
    fit.hasDeclined,
    fit.isExcluded,
    fit.isNoShowHere,
    fit.isAvailable === false,
    (fit.lacksSubject || fit.lacksGrade) && !fit.hasRequested,
    fit.isUnwanted && !fit.hasRequested,
    !fit.hasRequested,
    fit.hasRequestedOther,
    !fit.isAskedFor,
    !fit.isTeachersFavorite,
    !fit.isSchoolsFavorite,
    fit.singleDate !== 'preferred',
    fit.isAvailable === null,
    !fit.knowsSubject,
    !fit.choseGrade,
  ];
  const rare = (times: number) => String(MOST_TIMES - Math.min(times, MOST_TIMES)).padStart(4, '0');
  const away = fit.distance === 'near' ? 0 : fit.distance === 'far' ? 2 : 1;
  return `${steps.map(Number).join('')}${rare(fit.timesWithTeacher)}${rare(fit.timesHere)}${away}`;
}
