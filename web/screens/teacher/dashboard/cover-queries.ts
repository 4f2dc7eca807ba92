import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answerCover, getCoverCounts, listOwnCovers } from '#contract/cover.ts';
import { getOwnCoverWishes } from '#contract/cover-settings.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';

export type OwnCover = ReplyOf<typeof listOwnCovers>['covers'][number];

/** The covers that the reader is asked for or has accepted. */
export const ownCoversQuery = queryOptions({
  queryKey: ['cover', 'own'],
  queryFn: ({ signal }) => call(listOwnCovers, { signal }),
});

/** How many periods each teacher covered. */
export const coverCountsQuery = queryOptions({
  queryKey: ['cover', 'counts'],
  queryFn: ({ signal }) => call(getCoverCounts, { signal }),
});

/** Whether the reader wants to be asked. */
export const coverWishesQuery = queryOptions({
  queryKey: ['cover', 'wishes'],
  queryFn: ({ signal }) => call(getOwnCoverWishes, { signal }),
});

/** Says yes or no to a cover. */
export function useAnswerCover(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (answer: 'yes' | 'no') => call(answerCover, { params: { id }, body: { answer } }),
    onSettled: () => changed(queries, 'cover', 'notices'),
  });
}
