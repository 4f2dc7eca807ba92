import { queryOptions } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listOwnCovers } from '#contract/cover.ts';

export type OwnCover = ReplyOf<typeof listOwnCovers>['covers'][number];

/** The covers that the reader is asked for or has accepted. */
export const ownCoversQuery = queryOptions({
  queryKey: ['cover', 'own'],
  // The call is in the file of the section that shows its reply, because the home's own file is shared by everyone.
  queryFn: async ({ signal }) => (await import('#web/features/cover/answer-cover.ts')).readOwnCovers(signal),
});
