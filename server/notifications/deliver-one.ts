import { setTimeout as delay } from 'node:timers/promises';
import { withCode } from '#server/notifications/codes.ts';
import type { Database } from '#server/db/database.ts';
import { moveUpAfterFailure, noteOfferSent } from '#server/jobs/dispatch-offers.ts';
import { deliveriesTried } from '#server/notifications/metrics.ts';
import { type Delivery, type Outcome, settle } from '#server/notifications/deliveries.ts';
import { notOurs, refusedForNow, type Transport } from '#server/notifications/transport.ts';
import type { Lease } from '#server/jobs/lease.ts';
import type { Log } from '#server/core/log.ts';
import { Refused } from '#server/core/refused.ts';
import { type NoticeChannel, topicOf } from '#domain/notice-topics.ts';
import { asOf } from '#domain/report-time.ts';

export type DeliveringDeps = {
  db: Database;
  clock: () => Date;
  log: Log;
  lease: Pick<Lease, 'key' | 'isHeld'>;
};

export type Deliver = (via: Transport, delivery: Delivery, key: number, onOutcome: () => void) => Promise<void>;

/**
 * Returns the function that sends one claimed delivery of a channel and records its outcome. A delivery that fails in
 * an unexpected way is retried later, and doesn't block the others. `onOutcome` is called once it was tried: from then
 * on its claim must not be released, or it might be sent twice. `closesAt` is the time until which a shutdown waits for
 * the database, by `performance.now()`.
 */
export function openDelivering(
  { db, clock, log, lease }: DeliveringDeps,
  channel: NoticeChannel,
  perSecond: number,
  closesAt: () => number,
): Deliver {
  const inTurn = paced(perSecond);

  const deliver: Deliver = async (via, delivery, key, onOutcome) => {
    let isWritten = false;
    const isOurs = () => lease.key === key && lease.isHeld();
    const write = async (outcome: Outcome) => {
      isWritten = true;
      onOutcome();
      await record(delivery, outcome, key);
    };
    try {
      await tryOne(via, delivery, write, isOurs);
    } catch (error) {
      // If the database can't be reached, no delivery can be sent: that ends the lane.
      if (isWritten || error instanceof Refused) throw error;
      log.error({ err: error, deliveryId: delivery.id }, 'a delivery could not be prepared');
      await write(refusedForNow(delivery, 'It could not be prepared.', clock()));
    }
  };

  const tryOne = async (
    via: Transport,
    delivery: Delivery,
    write: (outcome: Outcome) => Promise<void>,
    isOurs: () => boolean,
  ) => {
    if (isTooMany(via, delivery))
      return write({ status: 'dropped', reason: 'This person has reached the daily limit.' });
    const facts = await withCode(db, delivery.noticeId, delivery.facts, clock());
    if (facts === null) return write({ status: 'dropped', reason: 'The code no longer worked.' });
    await inTurn();
    if (!isOurs()) return write(notOurs(clock()));
    await via.deliver({ ...delivery, facts: asOf(facts, clock()) }, write, isOurs);
  };

  // A sent delivery must be recorded, or it would be sent again. So this retries while the database is unavailable.
  const record = async (delivery: Delivery, outcome: Outcome, key: number) => {
    for (let tries = 1; ; tries += 1) {
      try {
        await settle(db, delivery, outcome, key, clock());
        if (outcome.status === 'failed') await moveUpAfterFailure(db, delivery.id, clock());
        // The carrier reports later whether a text message arrived.
        if (outcome.status === 'sent' && delivery.vacancy?.isInWaves)
          await noteOfferSent(db, delivery.id, channel === 'sms' ? null : clock());
        return deliveriesTried.inc({ channel, outcome: outcome.status });
      } catch (error) {
        const patience = Math.min(100 * 2 ** tries, 5000, closesAt() - performance.now());
        if (patience <= 0) throw error;
        await delay(patience);
      }
    }
  };

  return deliver;
}

/** Notifications about one's own account are never dropped. */
function isTooMany({ perPersonAndDay }: Transport, { kind, sentToday }: Delivery): boolean {
  return perPersonAndDay > 0 && sentToday >= perPersonAndDay && topicOf(kind) !== 'account';
}

/** Waits for its turn at this rate per second. */
function paced(perSecond: number): () => Promise<void> {
  let next = 0;
  return async () => {
    if (perSecond === 0) return;
    const now = performance.now();
    const turn = Math.max(next, now);
    next = turn + 1000 / perSecond;
    if (turn > now) await delay(turn - now);
  };
}
