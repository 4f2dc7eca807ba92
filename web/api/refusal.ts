import { ApiError } from '#web/api/errors.ts';

/**
 * Returns whether a query has nothing to show: it never loaded, or the server refuses it now. A refresh that only lost its
 * connection doesn't remove what has loaded.
 */
export function hasNothing({ data, error }: { data: unknown; error: Error | null }): boolean {
  return (
    error !== null && (data === undefined || (error instanceof ApiError && error.status >= 400 && error.status < 500))
  );
}
