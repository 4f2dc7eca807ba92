import type { Vacancy } from '#contract/vacancies.ts';
import { cardId } from '#web/features/vacancies/card/leave-card.ts';
import { useAnsweredRows } from '#web/ui/use-answered-rows.tsx';

/** Returns the vacancies of a list that keeps answered ones in place. */
export function useAnsweredVacancies(vacancies: readonly Vacancy[]) {
  return useAnsweredRows(vacancies, cardId);
}

export type AnsweredVacancies = ReturnType<typeof useAnsweredVacancies>;
