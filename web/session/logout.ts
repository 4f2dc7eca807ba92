import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { logout } from '#contract/session.ts';
import { call } from '#web/api/client.ts';
import { keepDestination } from '#web/navigation/destination.ts';
import { endedKey } from '#web/session/session.ts';
import { showToastAfterNavigation } from '#web/ui/toast.ts';
import { leaveText, releasePage } from '#web/ui/unsaved.ts';

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
  releasePage();
  // The next person at this device starts at home.
  keepDestination(null);
  showToastAfterNavigation(toast);
  location.assign('/auth');
}

/**
 * Logs out, after a question if the page has unsaved text. The session counts as ended even if the call fails. Then the
 * toast says so, and this tab treats everyone as signed out until the next sign-in.
 */
export function useLogout(): () => void {
  const queries = useQueryClient();
  const end = async () => {
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
  return () => leaveText(() => void end());
}
