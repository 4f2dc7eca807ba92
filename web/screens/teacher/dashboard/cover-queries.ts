import { queryOptions } from '@tanstack/react-query';
import { getCoverCounts } from '#contract/cover.ts';
import { getOwnCoverWishes } from '#contract/cover-settings.ts';
import { call } from '#web/api/client.ts';

/** Says how many periods each teacher covered. */
export const coverCountsQuery = queryOptions({
  queryKey: ['cover', 'counts'],
  queryFn: ({ signal }) => call(getCoverCounts, { signal }),
});

/** Says whether the reader wants to be asked. */
export const coverWishesQuery = queryOptions({
  queryKey: ['cover', 'wishes'],
  queryFn: ({ signal }) => call(getOwnCoverWishes, { signal }),
});
