import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Vacancy } from '#contract/vacancies.ts';
import { ApiError } from '#web/api/errors.ts';
import { vacancyQuery } from '#web/features/vacancies/queries.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useSubject } from '#web/navigation/use-subject.ts';

type VacancyLayer = {
  /** The vacancy whose dialog is open, as it was when the dialog opened; null while none is, or it isn't known yet. */
  vacancy: Vacancy | null;
  /** The same as it is by now; null if it is gone, undefined while that isn't known. */
  now: Vacancy | null | undefined;
  show: (vacancy: Vacancy) => void;
  close: () => void;
};

/** A dialog about one vacancy, in the address as `?NAME=ID`. It stays open with its text, whatever becomes of the vacancy. */
export function useVacancyLayer(name: string): VacancyLayer {
  const layer = useLayer(name);
  const queries = useQueryClient();
  const id = Number(layer.open ?? 0);
  const { data, error } = useQuery({ ...vacancyQuery(id), enabled: Number.isSafeInteger(id) && id > 0 });
  const now = error instanceof ApiError && error.status === 404 ? null : data;
  return {
    vacancy: useSubject(layer.open, now),
    now,
    show: (vacancy) => {
      // The list has it already: the dialog opens at once.
      queries.setQueryData(vacancyQuery(vacancy.id).queryKey, vacancy);
      layer.show(String(vacancy.id));
    },
    close: layer.close,
  };
}
