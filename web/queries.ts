import { QueryClient } from '@tanstack/react-query';

/**
 * Returns the one cache of server data. Nothing is refetched by a timer or on focus, nothing goes stale, and nothing is
 * retried. Features invalidate the data that a mutation changed. Source: business constants of the specification. When
 * offline ('networkMode'), a call fails immediately: by default, the library would silently hold the call until the
 * connection returns.
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
