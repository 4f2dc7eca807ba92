import { flushSync } from 'react-dom';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { getVacancy, type Vacancy } from '#contract/vacancies.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { badgesQuery } from '#web/session/badges.ts';
import { isConflict } from '#web/features/vacancies/move/conflict.ts';
import { leaveCard } from '#web/features/vacancies/card/leave-card.ts';
import { vacanciesKey, type VacancyPages } from '#web/features/vacancies/queries.ts';
import { showToast } from '#web/ui/toast.ts';

/** Refetches all vacancies and the counts of the sidebar. */
export function refreshVacancies(queries: QueryClient): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: vacanciesKey }),
    queries.invalidateQueries({ queryKey: badgesQuery.queryKey }),
  ]);
}

/**
 * Shows a failure in a toast. A lost race (409) is shown where it happened, in a card or dialog that stays, and the
 * vacancy's row is updated.
 */
export function tellFailure(
  queries: QueryClient,
  vacancyId: number,
  sentence: (reason: string) => string = itself,
  tellsConflicts = false,
) {
  return (error: Error) => {
    if (isConflict(error)) void refreshRow(queries, vacancyId);
    if (tellsConflicts || !isConflict(error))
      showToast({ title: 'Error', text: sentence(sentenceOf(error)), destructive: true });
  };
}

/**
 * Refetches one vacancy and updates it in the lists and its dialog. If it is no longer accessible, it stays until they
 * are refetched.
 */
async function refreshRow(queries: QueryClient, id: number): Promise<void> {
  void queries.invalidateQueries({ queryKey: badgesQuery.queryKey });
  const now = await call(getVacancy, { params: { id } }).catch(() => null);
  if (now === null) return;
  queries.setQueryData<Vacancy>([...vacanciesKey, 'one', id], now);
  queries.setQueriesData<VacancyPages>(
    { queryKey: [...vacanciesKey, 'list'] },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({ ...page, rows: page.rows.map((row) => (row.id === id ? now : row)) })),
      },
  );
}

/** The server's own sentence. */
const itself = (reason: string): string => reason;

type Said = { title: string; text: string };

type Move<Input> = {
  make: (input: Input) => Promise<unknown>;
  done: Said | ((input: Input) => Said);
  /** The toast for a failure, given the server's sentence. */
  failed?: (reason: string) => string;
  /** A lost race appears in the toast, too, because the dialog it was decided in isn't a card. */
  tellsConflicts?: boolean;
  /** Closes the dialog it was decided in. */
  close?: () => void;
};

/** A transition that removes the vacancy from its list: its card fades, focus moves on, and the lists are refetched. */
export function useMove<Input = void>(
  vacancy: Vacancy,
  { make, done, failed = itself, tellsConflicts = false, close }: Move<Input>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: make,
    onSuccess: async (_, input) => {
      showToast(typeof done === 'function' ? done(input) : done);
      // Focus can move to the next card only once the page behind the dialog is no longer inert.
      if (close) flushSync(close);
      const showAgain = await leaveCard(vacancy.id);
      await refreshVacancies(queries);
      showAgain();
    },
    onError: tellFailure(queries, vacancy.id, failed, tellsConflicts),
  });
}
