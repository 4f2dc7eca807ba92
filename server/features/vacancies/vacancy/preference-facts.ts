import type { OfferedClass } from '#domain/eligibility.ts';
import { milesBetweenZips } from '#server/core/zip-codes.ts';
import type { StoredPreferences } from '#server/db/sql/substitutes.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';

/** Returns how far a school is from a substitute, in miles. Returns null if one of their ZIP codes isn't known. */
export function milesAway(preferences: StoredPreferences | null, schoolZip: string): number | null {
  return milesBetweenZips(preferences?.zip ?? null, schoolZip);
}

/** Returns the facts about a vacancy that the offer rules judge. */
export function offeredClass({
  date,
  startTime: start,
  endTime: end,
  grade,
  subject,
  needsSubject,
  needsGrade,
}: Pick<
  VacancyRow,
  'date' | 'startTime' | 'endTime' | 'grade' | 'subject' | 'needsSubject' | 'needsGrade'
>): OfferedClass {
  return { date, start, end, grade, subject, needsSubject, needsGrade };
}
