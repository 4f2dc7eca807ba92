import type { Vacancy } from '#contract/vacancies.ts';

/**
 * Returns whether a vacancy on offer doesn't fit its reader: they can't request it, or it is outside their
 * availability. Their own request stays in view.
 */
export function isUnfit({ status, can, clash, declined }: Vacancy): boolean {
  return !declined && status === 'open' && (clash !== null || !can.includes('request'));
}
