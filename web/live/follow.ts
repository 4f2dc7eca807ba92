import type { QueryClient } from '@tanstack/react-query';
import { currentUser } from '#contract/session.ts';
import type { LiveChange } from '#domain/live.ts';
import { askToSignIn, callOrNull } from '#web/api/client.ts';
import { connect } from '#web/live/connection.ts';
import { makeRefresher } from '#web/live/refresh.ts';
import { ownChanges } from '#web/live/own-changes.ts';
import { keepSteady } from '#web/live/steady.ts';
import { sessionQuery } from '#web/session/session.ts';
import { openChannel, takeTurns } from '#web/live/tabs.ts';

/** A message from the leading tab to the others. */
type Passed = { change: LiveChange } | 'known' | 'ended';

/** The page's data may be this much older, in ms, because of latency and of clock drift on a device that slept. */
const slackMs = 3000;

/** Returns the current time on two clocks: a monotonic one, and one that continues while a device sleeps. */
const now = () => ({ steady: performance.now(), wall: Date.now() });

/**
 * Keeps this tab's screens up to date until it is stopped: refetches changed data that is displayed. The page's data is
 * from `since`. `onUpdated` is called when a displayed list has changed.
 */
export function follow(
  queries: QueryClient,
  since: { steady: number; wall: number },
  onUpdated: (cameAbove: boolean) => void,
): () => void {
  if (!('EventSource' in window)) return () => undefined;
  const own = ownChanges(queries);
  const steady = keepSteady(own.lastAt);
  const refresher = makeRefresher(queries, steady, onUpdated);
  let known = since;
  const age = () => slackMs + Math.max(0, performance.now() - known.steady, Date.now() - known.wall);

  let leave = () => {};
  const ended = async () => {
    leave();
    refresher.drop();
    if (!(await askToSignIn())) return;
    refresher.note({ topic: 'everything' });
    begin();
  };
  /** The user's own account may have changed: refetch the session first, and then the data that it may see. */
  const askWho = async (change: LiveChange) => {
    const user = await callOrNull(currentUser).catch(() => undefined);
    if (user === null) {
      await ended();
      return;
    }
    if (user !== undefined) queries.setQueryData(sessionQuery.queryKey, user);
    refresher.note(change);
  };
  const take = (passed: Passed) => {
    if (passed === 'ended') void ended();
    else if (passed === 'known') known = now();
    else if (passed.change.topic === 'session' || passed.change.topic === 'everything') void askWho(passed.change);
    else refresher.note(passed.change);
  };
  const channel = openChannel<Passed>(take);
  const both = (passed: Passed) => {
    channel.tell(passed);
    take(passed);
  };
  const begin = () => {
    leave = takeTurns(() =>
      connect(age, {
        onChange: (change) => both({ change }),
        onKnown: () => both('known'),
        onEnded: () => both('ended'),
      }),
    );
  };
  begin();
  return () => {
    leave();
    channel.close();
    refresher.stop();
    steady.stop();
    own.stop();
  };
}
