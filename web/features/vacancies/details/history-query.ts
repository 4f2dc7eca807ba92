import { listVacancyHistory } from '#contract/vacancy-history.ts';
import { reading } from '#web/api/reading.ts';

/** Returns a vacancy's history, oldest first. */
export function vacancyHistoryQuery(id: number) {
  return reading(['vacancies', 'history', id], listVacancyHistory, { params: { id } });
}
