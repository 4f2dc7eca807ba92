import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/api/errors.ts';
import { sessionExpired } from '#web/features/session.ts';

/**
 * The one cache of server data. Nothing is fetched again by a clock or on focus, nothing goes stale by itself
 * and nothing is retried; what a mutation changed, its feature invalidates. Source: business constants of the
 * specification.
 */
export function makeQueryClient(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiError && error.status === 401) sessionExpired(queries);
      },
    }),
    defaultOptions: {
      queries: { refetchInterval: false, refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: Infinity, retry: false },
      mutations: { retry: false },
    },
  });
  return queries;
}
