import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listNotices, readNotices } from '#contract/messages.ts';
import { call } from '#web/api/client.ts';
import { badgesQuery } from '#web/session/badges.ts';

const shownNotices = 20;

/** The newest notifications. */
export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: ({ signal }) => call(listNotices, { query: { limit: shownNotices }, signal }),
});

/** Marks the user's notifications up to this one as read. */
export function useReadNotices() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (upTo: number) => call(readNotices, { body: { upTo } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: badgesQuery.queryKey }),
  });
}
