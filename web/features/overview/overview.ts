import { queryOptions } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getOverview } from '#contract/platform.ts';
import { call } from '#web/api/client.ts';

export type Overview = ReplyOf<typeof getOverview>;

/** All schools at a glance. Coverage changes without this page, so it is refetched on each visit. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call(getOverview, { signal }),
  gcTime: 0,
});
