import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createElement, Fragment, type ReactNode } from 'react';
import type { Vacancy } from '#contract/vacancies.ts';
import { isGone } from '#web/features/vacancies/move/conflict.ts';
import { vacancyQuery } from '#web/features/vacancies/queries.ts';
import { useLayer } from '#web/navigation/use-layer.ts';
import { useSubject } from '#web/navigation/use-subject.ts';

type VacancyLayer = {
  /** The vacancy when its dialog opened. It is null if none is open, or while it is unknown. */
  vacancy: Vacancy | null;
  /** The current vacancy. It is null if it was deleted, undefined while that is unknown. */
  now: Vacancy | null | undefined;
  /** Why the vacancy of an open layer couldn't be read, so no dialog is shown. */
  unread: Error | null;
  show: (vacancy: Vacancy) => void;
  close: () => void;
  /** Renders the dialog while it is open. One about another vacancy starts over. */
  render: (dialog: (props: VacancyDialogProps) => ReactNode) => ReactNode;
};

/** The props of a dialog about one vacancy. It is mounted while it is open. */
export type VacancyDialogProps = {
  /** The vacancy when the dialog opened. */
  vacancy: Vacancy;
  /** The current vacancy. It is null if it was deleted, undefined while that is unknown. */
  current: Vacancy | null | undefined;
  onClose: () => void;
};

/**
 * Returns a dialog about one vacancy, in the address as `?NAME=ID`. It stays open with its text even if the vacancy
 * changes or is deleted.
 */
export function useVacancyLayer(name: string): VacancyLayer {
  const layer = useLayer(name);
  const queries = useQueryClient();
  const id = Number(layer.open ?? 0);
  const { data, error } = useQuery({ ...vacancyQuery(id), enabled: Number.isSafeInteger(id) && id > 0 });
  const now = isGone(error) ? null : data;
  const vacancy = useSubject(layer.open, now);
  const { close } = layer;
  return {
    vacancy,
    now,
    unread: layer.open === null || vacancy || now === null ? null : error,
    show: (next) => {
      // If the list has the vacancy, the dialog opens immediately.
      queries.setQueryData(vacancyQuery(next.id).queryKey, next);
      layer.show(String(next.id));
    },
    close,
    render: (dialog) =>
      vacancy === null
        ? null
        : createElement(Fragment, { key: vacancy.id }, dialog({ vacancy, current: now, onClose: close })),
  };
}
