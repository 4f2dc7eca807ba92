import type { ReplyOf } from '#contract/endpoint.ts';
import { type deliveryStatuses, listOutbox } from '#contract/messages.ts';
import type { NoticeChannel } from '#domain/notice-topics.ts';
import { pages } from '#web/api/reading.ts';

/** A delivery on one channel, or one that was kept because the channel isn't set up. */
export type OutboxEntry = ReplyOf<typeof listOutbox>[number];
/** The filters of the outbox. '' means all. */
type OutboxFilter = { channel: NoticeChannel | ''; status: (typeof deliveryStatuses)[number] | '' };

const pageSize = 30;

/** Returns the outbox, newest first, a page at a time. */
export function outboxQuery({ channel, status }: OutboxFilter) {
  return pages(
    ['outbox', channel, status],
    listOutbox,
    { limit: pageSize, channel: channel || undefined, status: status || undefined },
    // Deliveries continue without this page, so it is refetched on each visit.
    { gcTime: 0 },
  );
}
