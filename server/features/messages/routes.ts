import { listMessages, sendMessage } from '#contract/messages.ts';
import { recipientIdsText } from '#domain/message.ts';
import { messagesOf } from '#server/features/messages/queries.ts';
import { countMessage, sendMessageTo } from '#server/features/messages/send-message.ts';
import { idPage } from '#server/http/paging.ts';
import { creatingRoute, type Route, route } from '#server/http/route.ts';

/** Messages to substitutes, and their delivery. */
export const messageRoutes: Route[] = [
  creatingRoute(sendMessage, sendMessageTo, countMessage),
  route(listMessages, async (call) => {
    const { rows, next } = await messagesOf(call.db, call.actor.id, idPage(call.query));
    call.nextCursor(next);
    return rows.map(({ isLast: _isLast, ...row }) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      recipientIds: recipientIdsText(row.recipientIds),
    }));
  }),
];
