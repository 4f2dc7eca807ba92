import { useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getLink, useLink as followLink } from '#contract/links.ts';
import type { DeclineReason } from '#domain/decline.ts';
import { call } from '#web/api/client.ts';
import { reading } from '#web/api/reading.ts';
import { useCommand } from '#web/api/use-command.ts';

export type OpenedLink = ReplyOf<typeof getLink>;
export type LinkAct = OpenedLink['acts'][number];
type Act = {
  act: LinkAct;
  message?: string;
  reason?: DeclineReason | null;
  /** The day and times on the page. */
  seen?: Pick<NonNullable<OpenedLink['vacancy']>, 'date' | 'startTime' | 'endTime'>;
};

/** Returns the vacancy that a link opens. */
export function linkQuery(token: string) {
  return reading(['link', token], getLink, { params: { token } });
}

/** Performs the link's act. If it is too late, the page shows the current state instead. */
export function useFollowLink(token: string) {
  const queries = useQueryClient();
  return useCommand({
    send: ({ message = '', ...act }: Act) =>
      call(followLink, { params: { token }, body: { ...act, ...(message.trim() !== '' && { message }) } }),
    onDone: (opened) => queries.setQueryData(linkQuery(token).queryKey, opened),
    failed: () => queries.refetchQueries({ queryKey: linkQuery(token).queryKey }),
  });
}
