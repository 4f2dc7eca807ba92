import type { QueryClient } from '@tanstack/react-query';
import type { SessionUser } from '#contract/session.ts';
import { offlinePage, offlineScript, offlineStyle } from '#web/layout/offline/offline-page.ts';
import { deviceOwner, offlineCache } from '#web/device/push.ts';
import { rowsOf, vacanciesQuery } from '#web/features/vacancies/queries.ts';
import { zoneOf } from '#web/words/time.ts';

/** The address at which the service worker finds the stored page (web/boot/service-worker.ts). */
const address = '/offline';

const ownAssignments = vacanciesQuery({ mine: true, status: 'filled', upcoming: true });

/**
 * Stores a page with the user's assignments in this browser for offline use, and updates it whenever they are fetched.
 * Returns a function that stops this. The stored page stays until `forgetDevice`.
 */
export function keepAssignments(queries: QueryClient, { schools }: SessionUser): () => void {
  const key = JSON.stringify(ownAssignments.queryKey);
  const stop = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.state.status === 'success' && JSON.stringify(query.queryKey) === key)
      void write(queries, zoneOf(schools));
  });
  // The home screen has already fetched them. Elsewhere they are fetched once.
  void queries.prefetchInfiniteQuery(ownAssignments).then(() => write(queries, zoneOf(schools)));
  return stop;
}

async function write(queries: QueryClient, timeZone: string): Promise<void> {
  const state = queries.getQueryState(ownAssignments.queryKey);
  // Signing out deletes everything. A fetch in progress must not restore it.
  if (state?.data === undefined || deviceOwner() === null) return;
  const page = offlinePage({ knownAt: new Date(state.dataUpdatedAt), timeZone, assignments: rowsOf(state.data) });
  try {
    const policy = `default-src 'none'; style-src '${await hashOf(offlineStyle)}'; script-src '${await hashOf(offlineScript)}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
    await (
      await caches.open(offlineCache)
    ).put(
      address,
      new Response(page, {
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
      }),
    );
    // A logout while this was written has deleted the cache already.
    if (deviceOwner() === null) await caches.delete(offlineCache);
  } catch {
    // Out of space, or storage is disabled: then there is no offline page.
  }
}

/** Returns the source of a style or script for a content security policy. */
async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}`;
}
