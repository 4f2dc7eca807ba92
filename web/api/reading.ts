import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type QueryKey,
  type UndefinedInitialDataInfiniteOptions,
  type InfiniteData,
  type UnusedSkipTokenOptions,
} from '@tanstack/react-query';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { send, type CallInput } from '#web/api/client.ts';

type Own = 'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam';
type Page<E extends Endpoint> = { rows: ReplyOf<E>; next: string | null };

/** A query's options besides its key and its call. */
type Options<E extends Endpoint, Key extends QueryKey> = Omit<
  UnusedSkipTokenOptions<ReplyOf<E>, Error, ReplyOf<E>, Key>,
  Own
>;
type PageOptions<E extends Endpoint, Key extends QueryKey> = Omit<
  UndefinedInitialDataInfiniteOptions<Page<E>, Error, InfiniteData<Page<E>, string>, Key, string>,
  Own
>;

/** The option of a query that shows its previous reply until the next one has loaded. */
export const keepsPrevious = { placeholderData: keepPreviousData } as const;

type Rest<Of, More> = {} extends Of ? [input?: Of, options?: More] : [input: Of, options?: More];

/** Returns a query for the reply of one call. */
export function reading<E extends Endpoint, const Key extends QueryKey>(
  key: Key,
  endpoint: E,
  ...[input, options]: Rest<CallInput<E>, Options<E, Key>>
) {
  return queryOptions({
    queryKey: key,
    queryFn: async ({ signal }): Promise<ReplyOf<E>> => (await send(endpoint, { ...input, signal })).reply,
    ...options,
  });
}

/** Returns a query for a list that is read a page at a time. */
export function pages<E extends Endpoint, const Key extends QueryKey>(
  key: Key,
  endpoint: E,
  query: CallInput<E>['query'],
  options?: PageOptions<E, Key>,
) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: async ({ pageParam, signal }): Promise<Page<E>> => {
      const { reply, headers } = await send(endpoint, { query: { ...query, cursor: pageParam || undefined }, signal });
      return { rows: reply, next: headers.get('x-next-cursor') };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    ...options,
  });
}
