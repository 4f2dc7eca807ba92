import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { currentUser, type SessionUser } from '#contract/session.ts';
import { badgesQuery } from '#web/session/badges.ts';
import { rootMark } from '#web/ui/root.ts';
import { callOrNull } from '#web/api/client.ts';

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

/** The early script of the next page reads this, so it doesn't treat a session that couldn't be ended as signed in. */
export const endedKey = 'firstbell-session-ended';

/** A person has signed in on this page. */
export function beginSession(queries: QueryClient, user: SessionUser): void {
  try {
    sessionStorage.removeItem(endedKey);
  } catch {
    // Storage may be disabled. Then nothing was stored either.
  }
  queries.setQueryData(sessionQuery.queryKey, user);
}
