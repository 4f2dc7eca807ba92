import { useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getLink, useLink as followLink } from '#contract/links.ts';
import type { DeclineReason } from '#domain/decline.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { reading } from '#web/api/reading.ts';
import { useCommand } from '#web/api/use-command.ts';

export type OpenedLink = ReplyOf<typeof getLink>;
export type LinkAct = OpenedLink['acts'][number];
type Act = {
  act: LinkAct;
  message?: string;
  reason?: DeclineReason | null;
  /** The day and times on the page, and all days of a job. */
  seen?: Pick<NonNullable<OpenedLink['vacancy']>, 'date' | 'startTime' | 'endTime' | 'days'>;
};

/** Returns the vacancy that a link opens. */
export function linkQuery(token: string) {
  return reading(['link', token], getLink, { params: { token } });
}

/** Performs the link's act. If it is too late, the page shows the current state instead. */
export function useFollowLink(token: string) {
  const queries = useQueryClient();
  const command = useCommand({
    send: async ({ message = '', seen, ...act }: Act) => {
      const body = { ...act, ...(message.trim() !== '' && { message }) };
      const follow = (more: Pick<Act, 'seen'>) => call(followLink, { params: { token }, body: { ...body, ...more } });
      try {
        return await follow(seen === undefined ? {} : { seen });
      } catch (error) {
        // During an upgrade, a process of a version before may answer, which doesn't know this field or its days.
        if (error instanceof ApiError && Object.keys(error.fields).some((name) => /^seen\b/.test(name)))
          return follow({});
        throw error;
      }
    },
    onDone: (opened) => queries.setQueryData(linkQuery(token).queryKey, opened),
    failed: () => queries.refetchQueries({ queryKey: linkQuery(token).queryKey }),
  });
  // Until it is drawn again, the page doesn't know of a first tap, and the second of two would fail with 'already
  // requested'.
  const mutate = (act: Act) => {
    if (queries.isMutating() === 0) command.mutate(act);
  };
  return { ...command, mutate };
}
