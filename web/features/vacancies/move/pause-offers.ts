import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pauseOffers } from '#contract/offers.ts';
import type { Vacancy } from '#contract/vacancies.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { tellFailure } from '#web/features/vacancies/move/move.ts';
import { showToast } from '#web/ui/toast.ts';

/** Pauses further waves of offers, or resumes them. */
export function usePauseOffers({ id, description }: Vacancy) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (isPaused: boolean) => call(pauseOffers, { params: { id }, body: { isPaused } }),
    onSuccess: ({ offers }) => {
      showToast({
        title: offers?.isPaused === true ? 'Offers paused' : 'Offers resumed',
        text:
          offers?.isPaused === true
            ? `No one else is notified of ${description} until you resume. Substitutes can still request it.`
            : `Substitutes are notified of ${description} again.`,
      });
      return changed(queries, 'vacancies');
    },
    onError: tellFailure(queries, id),
  });
}
