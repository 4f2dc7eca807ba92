import { queryOptions } from '@tanstack/react-query';
import { getSecondFactor } from '#contract/second-factor.ts';
import { call } from '#web/api/client.ts';

/** The state of the user's own second factor. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(getSecondFactor, { signal }),
});
