import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { vacancyQuery } from '#web/features/vacancies/queries.ts';
import { useLayer } from '#web/navigation/use-param.ts';

type VacancyLayer = {
  /** Whose dialog is open; null while none is. */
  id: number | null;
  /** The vacancy whose dialog is open, once it is known; null while none is. */
  vacancy: Vacancy | null;
  show: (vacancy: Pick<Vacancy, 'id'>) => void;
  /** Closes the dialog at once: by the time the address has followed, focus is long somewhere else. */
  close: () => void;
};

/**
 * A dialog about one vacancy, in the address as `?NAME=ID`. `known` are those that the screen has; another one is
 * fetched, so that a reload and a shared link open it too.
 */
export function useVacancyLayer(name: string, known: readonly Vacancy[]): VacancyLayer {
  const layer = useLayer(name);
  const [left, setLeft] = useState<string | null>(null);
  // Once the address no longer names it, it can be opened again.
  if (left !== null && layer.open !== left) setLeft(null);
  const id = layer.open === null || layer.open === left ? null : Number(layer.open);
  const listed = known.find((vacancy) => vacancy.id === id);
  const fetched = useQuery({
    ...vacancyQuery(id ?? 0),
    enabled: id !== null && Number.isSafeInteger(id) && id > 0 && listed === undefined,
  });
  return {
    id,
    vacancy: id === null ? null : (listed ?? fetched.data ?? null),
    show: (vacancy) => layer.show(String(vacancy.id)),
    close: () => {
      setLeft(layer.open);
      layer.close();
    },
  };
}
