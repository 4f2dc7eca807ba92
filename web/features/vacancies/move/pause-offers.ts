import { useQueryClient } from '@tanstack/react-query';
import { pauseOffers } from '#contract/offers.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import { call } from '#web/api/client.ts';
import { useCommand } from '#web/api/use-command.ts';
import { tellFailure } from '#web/features/vacancies/move/move.ts';

/** Pauses further waves of offers, or resumes them. */
export function usePauseOffers({ id, description }: Vacancy) {
  const queries = useQueryClient();
  return useCommand({
    send: (isPaused: boolean) => call(pauseOffers, { params: { id }, body: { isPaused } }),
    toast: ({ offers }) => ({
      title: offers?.isPaused === true ? 'Offers paused' : 'Offers resumed',
      text:
        offers?.isPaused === true
          ? `No one else is notified of ${description} until you resume. Substitutes can still request it.`
          : `The next substitutes will be notified of ${description} as planned.`,
    }),
    changes: ['vacancies'],
    failed: tellFailure(queries, id),
  });
}
