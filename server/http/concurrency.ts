/** What the limit needs to know about the connections to the database. */
export type Connections = {
  /** Returns how many connections there are at most. */
  size(): number;
  /**
   * Returns how long transactions kept their connection, in ms: the median of those that ended since the last call. It
   * is null if fewer than eight have ended.
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
/**
 * At least this part of the connections is used, and three, so a few slow calls can't hold up everyone. With 0.3, the
 * processors were idle for a third of an overload, and with 0.8, each transaction was slower (decision 086).
 */
const leastPart = 0.5;
const fewest = 3;
/**
 * The time before an overload follows faster transactions with this weight, and slower ones with the other: a busy
 * minute isn't the norm.
 */
const weights = { faster: 0.5, slower: 0.0005 };
/**
 * If transactions still take more than this part of their time after this many windows with fewer at once, their number
 * isn't the reason.
 */
const helpful = { part: 0.9, windows: 4 };

/**
 * Makes a limit on the connections in use. Beyond what the processors can do, more transactions at once only make each
 * of them slower, and accept no one more. So while an overload lasts, there are as many at once as leave them about as
 * fast as before. It compares measured times with earlier ones, so it depends neither on the machine nor on how far
 * away the database is. If transactions are slow for another reason, such as a slow disk, all connections are used. A
 * burst has no limit: it is over soon, and many of its calls are short.
 */
export function makeConcurrencyLimit(connections: Connections): ConcurrencyLimit {
  let usualMs: number | null = null;
  let limit = connections.size();
  let setAt = -Infinity;
  /**
   * How long transactions took in this overload with all connections in use, and how many windows in a row with fewer
   * haven't been faster.
   */
  let unlimited = { ms: 0, slow: 0 };
  const nextLimit = (ms: number, usual: number) => {
    const size = connections.size();
    if (limit >= size) unlimited.ms = Math.max(unlimited.ms, ms);
    else unlimited.slow = ms > helpful.part * unlimited.ms ? unlimited.slow + 1 : 0;
    if (unlimited.slow >= helpful.windows) return size;
    const next = (limit * Math.max(fastMs, slowdown * usual)) / Math.max(1, ms);
    return Math.min(size, Math.max(fewest, leastPart * size, next > limit ? (limit + next) / 2 : next));
  };
  return {
    at(now, overload) {
      const isLasting = overload === 'lasting';
      if (now - setAt >= windowMs) {
        setAt = now;
        const ms = connections.heldMs();
        if (!isLasting) {
          limit = connections.size();
          unlimited = { ms: 0, slow: 0 };
        } else if (ms !== null && usualMs !== null) limit = nextLimit(ms, usualMs);
        if (overload === 'none') usualMs = towards(usualMs, ms);
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
