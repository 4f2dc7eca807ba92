import { queryOptions } from '@tanstack/react-query';
import { getClassFeedback, listOwnFeedback } from '#contract/feedback.ts';
import { call } from '#web/api/client.ts';

// The key is below the vacancies' key, so live events about a class refetch it.
const key = ['vacancies', 'feedback'] as const;

/** The caller's classes that are over, with their feedback. */
export const ownFeedbackQuery = queryOptions({
  queryKey: [...key, 'own'],
  queryFn: ({ signal }) => call(listOwnFeedback, { signal }),
});

/** Returns the feedback after a class, for the front office. */
export function classFeedbackQuery(vacancyId: number) {
  return queryOptions({
    queryKey: [...key, 'class', vacancyId],
    queryFn: ({ signal }) => call(getClassFeedback, { params: { id: vacancyId }, signal }),
  });
}
