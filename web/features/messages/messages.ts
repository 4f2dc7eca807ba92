import type { ReplyOf, Sent } from '#contract/endpoint.ts';
import { listMessages, sendMessage } from '#contract/messages.ts';
import { channelNote, sentSentence } from '#domain/message.ts';
import { call } from '#web/api/client.ts';
import { pages } from '#web/api/reading.ts';
import { ApiError } from '#web/api/errors.ts';
import { useCommand } from '#web/api/use-command.ts';

export type SentMessage = ReplyOf<typeof listMessages>[number];

const pageSize = 20;

/** The messages that the caller sent, newest first, a page at a time. */
export const sentMessagesQuery = pages(
  ['messages', 'sent'],
  listMessages,
  { limit: pageSize },
  // Delivery continues in the background, so it is refetched on each visit.
  { gcTime: 0 },
);

type Input = {
  body: Sent<typeof sendMessage>['body'];
  /** The key of one logical attempt. Retries send only once. */
  attempt: string;
};

/** Sends a message. The toast says how many people it reached, and which channels delivered nothing. */
export function useSendMessage(onSent: () => void) {
  return useCommand({
    send: ({ body, attempt }: Input) => call(sendMessage, { body, idempotencyKey: attempt }),
    toast: (sent, { body }) => {
      const note = channelNote({ ...sent, isUrgent: body.isUrgent ?? false });
      return { title: 'Message sent', text: sentSentence(sent), ...(note === null ? {} : { note }) };
    },
    onDone: onSent,
    changes: ['messages'],
    failed: (error) => ({ title: 'Failed to send message', text: whyNotSent(error) }),
  });
}

/** Returns the server's own sentence, if any. */
function whyNotSent(error: Error): string {
  return (error instanceof ApiError ? error.said : null) ?? 'An unknown error occurred';
}
