import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type deliveryStatuses, listOutbox } from '#contract/messages.ts';
import type { NoticeChannel } from '#domain/notice-topics.ts';
import { callPage } from '#web/api/client.ts';

/** What went out, or would have, on one channel. */
export type OutboxEntry = ReplyOf<typeof listOutbox>[number];
/** What the outbox is narrowed to; '' for all. */
type OutboxFilter = { channel: NoticeChannel | ''; status: (typeof deliveryStatuses)[number] | '' };

const pageSize = 30;

/** The outbox, newest first, a page at a time. */
export function outboxQuery({ channel, status }: OutboxFilter) {
  return infiniteQueryOptions({
    queryKey: ['outbox', channel, status],
    queryFn: ({ pageParam, signal }) =>
      callPage(listOutbox, {
        query: {
          limit: pageSize,
          ...(channel ? { channel } : {}),
          ...(status ? { status } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    // What is sent meanwhile is no doing of this page: whoever comes back sees what is so now.
    gcTime: 0,
  });
}
