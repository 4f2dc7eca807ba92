import { queryOptions, useQueryClient, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { currentUser, logout, type SessionUser } from '#contract/session.ts';
import { rootMark } from '#web/ui/root.ts';
import { call, callOrNull } from '#web/api/client.ts';
import { keepDestination } from '#web/navigation/destination.ts';
import { showToastAfterNavigation } from '#web/ui/toast.ts';

/** Who is signed in, null for nobody. A page that arrived signed out asks nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }): Promise<SessionUser | null> =>
    rootMark('session') === 'none' ? Promise.resolve(null) : callOrNull(currentUser, { signal }),
});

/** The signed-in person; only below the dashboards' guard, which lets nobody else through. */
export function useSession(): SessionUser {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new Error('A dashboard was shown to somebody who is not signed in.');
  return data;
}

// Read by the early script of the next page: it must not take an unended session for a sign-in.
const endedKey = 'firstbell-session-ended';

/** Somebody has signed in on this page. */
export function beginSession(queries: QueryClient, user: SessionUser): void {
  try {
    sessionStorage.removeItem(endedKey);
  } catch {
    // Storage may be forbidden; then nothing was kept either.
  }
  queries.setQueryData(sessionQuery.queryKey, user);
}

let stopFollowing = () => {};

/** Says what stops following changes: whoever logs out must not be asked to sign in again. The answer takes it back. */
export function provideStop(stop: () => void): () => void {
  stopFollowing = stop;
  return () => {
    if (stopFollowing === stop) stopFollowing = () => {};
  };
}

/** How long a sign-out waits for the browser to end its pushes, in ms: the server sends none any more in any case. */
const patienceMs = 3000;

/** Ends what this browser is pushed and keeps for somebody, where they turned that on: nothing is shown here to whoever comes next. */
async function leaveDevice(): Promise<void> {
  try {
    if (localStorage.getItem('firstbell-device') === null) return;
    const { forgetDevice } = await import('#web/device/push.ts');
    await Promise.race([forgetDevice(), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  } catch {
    // Storage may be forbidden, or the file out of reach: the session's end ends them on the server.
  }
}

/** Leaves the application: all its data goes with the document. The next page says `title` and `text`. */
function leave(queries: QueryClient, toast: { title: string; text: string; destructive?: boolean }): void {
  queries.clear();
  // The next person at this device starts at home.
  keepDestination(null);
  showToastAfterNavigation(toast);
  location.assign('/auth');
}

/**
 * Signs out. The session counts as ended even where the call fails: the toast then says so, and this tab takes
 * nobody for signed in until the next sign-in.
 */
export function useLogout(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    stopFollowing();
    // What is still on its way would only be refused.
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
        // Storage may be forbidden; then the server alone decides.
      }
      leave(queries, {
        title: 'Logout completed with warnings',
        text: 'You are logged out, but there might be session issues.',
        destructive: true,
      });
    }
  };
}
