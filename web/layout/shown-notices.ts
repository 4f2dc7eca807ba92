import type { ReplyOf } from '#contract/endpoint.ts';
import { listNotices, readNotices } from '#contract/messages.ts';
import { call } from '#web/api/client.ts';
import { pages } from '#web/api/reading.ts';
import { useCommand } from '#web/api/use-command.ts';

/** A notification as the menu shows it. */
export type ShownNotice = ReplyOf<typeof listNotices>[number];

const shownNotices = 20;

/** The user's notifications, newest first, a page at a time. */
export const noticesQuery = pages(['notices'], listNotices, { limit: shownNotices });

/** Marks the user's notifications from one to another as read. */
export function useReadNotices() {
  return useCommand({
    send: (shown: { from: number; upTo: number }) => call(readNotices, { body: shown }),
    changes: ['counts'],
  });
}
