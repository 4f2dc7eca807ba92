import { queryOptions, useQueryClient, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { currentUser, logout, type SessionUser } from '#contract/session.ts';
import { badgesQuery } from '#web/session/badges.ts';
import { rootMark } from '#web/ui/root.ts';
import { call, callOrNull } from '#web/api/client.ts';
import { keepDestination } from '#web/navigation/destination.ts';
import { showToastAfterNavigation } from '#web/ui/toast.ts';

/** The signed-in user, or null. A page that was served signed out makes no call. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal, client }): Promise<SessionUser | null> => {
    if (rootMark('session') === 'none') return null;
    // A page that opens needs the badges, too. Later, their own query is the only one that keeps them up to date.
    const isFirst = client.getQueryState(badgesQuery.queryKey) === undefined;
    const user = await callOrNull(currentUser, { query: { badges: isFirst ? true : undefined }, signal });
    if (user?.badges !== undefined) client.setQueryData(badgesQuery.queryKey, user.badges);
    return user;
  },
});

/** Returns the signed-in user. Use it only below the dashboards' guard, which lets no one else through. */
export function useSession(): SessionUser {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new Error('A dashboard was shown without a session.');
  return data;
}

// The early script of the next page reads this, so it doesn't treat a session that couldn't be ended as signed in.
const endedKey = 'firstbell-session-ended';

/** A person has signed in on this page. */
export function beginSession(queries: QueryClient, user: SessionUser): void {
  try {
    sessionStorage.removeItem(endedKey);
  } catch {
    // Storage may be disabled. Then nothing was stored either.
  }
  queries.setQueryData(sessionQuery.queryKey, user);
}

const stops = new Set<() => void>();
/** A logout has begun. Anything that mounts before the next page loads stops at once. */
let isLeaving = false;

/**
 * Registers what a logout stops before anything else: live updates, which would ask to sign in again, and storing data
 * in this browser. Returns a function that undoes this.
 */
export function provideStop(stop: () => void): () => void {
  if (isLeaving) stop();
  stops.add(stop);
  return () => void stops.delete(stop);
}

/** How long a logout waits for the browser to end push, in ms. The server stops sending push in any case. */
const patienceMs = 3000;

/** Ends push and offline data in this browser, so the next person sees none of it. */
async function leaveDevice(): Promise<void> {
  try {
    if (localStorage.getItem('firstbell-device') === null) return;
    const { forgetDevice } = await import('#web/device/push.ts');
    await Promise.race([forgetDevice(), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  } catch {
    // Storage may be disabled, or the file unreachable. The end of the session ends push on the server.
  }
}

/** Leaves the app with a page load, which discards all its data. The next page shows `title` and `text`. */
function leave(queries: QueryClient, toast: { title: string; text: string; destructive?: boolean }): void {
  queries.clear();
  // The next person at this device starts at home.
  keepDestination(null);
  showToastAfterNavigation(toast);
  location.assign('/auth');
}

/**
 * Logs out. The session counts as ended even if the call fails. Then the toast says so, and this tab treats everyone as
 * signed out until the next sign-in.
 */
export function useLogout(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    isLeaving = true;
    for (const stop of stops) stop();
    // Calls in progress would only be refused.
    void queries.cancelQueries();
    const left = leaveDevice();
    try {
      await call(logout);
      await left;
      leave(queries, { title: 'Logged out successfully', text: 'You have been logged out of your account' });
    } catch {
      await left;
      try {
        sessionStorage.setItem(endedKey, '');
      } catch {
        // Storage may be disabled. Then only the server decides.
      }
      leave(queries, {
        title: 'Logout completed with warnings',
        text: 'You are logged out, but there might be session issues.',
        destructive: true,
      });
    }
  };
}
