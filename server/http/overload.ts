import { Refused } from '#server/core/refused.ts';
import { makeStrain, overloadSign } from '#server/core/strain.ts';
import type { Queue } from '#server/db/database.ts';
import type { Caller } from '#server/http/caller.ts';
import { makeConcurrencyLimit } from '#server/http/concurrency.ts';
import { makeShares, type Shares } from '#server/http/shares.ts';

/** When a kind of call is refused, in ms. */
type LaneLimits = {
  /** During an overload, a new call is refused if it would probably wait longer than this many ms. */
  targetMs: number;
  /** During an overload, a call that has waited longer than this is refused instead of begun. */
  longestMs: number;
  /** A queue may be an overload while its first call has waited longer than this. */
  noticeableMs: number;
  /** For this long, the queue must not become shorter. */
  windowMs: number;
  /** If no connection comes back for this long, such as during a migration's lock, the window begins again. */
  pauseMs: number;
};

/** Changes and sign-ins go first, so reads are all refused before any of them is. */
const kinds = ['urgent', 'read'] as const;
type Kind = (typeof kinds)[number];

// A read then still has time for its own statements within a p99 of 150 ms (bench/rush.ts). A burst of changes, such as
// hundreds of people who accept one class in the same second, may take longer: they would rather wait than be refused.
const usualLimits: Readonly<Record<Kind, LaneLimits>> = {
  urgent: { targetMs: 300, longestMs: 500, noticeableMs: 100, windowMs: 500, pauseMs: 250 },
  read: { targetMs: 40, longestMs: 70, noticeableMs: 50, windowMs: 150, pauseMs: 100 },
};
/**
 * Replaces the target and the longest wait of changes and sign-ins in an overload that lasts, and needs no other sign
 * of one. Then a longer queue accepts no one more: it only makes everyone wait.
 */
const lastingUrgent: LaneLimits = { ...usualLimits.urgent, targetMs: 15, longestMs: 60 };
/** Fewer waiting calls than this are no overload, however slow the machine is. */
const fewest = 40;
/** If none comes back for this long, the database is unavailable. That ends an overload: calls wait for an outage. */
const stalledMs = 500;
/** An overload is over when, for this long, no call has been refused or more have begun immediately. */
const calmMs = 10_000;
/** Each call that is refused or begins immediately counts for this part when these two are compared. */
const recentPart = 0.02;
/** Outside of an overload, a call that has waited this long joins the pool's own queue. */
const holdMs = 1000;
/** Each call that begins contributes this part to the mean time between two. */
const weight = 0.1;

/**
 * A call that waits. `due` is when its caller's share allows it: until then, others go first. `ahead` counts the calls
 * before it. `refuse` is null for a call that is never refused.
 */
type Waiting = { since: number; due: number; ahead: number; begin(): void; refuse: (() => void) | null };
type Lane = {
  waiting: Set<Waiting>;
  isOverloaded: boolean;
  /** Whether either kind of call has been refused for so long that this one's queue must be short. */
  isLasting: boolean;
  /** When a call was last refused while at least as many were refused as began immediately. */
  refusedAt: number;
  /** The part of those refused among the recent calls that were refused or began immediately, from 0 to 1. */
  refusedPart: number;
  /** Counts the refused calls since the process started. */
  refusals: number;
  /** Describes the current window: its start, the length of the queue then, and the number of calls begun since. */
  window: { at: number; length: number; begun: number } | null;
  /** Holds the mean time between two calls that begin, in ms. */
  intervalMs: number;
  shares: Shares;
  /** Gives each caller's waiting calls their turns, with or without an overload. */
  turns: Shares;
};

type CallerOf = () => Caller | null;

export type Entrance = {
  /**
   * Waits until the call may use the database. Returns nothing if it may begin immediately. `callerOf` is called only
   * during an overload, or if the call waits. It returns null for a call that needs no share.
   *
   * @throws {Refused} busy if the server is overloaded. Nothing of the call has been done.
   */
  enter(isUrgent: boolean, callerOf: CallerOf): Promise<void> | undefined;
  /**
   * Like `enter` for a change, for a call that is never refused, such as a text message that its carrier doesn't
   * repeat. During an overload, it waits until its turn, and so do the others behind it.
   */
  enterSurely(): Promise<void> | undefined;
  /** Returns whether `enter` would refuse this call immediately, and if so, counts it as refused. */
  refuses(isUrgent: boolean, callerOf: CallerOf): boolean;
  /** Returns after how many seconds a refused call should come back. */
  retryAfter(isUrgent: boolean): number;
  /** Returns how many calls of each kind were refused since the process started. */
  refusals(): { changes: number; reads: number };
};

