import type { Queue } from '#server/db/database.ts';

/** When the controller acts, in ms. */
export type OverloadLimits = {
  /** If calls wait longer than this for a connection, there are more than the database can answer. */
  targetMs: number;
  /** The same for calls that change something and for sign-ins. They are refused only after all reading calls. */
  urgentMs: number;
  /** Shorter peaks drain by themselves, so no one is refused. */
  peakMs: number;
  /** After a refusal, the target alone decides for this long. */
  calmMs: number;
};

// In the benchmark of the morning (bench/rush.ts), a reading call waits twice, so 40 ms keep its p99 below 150.
const usualLimits: OverloadLimits = { targetMs: 40, urgentMs: 2000, peakMs: 500, calmMs: 5000 };

export type Overload = {
  /** Whether to accept a call now, with this queue for the database. */
  accepts(queue: Queue, now: number, isUrgent: boolean): boolean;
};

/**
 * Decides which calls are refused when more arrive than the database can answer. Without it, every call would wait until
 * all of them are late. With it, accepted calls keep their usual speed, and the others are refused immediately. It watches
 * how long calls wait, not how many do, so it needs no figure of the machine (the idea: Nichols and Jacobson, Controlling
 * Queue Delay, ACM Queue, 2012). A database that answers nobody is an outage, not an overload: calls wait for it as long
 * as they may. `now` is in ms of any clock.
 */
export function makeOverload(limits: OverloadLimits = usualLimits): Overload {
  /** When the wait was last within the target. */
  let goodAt = Number.NaN;
  let refusedAt = -Infinity;
  return {
    accepts({ waitedMs, servedMsAgo }, now, isUrgent) {
      if (waitedMs <= limits.targetMs || servedMsAgo > limits.peakMs || Number.isNaN(goodAt)) {
        goodAt = now;
        return true;
      }
      const isOverloaded = now - goodAt > limits.peakMs || now - refusedAt <= limits.calmMs;
      if (!isOverloaded || (isUrgent && waitedMs <= limits.urgentMs)) return true;
      refusedAt = now;
      return false;
    },
  };
}
