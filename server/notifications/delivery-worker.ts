import { setTimeout as delay } from 'node:timers/promises';
import { isSetUp, notSetUp } from '#server/notifications/channels.ts';
import { withCode } from '#server/notifications/codes.ts';
import type { Config } from '#server/core/config.ts';
import type { Database } from '#server/db/database.ts';
import { moveUpAfterFailure, noteOfferSent } from '#server/jobs/dispatch-offers.ts';
import { deliveriesTried } from '#server/notifications/metrics.ts';
import {
  claimDue,
  type Delivery,
  keepUnsendable,
  releaseClaims,
  type Outcome,
  releaseDeadClaims,
  settle,
} from '#server/notifications/deliveries.ts';
import { openLanes } from '#server/notifications/lanes.ts';
import { openMailTransport } from '#server/notifications/mail-transport.ts';
import { openPushTransport } from '#server/notifications/push-transport.ts';
import { openSmsTransport } from '#server/notifications/sms-transport.ts';
import { notOurs, refusedForNow, type Transport } from '#server/notifications/transport.ts';
import type { Lease } from '#server/jobs/lease.ts';
import type { Log } from '#server/core/log.ts';
import { Refused } from '#server/core/refused.ts';
import { allSettled } from '#server/core/settled.ts';
import { type NoticeChannel, noticeChannels, topicOf } from '#domain/notice-topics.ts';

/** Says how long the rest of a batch waits for one delivery. */
const batchWaitsMs = 5000;

/** Sends due deliveries, for one process. */
export type DeliveryWorker = {
  /**
   * Sends everything that is due. If a channel is already working, the call only makes it check again, and returns. Deliveries
   * that hang don't keep its other lanes from new ones.
   */
  deliverDue(): Promise<void>;
  /** Returns the same, and also takes over the deliveries of processes whose leases have ended. */
  takeOver(): Promise<void>;
  /** Accepts nothing new, waits up to `patienceMs` for deliveries in progress, and releases the rest. */
  close(patienceMs: number): Promise<void>;
};

export type DeliveryWorkerDeps = {
  db: Database;
  config: Config;
  clock: () => Date;
  log: Log;
  lease: Pick<Lease, 'key' | 'isHeld'>;
};

/** Returns a delivery worker that runs as long as its lease is held. Channels are independent: none waits for another. */
export function openDeliveryWorker(deps: DeliveryWorkerDeps): DeliveryWorker {
  const rounds = noticeChannels.map((channel) =>
    openRounds(deps, channel, isSetUp(deps.config, channel) ? transportOf(deps, channel) : null),
  );
  return {
    deliverDue: async () => void (await allSettled(rounds.map((each) => each.deliverDue()))),
    takeOver: async () => void (await allSettled(rounds.map((each) => each.takeOver()))),
    close: async (patienceMs) => void (await allSettled(rounds.map((each) => each.close(patienceMs)))),
  };
}

function transportOf(deps: DeliveryWorkerDeps, channel: NoticeChannel): Transport {
  switch (channel) {
    case 'email':
      return openMailTransport(deps);
    case 'sms':
      return openSmsTransport(deps);
    case 'push':
      return openPushTransport(deps);
  }
}

/** Returns the rounds of one channel. Each continues until nothing is due. */
function openRounds(
  { db, clock, lease, log }: DeliveryWorkerDeps,
  channel: NoticeChannel,
  transport: Transport | null,
): DeliveryWorker {
  let round: Promise<void> | null = null;
  let isCalledAgain = false;
  /** The time until which a shutdown waits for the database, by `performance.now()`. */
  let closesAt = Infinity;
  let isClosing = false;
  const mayGoOn = () => !isClosing && lease.isHeld();
  const inTurn = paced(transport?.perSecond ?? 0);
  const lanes = openLanes(transport?.lanes ?? 0, async () => transport !== null && sendSome(transport));

  const workThrough = async () => {
    try {
      if (transport === null) return await keepUnsendable(db, channel, notSetUp[channel]);
      // This releases this worker's claims, so no lane may be sending.
      await releaseDeadClaims(db, channel, lease.key);
      do {
        isCalledAgain = false;
        await lanes.run();
      } while (isCalledAgain && mayGoOn());
    } finally {
      // No await between the check and the reset, so no wake-up is lost.
      round = null;
    }
  };

  /** Sends one batch. Returns false if nothing is due. */
  const sendSome = async (via: Transport): Promise<boolean> => {
    if (!mayGoOn()) return false;
    const { key } = lease;
    const inHand = await claimDue(db, { channel, key, most: via.batchSize, countUpTo: via.perPersonAndDay }, clock());
    if (inHand.length === 0) return false;
    try {
      while (inHand.length > 0 && mayGoOn() && lease.key === key) {
        const [delivery] = inHand;
        if (delivery !== undefined)
          await withoutHoldingUp(inHand, delivery, key, () => deliver(via, delivery, key, () => inHand.shift()));
      }
    } finally {
      // This runs after a failure, too, so that no delivery waits for the end of the round.
      await release(inHand, key);
    }
    return true;
  };

  const release = async (some: readonly Delivery[], key: number) => {
    if (some.length > 0)
      await releaseClaims(
        db,
        key,
        some.map(({ id }) => id),
      );
  };

  /** Sends one of a batch. If that takes long, the other lanes get the rest. */
  const withoutHoldingUp = async (inHand: Delivery[], current: Delivery, key: number, send: () => Promise<void>) => {
    let handingOn = Promise.resolve();
    const patience = setTimeout(() => {
      // If the release fails, its outcome is unknown. So this lane must not send them, and the next round releases them.
      handingOn = release(inHand.splice(inHand[0] === current ? 1 : 0), key).then(
        () => void lanes.wake(),
        () => {},
      );
    }, batchWaitsMs);
    try {
      await send();
    } finally {
      clearTimeout(patience);
      await handingOn;
    }
  };

  /**
   * One delivery that fails in an unexpected way is retried later, and doesn't block the others. `onOutcome` is called once it was tried:
   * from then on its claim must not be released, or it might be sent twice.
   */
  const deliver = async (via: Transport, delivery: Delivery, key: number, onOutcome: () => void) => {
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
      return write({ status: 'dropped', reason: "This person has reached the day's limit." });
    const facts = await withCode(db, delivery.noticeId, delivery.facts, clock());
    if (facts === null) return write({ status: 'dropped', reason: 'The code no longer worked.' });
    await inTurn();
    if (!isOurs()) return write(notOurs(clock()));
    await via.deliver({ ...delivery, facts }, write, isOurs);
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
        const patience = Math.min(100 * 2 ** tries, 5000, closesAt - performance.now());
        if (patience <= 0) throw error;
        await delay(patience);
      }
    }
  };

  const deliverDue = async () => {
    if (!mayGoOn()) return;
    if (round !== null) {
      // The lanes may not have begun yet, or all have just ended.
      if (!lanes.wake()) isCalledAgain = true;
      return;
    }
    round = workThrough();
    await round;
  };
  return {
    deliverDue,
    takeOver: async () => {
      // A round that has begun doesn't look for dead claims again, and it may be a long one.
      if (transport !== null && round !== null) await releaseDeadClaims(db, channel, null);
      await deliverDue();
    },
    close: async (patienceMs) => {
      isClosing = true;
      closesAt = performance.now() + patienceMs;
      const patience = setTimeout(() => transport?.close({ force: true }), patienceMs);
      await round?.catch(() => {});
      clearTimeout(patience);
      transport?.close();
    },
  };
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
