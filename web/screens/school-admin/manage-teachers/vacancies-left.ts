import type { User } from '#contract/person.ts';
import { counted } from '#web/words/time.ts';

type Left = Pick<User, 'upcomingOpenVacancies' | 'pendingVacancies' | 'upcomingFilledVacancies'>;

/**
 * Returns how many upcoming vacancies a teacher has, and what happens to them if the account is disabled. The result is
 * empty if there are none.
 */
export function vacanciesLeft({
  upcomingOpenVacancies: open = 0,
  pendingVacancies: pending = 0,
  upcomingFilledVacancies: filled = 0,
}: Left): string[] {
  const vacancies = (count: number, kind: string) => counted(count, `${kind} vacancy`, `${kind} vacancies`);
  const one = (count: number, single: string, several: string) => (count === 1 ? single : several);
  if (open + pending + filled === 0) return [];
  return [
    ...(open > 0
      ? [
          `${vacancies(open, 'open')} ${one(open, 'stays open. Substitutes can still request it.', 'stay open. Substitutes can still request them.')}`,
        ]
      : []),
    ...(pending > 0 ? [`${counted(pending, 'request')} still ${one(pending, 'needs', 'need')} an answer.`] : []),
    ...(filled > 0
      ? [`${vacancies(filled, 'upcoming filled')} ${one(filled, 'keeps its substitute.', 'keep their substitutes.')}`]
      : []),
    'Your school’s administrators are notified instead, and can answer requests and delete vacancies in Open Vacancies.',
  ];
}
