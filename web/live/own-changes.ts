import type { QueryClient } from '@tanstack/react-query';

/** Tells when the user's own changes were under way. */
type OwnChanges = {
  /**
   * Returns when a change by the user was last in progress, in ms of `performance.now()`. This is now if one still
   * is, and -Infinity if there was none.
   */
  lastAt: () => number;
  stop: () => void;
};

/**
 * Follows the mutations of this page until it is stopped. A mutation refetches what it changes before it ends, so the
 * screen has rendered its reply by then.
 */
export function ownChanges(queries: QueryClient): OwnChanges {
  let endedAt = Number.NEGATIVE_INFINITY;
  const stop = queries.getMutationCache().subscribe(({ type }) => {
    if (type === 'updated') endedAt = performance.now();
  });
  return { lastAt: () => (queries.isMutating() > 0 ? performance.now() : endedAt), stop };
}
