import { flushSync } from 'react-dom';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { getVacancy, type Vacancy } from '#contract/vacancies.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { isConflict } from '#web/features/vacancies/move/conflict.ts';
import { leaveCard } from '#web/features/vacancies/card/leave-card.ts';
import { type VacancyPages, vacancyQuery } from '#web/features/vacancies/queries.ts';
import { showToast } from '#web/ui/toast.ts';

/**
 * Says in a toast that something failed. A lost race (409) is said where it was lost, in a card or dialog that then
 * stays, and the row of the vacancy is made what it is by now.
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

/** Fetches one vacancy again and puts it where the lists and a dialog about it have it. Out of reach by now, it stays until they are fetched. */
async function refreshRow(queries: QueryClient, id: number): Promise<void> {
  void changed(queries, 'counts');
  const now = await call(getVacancy, { params: { id } }).catch(() => null);
  if (now === null) return;
  queries.setQueryData(vacancyQuery(id).queryKey, now);
  queries.setQueriesData<VacancyPages>(
    { queryKey: ['vacancies', 'list'] },
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
  /** What a toast says of a failure, given the server's sentence. */
  failed?: (reason: string) => string;
  /** A lost race is said in the toast too: the dialog in which it was decided is no card. */
  tellsConflicts?: boolean;
  /** Closes the dialog in which it was decided. */
  close?: () => void;
};

/** A move that takes the vacancy out of the list it stands in: its card fades, focus goes on, the lists follow. */
export function useMove<Input = void>(
  vacancy: Vacancy,
  { make, done, failed = itself, tellsConflicts = false, close }: Move<Input>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: make,
    onSuccess: async (_, input) => {
      showToast(typeof done === 'function' ? done(input) : done);
      // Focus can only go on to the next card once the page behind the dialog is no longer inert.
      if (close) flushSync(close);
      const showAgain = await leaveCard(vacancy.id);
      await changed(queries, 'vacancies');
      showAgain();
    },
    onError: tellFailure(queries, vacancy.id, failed, tellsConflicts),
  });
}
