import type { Vacancy } from '#contract/vacancies.ts';
import { formatDate } from '#domain/time.ts';
import { hasEnded } from '#web/words/time.ts';

/**
 * Returns the line above a day's collapsed vacancies that don't fit: '2 that don’t fit on November 24, 2026', and why.
 */
export function unfitTitle(vacancies: readonly Vacancy[], now: Date): { title: string; why: string } {
  const [first] = vacancies;
  const count = vacancies.length;
  const over = vacancies.filter((vacancy) => hasEnded(vacancy, now)).length;
  const booked = vacancies.filter((vacancy) => !hasEnded(vacancy, now) && vacancy.clash?.kind === 'assignment').length;
  const unwanted = vacancies.filter(
    (vacancy) => !hasEnded(vacancy, now) && vacancy.clash?.kind === 'preferences',
  ).length;
  const excluded = vacancies.filter((vacancy) => !hasEnded(vacancy, now) && vacancy.clash?.kind === 'excluded').length;
  const reasons = [
    { of: booked, words: 'at a time when you’re booked' },
    { of: count - booked - over - unwanted - excluded, words: 'outside your availability' },
    { of: unwanted, words: 'not in your job preferences' },
    { of: excluded, words: 'not being offered to you' },
    { of: over, words: 'already over' },
  ].filter(({ of }) => of > 0);
  return {
    title: `${count} that ${count === 1 ? 'doesn’t' : 'don’t'} fit on ${formatDate(first?.date ?? '')}`,
    why: reasons.map(({ of, words }) => `${of} ${words}`).join(', '),
  };
}
