import { heldUntil, type NoticeChannel } from '#domain/notice-topics.ts';
import type { Config } from '#server/core/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Delivery, Outcome } from '#server/notifications/deliveries.ts';
import { obsoleteBecause } from '#server/notifications/obsolete.ts';
import { gaveUp } from '#server/notifications/our-failures.ts';

export type TransportDeps = { db: Database; config: Config; clock: () => Date };

/** How one channel carries notifications. */
export type Transport = {
  channel: NoticeChannel;
  /** The number of parallel deliveries. */
  lanes: number;
  /** How many deliveries a lane claims at a time. */
  batchSize: number;
  /** The maximum per person and day. 0 means no limit. */
  perPersonAndDay: number;
  /** The maximum started per second by one process. 0 means no limit. */
  perSecond: number;
  /**
   * Attempts one delivery, and records the outcome before it resolves. Nothing may be handed over once `isOurs` says
   * no: another worker may send it.
   */
  deliver(delivery: Delivery, record: (outcome: Outcome) => Promise<void>, isOurs: () => boolean): Promise<void>;
  /** Closes connections. `force` includes busy ones. */
  close(options?: { force: boolean }): void;
};

const minute = 60_000;
/** The backoff in minutes after the first, second and later attempts: about a day in total. Then the delivery fails. */
const pauses = [1, 1, 2, 5, 10, 20, 40, 60, 120, 240, 360, 480];

/** Returns the outcome for a delivery held by quiet hours: it waits, and the attempt doesn't count. */
function quietHoursHold(until: Date): Outcome {
  return {
    status: 'queued',
    reason: 'Waiting for quiet hours to end.',
    nextAttemptAt: until,
    isUntried: true,
  };
}

/**
 * Returns the outcome of a text message or push that isn't sent now: it is obsolete, or quiet hours hold it. Null sends
 * it.
 */
export function heldBack(delivery: Delivery, now: Date): Outcome | null {
  const obsolete = obsoleteBecause(delivery, now);
  if (obsolete !== null) return { status: 'dropped', reason: obsolete };
  const held = heldUntil(delivery.kind, delivery.isUrgent, delivery.quiet, delivery.timeZone, now);
  return held && quietHoursHold(held);
}

/**
 * Returns the outcome for a delivery that wasn't handed over because the lease may have ended: the worker that has it
 * now will try it.
 */
export function notOurs(now: Date): Outcome {
  return { status: 'queued', reason: "The database couldn't be reached.", nextAttemptAt: now, isUntried: true };
}

/** Returns the outcome of a temporary refusal: a retry after at least `atLeastMs`, or failure. */
export function refusedForNow(
  { attempts }: Pick<Delivery, 'attempts'>,
  reason: string,
  now: Date,
  atLeastMs = 0,
): Outcome {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return { status: 'failed', reason: `${gaveUp} ${attempts} tries: ${reason}` };
  return { status: 'queued', reason, nextAttemptAt: new Date(now.getTime() + Math.max(pause * minute, atLeastMs)) };
}

/** Returns the outcome of a carrier's refusal. `waitMs` is how long it wants us to wait. */
export function refused(
  delivery: Pick<Delivery, 'attempts'>,
  { isPermanent, reason, waitMs = 0 }: { isPermanent: boolean; reason: string; waitMs?: number },
  now: Date,
): Outcome {
  return isPermanent ? { status: 'failed', reason } : refusedForNow(delivery, reason, now, waitMs);
}

/**
 * Returns a carrier's message as a sender may read it: on one line, without the address, which not every sender may
 * see.
 */
export function presentable(said: string, address: string): string {
  return said
    .replaceAll(address, 'this address')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
}
