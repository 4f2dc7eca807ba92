import { QueryClient } from '@tanstack/react-query';

/**
 * The one cache of server data. Nothing is fetched again by a clock or on focus, nothing goes stale by itself
 * and nothing is retried; what a mutation changed, its feature invalidates. Source: business constants of the
 * specification. Without a connection ('networkMode') a call fails at once and says so: the library's own way is to keep
 * it back, in silence, and to send it once there is one.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Infinity,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
