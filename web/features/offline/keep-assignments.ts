import type { QueryClient } from '@tanstack/react-query';
import { formatTime, localTime } from '#domain/time.ts';
import { deviceZone } from '#web/words/people.ts';
import { offlinePage, offlineStyle } from '#web/features/offline/offline-page.ts';
import { deviceOwner, offlineCache } from '#web/device/push.ts';
import { rowsOf, vacanciesQuery } from '#web/features/vacancies/queries.ts';

/** Where the service worker looks for it (web/boot/service-worker.ts). */
const address = '/offline';

const ownAssignments = vacanciesQuery({ mine: true, status: 'filled', upcoming: true });

/**
 * Keeps a page with the own assignments in this browser, for when there is no connection, and writes it anew whenever
 * they are read. The answer stops that; what is kept stays until `forgetDevice`.
 */
export function keepAssignments(queries: QueryClient): () => void {
  const key = JSON.stringify(ownAssignments.queryKey);
  const stop = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.state.status === 'success' && JSON.stringify(query.queryKey) === key)
      void write(queries);
  });
  // Home has asked already; elsewhere it is asked once.
  void queries.prefetchInfiniteQuery(ownAssignments).then(() => write(queries));
  return stop;
}

async function write(queries: QueryClient): Promise<void> {
  const state = queries.getQueryState(ownAssignments.queryKey);
  // Whoever signs out takes everything away; what is read meanwhile must not come back.
  if (state?.data === undefined || deviceOwner() === null) return;
  const knownAt = formatTime(localTime(new Date(state.dataUpdatedAt), deviceZone()));
  const page = offlinePage({ knownAt, assignments: rowsOf(state.data) });
  try {
    const hash = btoa(
      String.fromCharCode(
        ...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(offlineStyle))),
      ),
    );
    const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
    await (
      await caches.open(offlineCache)
    ).put(
      address,
      new Response(page, {
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
      }),
    );
  } catch {
    // No room, or storage is forbidden: then there is no page without a connection.
  }
}
