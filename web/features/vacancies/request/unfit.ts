import type { Vacancy } from '#contract/vacancies.ts';

/** Whether a vacancy on offer doesn't fit its reader: they can't request it, or their availability speaks against it. */
export function isUnfit({ can, clash, declined }: Vacancy): boolean {
  return !declined && (clash !== null || !can.includes('request'));
}
