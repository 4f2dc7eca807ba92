/** What the limit needs to know about the connections to the database. */
export type Connections = {
  /** Returns how many connections there are at most. */
  size(): number;
  /**
   * Returns how long transactions kept their connection, in ms: the median of those that ended since the last call. It is null if fewer than
   * eight have ended.
   */
  heldMs(): number | null;
};

export type ConcurrencyLimit = {
  /** Returns how many connections calls may use at once. Without a lasting overload, that is all of them. */
  at(now: number, overload: 'none' | 'recent' | 'lasting'): number;
};

/** How often the limit is set, in ms. */
const windowMs = 250;
/** In a lasting overload, transactions may take this many times as long as before it. */
const slowdown = 1.5;
/** Transactions that take no longer than this, in ms, are fast enough, however fast they were before. */
const fastMs = 30;
/** Two calls at once always have a connection, so a single slow one can't hold up everyone. */
const fewest = 2;
/** The time before an overload follows faster transactions with this weight, and slower ones with the other: a busy minute isn't the norm. */
const weights = { faster: 0.5, slower: 0.02 };

/**
 * Makes a limit on the connections in use. Beyond what the processors can do, more transactions at once only make each of them slower, and
 * accept no one more. So while an overload lasts, there are as many at once as leave them about as fast as before. It compares measured
 * times with earlier ones, so it depends neither on the machine nor on how far away the database is. A burst has no limit: it is over soon, and
 * many of its calls are short.
 */
export function makeConcurrencyLimit(connections: Connections): ConcurrencyLimit {
  let usualMs: number | null = null;
  let limit = connections.size();
  let setAt = -Infinity;
  return {
    at(now, overload) {
      const isLasting = overload === 'lasting';
      if (now - setAt >= windowMs) {
        setAt = now;
        const ms = connections.heldMs();
        if (!isLasting) limit = connections.size();
        if (overload === 'none') usualMs = towards(usualMs, ms);
        if (isLasting && ms !== null && usualMs !== null) {
          const next = (limit * Math.max(fastMs, slowdown * usualMs)) / Math.max(1, ms);
          limit = Math.min(connections.size(), Math.max(fewest, next > limit ? (limit + next) / 2 : next));
        }
      }
      return isLasting ? Math.floor(limit) : connections.size();
    },
  };
}

/** Returns the usual time after another window. */
function towards(usualMs: number | null, ms: number | null): number | null {
  if (usualMs === null || ms === null) return usualMs ?? ms;
  return usualMs + (ms < usualMs ? weights.faster : weights.slower) * (ms - usualMs);
}
