import { queryOptions } from '@tanstack/react-query';
import { getBadges } from '#contract/session.ts';
import { call } from '#web/api/client.ts';

/** The counts of sidebar and bell. Every change to a vacancy or an approval invalidates it. */
export const badgesQuery = queryOptions({
  queryKey: ['badges'],
  queryFn: ({ signal }) => call(getBadges, { signal }),
});
