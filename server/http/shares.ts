import type { Caller } from '#server/http/caller.ts';

/** Limits calls of one kind during an overload: so many per second in the long run, and so many at once. */
type Limit = { perSecond: number; atOnce: number };

/** A signed-in account may open one screen after another: each makes about five calls at once. */
const ofAccount: Limit = { perSecond: 20, atOnce: 8 };
/**
 * Callers whose session is unknown have a share by address, and all together. They may begin at least this many calls.
 */
const leastOfAddress: Limit = { perSecond: 40, atOnce: 10 };
const leastOfStrangers: Limit = { perSecond: 80, atOnce: 20 };
/** Which part of the calls accepted in the last second those shares are, if that is more. */
const partOfAddress = 1 / 4;
const partOfStrangers = 1 / 2;
const windowMs = 1000;
/** The key of all callers without a known session. No address looks like it. */
const strangers = 'strangers';

/** Divides the calls that an overloaded server accepts among their callers. */
export type Shares = {
  /** Returns whether the caller has a share left. If not, the call is refused, whatever others do. */
  has(caller: Caller, now: number): boolean;
  /**
   * Returns when the caller may begin another call before all others. With a share left, that is now, unless callers
   * without a known session have used theirs together. Then the call comes after those of others, but it isn't refused
   * for that: no connection is left idle.
   */
  dueAt(caller: Caller, now: number): number;
  /** Counts an accepted call. Its caller is null if it needs no share, or if there is no overload. */
  take(caller: Caller | null, now: number): void;
};

/**
 * Makes shares. `sharesStrangers` says whether callers without a known session have a share in total, too. People
 * behind one address, such as a school, each have their account's share as soon as this process has seen their session.
 * If only half of the calls of callers without one go before others, sessions that an attacker makes up can't take
 * everything, no matter how many addresses they come from. A share refills continuously (the generic cell rate
 * algorithm), because a flood that may begin once a second would fill the queue at that moment.
 */
export function makeShares(sharesStrangers: boolean): Shares {
  let since = -Infinity;
  let accepted = 0;
  let acceptedBefore = 0;
  /** When each share will be full again. */
  const fullAt = new Map<string, number>();
  const turnTo = (now: number) => {
    if (now - since < windowMs) return;
    acceptedBefore = now - since < 2 * windowMs ? accepted : 0;
    accepted = 0;
    since = now;
    for (const [key, at] of fullAt) if (at <= now) fullAt.delete(key);
  };
  const ownLimit = ({ isKnown }: Caller) =>
    isKnown ? ofAccount : atLeast(leastOfAddress, acceptedBefore * partOfAddress);
  const strangersLimit = () => atLeast(leastOfStrangers, acceptedBefore * partOfStrangers);
  const isCounted = ({ isKnown }: Caller) => sharesStrangers && !isKnown;
  const turnOf = (key: string, { perSecond, atOnce }: Limit) =>
    (fullAt.get(key) ?? 0) - ((atOnce - 1) * 1000) / perSecond;
  const spend = (key: string, { perSecond }: Limit, now: number, latest: number) =>
    fullAt.set(key, Math.min(latest, Math.max(fullAt.get(key) ?? 0, now) + 1000 / perSecond));
  return {
    has(caller, now) {
      turnTo(now);
      return turnOf(caller.key, ownLimit(caller)) <= now;
    },
    dueAt(caller, now) {
      turnTo(now);
      const own = turnOf(caller.key, ownLimit(caller));
      return Math.max(now, own, isCounted(caller) ? turnOf(strangers, strangersLimit()) : now);
    },
    take(caller, now) {
      turnTo(now);
      accepted += 1;
      if (caller === null) return;
      spend(caller.key, ownLimit(caller), now, Infinity);
      if (isCounted(caller)) spend(strangers, strangersLimit(), now, now + windowMs);
    },
  };
}

function atLeast({ perSecond, atOnce }: Limit, otherPerSecond: number): Limit {
  const factor = Math.max(1, otherPerSecond / perSecond);
  return { perSecond: perSecond * factor, atOnce: atOnce * factor };
}
