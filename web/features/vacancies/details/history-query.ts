import { queryOptions } from '@tanstack/react-query';
import { listVacancyHistory } from '#contract/vacancy-history.ts';
import { call } from '#web/api/client.ts';

/** Returns a vacancy's history, oldest first. */
export function vacancyHistoryQuery(id: number) {
  return queryOptions({
    queryKey: ['vacancies', 'history', id],
    queryFn: ({ signal }) => call(listVacancyHistory, { params: { id }, signal }),
  });
}
