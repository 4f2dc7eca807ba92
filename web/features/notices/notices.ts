import { queryOptions, useMutation } from '@tanstack/react-query';
import { listNotices, readNotices } from '#contract/messages.ts';
import { useChanged } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';

const shownNotices = 20;

/** The newest notifications. */
export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: ({ signal }) => call(listNotices, { query: { limit: shownNotices }, signal }),
});

/** Marks the user's notifications up to this one as read. */
export function useReadNotices() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (upTo: number) => call(readNotices, { body: { upTo } }),
    onSuccess: () => changed('counts'),
  });
}
