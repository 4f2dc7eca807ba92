import { Refused } from '#server/core/refused.ts';
import type { Queue } from '#server/db/database.ts';

/** Says when a kind of call is refused, in ms. */
type LaneLimits = {
  /** During an overload, a new call is refused if it would probably wait longer than this. */
  targetMs: number;
  /** During an overload, a call that has waited longer than this is refused instead of begun. */
  longestMs: number;
};

/** Changes and sign-ins go first, so reads are all refused before any of them is. */
const kinds = ['urgent', 'read'] as const;
type Kind = (typeof kinds)[number];

// A read then still has time for its own statements within a p99 of 150 ms (bench/rush.ts).
const usualLimits: Readonly<Record<Kind, LaneLimits>> = {
  urgent: { targetMs: 300, longestMs: 500 },
  read: { targetMs: 50, longestMs: 100 },
};
/** Fewer waiting calls than this are no overload, however slow the machine is. */
const fewest = 40;
/** A queue may be an overload while its first call has waited longer than this. */
const noticeableMs = 100;
/** For this long, the queue must not become shorter. */
const windowMs = 500;
/** If no connection comes back for this long, such as during a migration's lock, the window begins again. */
const pauseMs = 250;
/** If none comes back for this long, the database is unavailable. That ends an overload: calls wait for an outage. */
const stalledMs = 500;
/** An overload is over when no call has been refused for this long. */
const calmMs = 10_000;
/** Outside of an overload, a call that has waited this long joins the pool's own queue. */
const holdMs = 1000;

type Waiting = { since: number; begin(): void; refuse(): void };
type Lane = {
  waiting: Set<Waiting>;
  isOverloaded: boolean;
  refusedAt: number;
  /** Describes the current window: its start, the length of the queue then, and the number of calls begun since. */
  window: { at: number; length: number; begun: number } | null;
  /** Holds the time between two calls that begin, in ms, measured in the last full window. */
  intervalMs: number;
};

export type Entrance = {
  /**
   * Waits until the call may use the database. Returns nothing if it may begin immediately.
   *
   * @throws {Refused} busy if the server is overloaded. Nothing of the call has been done.
   */
  enter(isUrgent: boolean): Promise<void> | undefined;
};

/**
 * Makes the entrance to the database. Calls wait here, not in the pool, for a connection that no one else needs. So calls that have begun go before new ones,
 * and changes and sign-ins before reads. If the queue keeps growing although connections come back, calls arrive faster
 * than the database can answer. Then only as many may wait as can begin soon, and the others are refused immediately. It
 * measures how long calls wait, so it doesn't depend on the machine (the idea: Nichols and Jacobson, Controlling Queue
 * Delay, ACM Queue, 2012). A queue that shrinks has gathered in a pause, such as a migration's lock, and no one is refused.
 */
export function makeEntrance(queue: Queue, clock: () => number = () => performance.now()): Entrance {
  const laneOf = (): Lane => ({
    waiting: new Set(),
    isOverloaded: false,
    refusedAt: 0,
    window: null,
    intervalMs: 0,
  });
  const lanes: Record<Kind, Lane> = { urgent: laneOf(), read: laneOf() };
  let freedAt = clock();
  const lookAtBoth = (now: number) => {
    for (const kind of kinds) look(lanes[kind], usualLimits[kind], now, now - freedAt);
  };
  const admit = () => {
    // A call takes its connection only after this turn, so the free ones are counted here.
    let free = queue.free();
    for (const kind of kinds) {
      const { waiting, window } = lanes[kind];
      for (const next of waiting) {
        if (free <= 0) return;
        free -= 1;
        waiting.delete(next);
        if (window !== null) window.begun += 1;
        next.begin();
      }
    }
  };
  queue.onFree(() => {
    const now = clock();
    lookAtBoth(now);
    freedAt = now;
    admit();
  });
  return {
    enter(isUrgent) {
      const kind = isUrgent ? 'urgent' : 'read';
      const lane = lanes[kind];
      const isFirst = kinds.every((each) => lanes[each].waiting.size === 0 || (isUrgent && each === 'read'));
      if (isFirst && queue.free() > 0) return undefined;
      const now = clock();
      lookAtBoth(now);
      if (lane.isOverloaded && lane.waiting.size * lane.intervalMs > usualLimits[kind].targetMs) {
        lane.refusedAt = now;
        throw tooBusy();
      }
      return new Promise((resolve, reject) => wait(lane, now, resolve, reject));
    },
  };
}

/** Adds a call to the end of a queue. */
function wait(lane: Lane, now: number, resolve: () => void, reject: (refused: Refused) => void): void {
  const begin = () => {
    clearTimeout(timer);
    resolve();
  };
  const refuse = () => {
    clearTimeout(timer);
    reject(tooBusy());
  };
  const own: Waiting = { since: now, begin, refuse };
  const timer = setTimeout(() => {
    lane.waiting.delete(own);
    resolve();
  }, holdMs);
  lane.waiting.add(own);
}

/** Decides whether a queue is an overload, and if so, refuses the calls that have waited too long. */
function look(lane: Lane, { longestMs }: LaneLimits, now: number, unfreedMs: number): void {
  const waitedMs = waitOf(lane, now);
  if (lane.isOverloaded && (unfreedMs > stalledMs || now - lane.refusedAt > calmMs)) {
    lane.isOverloaded = false;
    lane.window = null;
  }
  const mayBeOverload = waitedMs > noticeableMs && lane.waiting.size >= fewest && unfreedMs <= pauseMs;
  if (!lane.isOverloaded && !mayBeOverload) lane.window = null;
  else if (lane.window === null) lane.window = { at: now, length: lane.waiting.size, begun: 0 };
  else if (now - lane.window.at >= windowMs) {
    if (!lane.isOverloaded && lane.waiting.size >= lane.window.length) {
      lane.isOverloaded = true;
      lane.refusedAt = now;
    }
    lane.intervalMs = (now - lane.window.at) / Math.max(1, lane.window.begun);
    lane.window = { at: now, length: lane.waiting.size, begun: 0 };
  }
  if (!lane.isOverloaded) return;
  for (const first of lane.waiting) {
    if (now - first.since <= longestMs) return;
    lane.waiting.delete(first);
    lane.refusedAt = now;
    first.refuse();
  }
}

/** Returns how long the first call has waited, in ms. */
function waitOf({ waiting }: Lane, now: number): number {
  const [first] = waiting;
  return first === undefined ? 0 : now - first.since;
}

/** Spreads retries over a few seconds, so that callers refused together don't come back together. */
function tooBusy(): Refused {
  return new Refused('busy', 'FirstBell is very busy right now. Please try again in a few seconds.', {
    retryAfter: 1 + Math.floor(Math.random() * 4),
  });
}
