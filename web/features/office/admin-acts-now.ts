import type { Vacancy } from '#contract/vacancies.ts';
import { hasEnded } from '#web/words/time.ts';

/**
 * Returns the actions of an administrator that are still possible. The reply may be from before the end of the class.
 * After it, only the record can be corrected or deleted.
 */
export function adminActsNow(
  vacancy: Pick<Vacancy, 'can' | 'date' | 'endTime' | 'timeZone'>,
  now: Date,
): Vacancy['can'] {
  return hasEnded(vacancy, now) ? vacancy.can.filter((act) => act === 'correct' || act === 'remove') : vacancy.can;
}