/**
 * Makes the entrance to the database. Calls wait here, not in the pool, for a connection that no one else needs. So
 * calls that have begun go before new ones, and changes and sign-ins before reads. A caller's calls beyond its share go
 * after everyone else's. If the queue keeps growing although connections come back, calls arrive faster than the
 * database can answer. Then only as many may wait as can begin soon, no caller gets more than a share, and the others
 * are refused immediately. It measures how long calls wait, so it doesn't depend on the machine (the idea: Nichols and
 * Jacobson, Controlling Queue Delay, ACM Queue, 2012). A queue that shrinks has gathered in a pause, such as a
 * migration's lock, and no one is refused.
 */
export function makeEntrance(queue: Queue, clock: () => number = () => performance.now()): Entrance {
  const strain = makeStrain();
  const laneOf = (kind: Kind): Lane => ({
    waiting: new Set(),
    isOverloaded: false,
    isLasting: false,
    refusedAt: 0,
    refusedPart: 0,
    refusals: 0,
    window: null,
    intervalMs: 0,
    // Sign-ins and links come from people without a session, so all of them together have no limit.
    shares: makeShares(kind === 'read'),
    turns: makeShares(false),
  });
  const lanes: Record<Kind, Lane> = { urgent: laneOf('urgent'), read: laneOf('read') };
  /**
   * A change that a burst refuses comes back as soon as that is probably over: the one who accepts a class wants to
   * know.
   */
  const secondsOf = (kind: Kind) => (kind === 'urgent' && !lanes.urgent.isLasting ? burstSeconds : anyOfBusySeconds());
  const limitsOf = (kind: Kind) => (lanes[kind].isLasting ? lastingUrgent : usualLimits[kind]);
  let freedAt = clock();
  const lookAtBoth = (now: number) => {
    if (now - freedAt > stalledMs) strain.end();
    lanes.urgent.isLasting = strain.lasts(now);
    for (const kind of kinds) {
      const lane = lanes[kind];
      findOverload(lane, usualLimits[kind], now, now - freedAt);
      if (refuseOld(lane, limitsOf(kind), now)) {
        strain.note(now);
        overloadSign.note(now);
      }
    }
  };
  const isOverloaded = () => kinds.some((kind) => lanes[kind].isOverloaded);
  const concurrency = makeConcurrencyLimit(queue);
  /** Returns how many calls may take a connection now. */
  const freeAt = (now: number) => {
    const free = queue.free();
    const overload = lanes.urgent.isLasting ? 'lasting' : isOverloaded() ? 'recent' : 'none';
    return Math.min(free, concurrency.at(now, overload) - (queue.size() - free));
  };
  /**
   * Lets in as many waiting calls as connections are free. Some may also be free because the limit of an overload is
   * gone.
   */
  const admit = (now: number) => {
    // A call takes its connection only after this turn, so the free ones are counted here.
    let free = freeAt(now);
    for (; free > 0; free -= 1) {
      const [lane, next] = nextOf(now) ?? [];
      if (lane === undefined || next === undefined) return;
      lane.waiting.delete(next);
      if (lane.window !== null) lane.window.begun += 1;
      measure(lane, next, now);
      next.begin();
    }
  };
  /** Returns the first change that is due, or else the first read that is due, or else the call that is due first. */
  const nextOf = (now: number): [Lane, Waiting] | undefined => {
    let earliest: [Lane, Waiting] | undefined;
    for (const kind of kinds) {
      for (const each of lanes[kind].waiting) {
        if (each.due <= now) return [lanes[kind], each];
        if (earliest === undefined || each.due < earliest[1].due) earliest = [lanes[kind], each];
      }
    }
    return earliest;
  };
  queue.onFree(() => {
    const now = clock();
    lookAtBoth(now);
    freedAt = now;
    admit(now);
  });
  /** Returns whether the call is refused now, and counts it if so. */
  const isRefused = (kind: Kind, callerOf: CallerOf, now: number): boolean => {
    const lane = lanes[kind];
    const { targetMs } = limitsOf(kind);
    const waitMs = (calls: number) => calls * lane.intervalMs;
    const isLong = isRefusing(lane) && waitMs(dueOf(lane, now)) > targetMs;
    if (isLong) strain.note(now);
    const caller = isLong || !isOverloaded() ? null : callerOf();
    const isSurplus = caller !== null && lane.shares.dueAt(caller, now) > now;
    const isOver =
      caller !== null && (!lane.shares.has(caller, now) || (isSurplus && waitMs(lane.waiting.size) > targetMs));
    if (!isLong && !isOver) return false;
    overloadSign.note(now);
    noteRefusal(lane, now);
    return true;
  };
  return {
    enter(isUrgent, callerOf) {
      const kind = isUrgent ? 'urgent' : 'read';
      const lane = lanes[kind];
      const now = clock();
      lookAtBoth(now);
      if (isRefused(kind, callerOf, now)) throw tooBusy(secondsOf(kind));
      const sharer = isOverloaded() ? callerOf() : null;
      const shareDue = sharer === null ? now : lane.shares.dueAt(sharer, now);
      lane.shares.take(sharer, now);
      const isFirst = kinds.every((each) => lanes[each].waiting.size === 0 || (isUrgent && each === 'read'));
      if (isFirst && freeAt(now) > 0) {
        lane.refusedPart -= recentPart * lane.refusedPart;
        return undefined;
      }
      const caller = callerOf();
      const due = caller === null ? now : Math.max(shareDue, lane.turns.dueAt(caller, now));
      lane.turns.take(caller, now);
      const turn = new Promise<void>((resolve, reject) =>
        wait(lane, { now, due }, resolve, () => reject(tooBusy(secondsOf(kind)))),
      );
      admit(now);
      return turn;
    },
    enterSurely() {
      const now = clock();
      lookAtBoth(now);
      if (lanes.urgent.waiting.size === 0 && freeAt(now) > 0) return undefined;
      const turn = new Promise<void>((resolve) => wait(lanes.urgent, { now, due: now }, resolve, null));
      admit(now);
      return turn;
    },
    refuses(isUrgent, callerOf) {
      if (!isOverloaded()) return false;
      const now = clock();
      lookAtBoth(now);
      return isRefused(isUrgent ? 'urgent' : 'read', callerOf, now);
    },
    retryAfter: (isUrgent) => secondsOf(isUrgent ? 'urgent' : 'read'),
    refusals: () => ({ changes: lanes.urgent.refusals, reads: lanes.read.refusals }),
  };
}

