import type { Queryable } from '#server/db/database.ts';
import { countedId } from '#server/features/vacancies/vacancy/job-days.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { countAttempt } from '#server/http/limits.ts';

/**
 * How often administrators may assign a substitute to one vacancy in a day, or swap its substitute. Each time notifies
 * people, and releasing the substitute again offers the vacancy to everyone.
 */
const assignments = { most: 20, windowSeconds: 86_400 };

/**
 * Counts an assignment of a vacancy, or of its whole job.
 *
 * @throws {Refused} too_many_requests
 */
export function countAssignment(db: Queryable, row: Pick<VacancyRow, 'id' | 'jobDays'>, now: Date): Promise<void> {
  return countAttempt(db, { key: `assigns-of:${countedId(row)}`, ...assignments }, now);
}
