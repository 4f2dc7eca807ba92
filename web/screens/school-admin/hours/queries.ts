import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getDueCorrections, getHours, getPaySettings, type hourFilters } from '#contract/hours.ts';
import { changed } from '#web/api/changed.ts';
import { call, callPage } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { showToast } from '#web/ui/toast.ts';

/** A pay period as the screen shows it. */
export type Hours = ReplyOf<typeof getHours>;
export type HourFilter = (typeof hourFilters)[number];
export type PaySettingsReply = ReplyOf<typeof getPaySettings>;

const pageSize = 50;

/** Returns a pay period, a page at a time. `date` is '' for the current one. */
export function hoursQuery({ date, show, search }: { date: string; show: HourFilter; search: string }) {
  return infiniteQueryOptions({
    queryKey: ['hours', 'school', date, show, search],
    queryFn: ({ pageParam, signal }) =>
      callPage(getHours, {
        query: {
          limit: pageSize,
          ...(date ? { date } : {}),
          ...(show === 'all' ? {} : { show }),
          ...(search ? { search } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

/** Returns the locked pay periods with lines that are due a correction. */
export const dueCorrectionsQuery = queryOptions({
  queryKey: ['hours', 'due'],
  queryFn: ({ signal }) => call(getDueCorrections, { signal }),
});

/** Says how the school pays. */
export const paySettingsQuery = queryOptions({
  queryKey: ['hours', 'settings'],
  queryFn: ({ signal }) => call(getPaySettings, { signal }),
});

type HourCall<Reply, Input> = {
  send: (input: Input) => Promise<Reply>;
  /** Returns the toast that confirms the change. */
  done: (reply: Reply) => string;
  /** A dialog shows its own errors. */
  ownErrors?: boolean;
};

/** Sends a command on hours, shows the result in a toast, and refetches the hours even if it failed. */
export function useHourCommand<Reply, Input = void>({ send, done, ownErrors = false }: HourCall<Reply, Input>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (reply) => showToast({ title: done(reply) }),
    onError: (error) => {
      if (!ownErrors) showToast({ title: 'Not saved', text: sentenceOf(error), destructive: true });
    },
    onSettled: () => changed(queries, 'hours'),
  });
}