/** Learns from a call that leaves the queue how long one place in it takes. */
function measure(lane: Lane, { since, ahead }: Waiting, now: number): void {
  lane.intervalMs += weight * ((now - since) / (ahead + 1) - lane.intervalMs);
}

/** Returns how many waiting calls are within their callers' shares. */
function dueOf(lane: Lane, now: number): number {
  let count = 0;
  for (const { due } of lane.waiting) if (due <= now) count += 1;
  return count;
}

/** Adds a call to a queue. */
function wait(
  lane: Lane,
  { now, due }: { now: number; due: number },
  resolve: () => void,
  reject: (() => void) | null,
): void {
  const begin = () => {
    clearTimeout(timer);
    resolve();
  };
  const refuse =
    reject &&
    (() => {
      clearTimeout(timer);
      reject();
    });
  const ahead = due <= now ? dueOf(lane, now) : lane.waiting.size;
  const own: Waiting = { since: now, due, ahead, begin, refuse };
  const timer = setTimeout(() => {
    lane.waiting.delete(own);
    resolve();
  }, holdMs);
  lane.waiting.add(own);
}

/** Decides whether a queue is an overload. */
function findOverload(
  lane: Lane,
  { noticeableMs, windowMs, pauseMs }: LaneLimits,
  now: number,
  unfreedMs: number,
): void {
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
      lane.refusedPart = 1;
      lane.intervalMs = (now - lane.window.at) / Math.max(1, lane.window.begun);
    }
    lane.window = { at: now, length: lane.waiting.size, begun: 0 };
  }
}

/**
 * Counts a refused call. Bursts may go on after an overload, each with more calls than may wait, while the database
 * answers everyone in between: their refusals don't prolong it.
 */
function noteRefusal(lane: Lane, now: number): void {
  lane.refusals += 1;
  lane.refusedPart += recentPart * (1 - lane.refusedPart);
  if (lane.refusedPart >= 0.5) lane.refusedAt = now;
}

/** Refuses the calls of an overloaded queue that have waited too long. Returns whether there were any. */
function refuseOld(lane: Lane, { longestMs }: LaneLimits, now: number): boolean {
  let isAny = false;
  if (!isRefusing(lane)) return isAny;
  for (const first of lane.waiting) {
    if (now - first.since <= longestMs) return isAny;
    if (first.refuse === null) continue;
    isAny = true;
    lane.waiting.delete(first);
    noteRefusal(lane, now);
    // The call would have waited even longer, so its place only makes the estimate more cautious.
    if ((now - first.since) / (first.ahead + 1) > lane.intervalMs) measure(lane, first, now);
    first.refuse();
  }
  return isAny;
}

function isRefusing(lane: Lane): boolean {
  return lane.isOverloaded || lane.isLasting;
}

/** Returns how long the first call has waited, in ms. */
function waitOf({ waiting }: Lane, now: number): number {
  const [first] = waiting;
  return first === undefined ? 0 : now - first.since;
}

/** The error message of a refused call. */
export const busySentence = 'FirstBell is very busy right now. Please try again in a few seconds.';
/**
 * The `Retry-After` of refused calls, in seconds. It varies, so that callers refused together don't come back together.
 * In a burst of changes, all come back after the shortest: it drains within two seconds, and the refusals are spread
 * over those.
 */
export const busySeconds = [1, 2, 3, 4] as const;
const [burstSeconds] = busySeconds;
const anyOfBusySeconds = () => busySeconds[Math.floor(Math.random() * busySeconds.length)] ?? burstSeconds;

/** Returns the refusal of an overloaded server. */
export function tooBusy(retryAfter: number): Refused {
  return new Refused('busy', busySentence, { retryAfter });
}
