import { currentUser, getBadges } from '#contract/session.ts';
import { badgesOf } from '#server/features/badges/badges.ts';
import { refusalOf } from '#server/http/access.ts';
import { type Route, route } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

/** The two calls of every page: who is signed in, and the counts of the sidebar. */
export const badgeRoutes: Route[] = [
  {
    ...route(currentUser, async (call) => {
      const { user, own } = currentSession(call);
      if (own === null) throw new Error('Only a session can ask who is signed in.');
      const wantsBadges = call.query.badges === true && refusalOf(getBadges, call.session, call.config) === null;
      return { ...user, ...own, createdAt: user.joinedAt, ...(wantsBadges && { badges: await badgesOf(call) }) };
    }),
    readsOwnRecord: true,
  },
  route(getBadges, badgesOf),
];
