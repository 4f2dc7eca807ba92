import type { Vacancy } from '#contract/vacancies.ts';
import { hasEnded } from '#web/words/time.ts';

/**
 * Returns the actions of a teacher or substitute that are still possible. The reply may be from before the end of the
 * class, which ends all of them.
 */
export function actsNow(vacancy: Pick<Vacancy, 'can' | 'date' | 'endTime' | 'timeZone'>, now: Date): Vacancy['can'] {
  return hasEnded(vacancy, now) ? [] : vacancy.can;
}
