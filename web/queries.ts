import { QueryClient } from '@tanstack/react-query';

/**
 * The one cache of server data. Nothing is fetched again by a clock or on focus, nothing goes stale by itself
 * and nothing is retried; what a mutation changed, its feature invalidates. Source: business constants of the
 * specification.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { refetchInterval: false, refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: Infinity, retry: false },
      mutations: { retry: false },
    },
  });
}
