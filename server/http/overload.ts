import type { Queue } from '#server/db/database.ts';

/** Says when the controller acts, in ms. */
export type OverloadLimits = {
  /** If calls wait longer than this for a connection, they arrive faster than the database can answer. */
  onsetMs: number;
  /** For this long, every wait must exceed `onsetMs`. Shorter peaks, such as a migration's lock, drain by themselves. */
  peakMs: number;
  /** During an overload, reading calls are refused from this wait on, so that the others are as fast as usual. */
  targetMs: number;
  /** The same for calls that change something and for sign-ins. They are refused only after all reading calls. */
  urgentMs: number;
  /** An overload is over when no call has been refused for this long. */
  calmMs: number;
};

// In the benchmark of the morning (bench/rush.ts), a reading call waits twice, so a limit of 40 ms keeps its p99 below
// 150. A healthy server on a slow, busy machine can have longer waits, so an overload begins only at ten times that.
const usualLimits: OverloadLimits = { onsetMs: 400, peakMs: 3000, targetMs: 40, urgentMs: 2000, calmMs: 10_000 };

/** A database that hasn't given anyone a connection for this long is stalled, in ms. */
const stalledMs = 500;

export type Overload = {
  /** Returns whether to accept a call now, with this queue for the database. */
  accepts(queue: Queue, now: number, isUrgent: boolean): boolean;
};

/**
 * Decides which calls are refused when more arrive than the database can answer. Without it, every call would wait
 * until all of them are late. With it, accepted calls keep their usual speed, and the others are refused immediately.
 * It measures how long calls wait, not how many, so it doesn't depend on the machine (the idea: Nichols and Jacobson,
 * Controlling Queue Delay, ACM Queue, 2012). A database that answers no one is an outage, not an overload, so calls
 * wait up to their usual limit. `now` is in ms of any clock.
 */
export function makeOverload(limits: OverloadLimits = usualLimits): Overload {
  /** Says when the wait was last below that of an overload. */
  let goodAt = Number.NaN;
  let refusedAt = -Infinity;
  return {
    accepts({ waitedMs, servedMsAgo }, now, isUrgent) {
      if (waitedMs <= limits.onsetMs || servedMsAgo > stalledMs || Number.isNaN(goodAt)) goodAt = now;
      const isOverloaded = now - goodAt > limits.peakMs || now - refusedAt <= limits.calmMs;
      if (!isOverloaded || waitedMs <= (isUrgent ? limits.urgentMs : limits.targetMs) || servedMsAgo > stalledMs)
        return true;
      refusedAt = now;
      return false;
    },
  };
}
