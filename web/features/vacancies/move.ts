import { flushSync } from 'react-dom';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Vacancy } from '#contract/vacancies.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { badgesQuery } from '#web/features/notices/badges.ts';
import { isConflict } from '#web/features/vacancies/conflict.ts';
import { leaveCard } from '#web/features/vacancies/leave-card.ts';
import { vacanciesKey } from '#web/features/vacancies/queries.ts';
import { showToast } from '#web/ui/toast.ts';

/** Has every vacancy and the counts of the sidebar fetched again. */
export function refreshVacancies(queries: QueryClient): Promise<unknown> {
  return Promise.all([queries.invalidateQueries({ queryKey: vacanciesKey }), queries.invalidateQueries({ queryKey: badgesQuery.queryKey })]);
}

/** Says in a toast that something failed; a lost race (409) is said in its card instead, which then stays. */
export function tellFailure(sentence: (reason: string) => string) {
  return (error: Error) => {
    if (!isConflict(error)) showToast({ title: 'Error', text: sentence(sentenceOf(error)), destructive: true });
  };
}

/** The server's own sentence. */
export const itself = (reason: string): string => reason;

type Move<Input> = {
  make: (input: Input) => Promise<unknown>;
  done: { title: string; text: string };
  /** What a toast says of a failure, given the server's sentence. */
  failed?: (reason: string) => string;
  /** Closes the dialog in which it was decided. */
  close?: () => void;
};

/** A move that takes the vacancy out of the list it stands in: its card fades, focus goes on, the lists follow. */
export function useMove<Input = void>(vacancy: Vacancy, { make, done, failed = itself, close }: Move<Input>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: make,
    onSuccess: async () => {
      showToast(done);
      // Focus can only go on to the next card once the page behind the dialog is no longer inert.
      if (close) flushSync(close);
      const showAgain = await leaveCard(vacancy.id);
      await refreshVacancies(queries);
      showAgain();
    },
    onError: tellFailure(failed),
  });
}
