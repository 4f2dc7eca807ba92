import { isSetUp, notSetUp } from '#server/notifications/channels.ts';
import type { Config } from '#server/core/config.ts';
import { type DeliveringDeps, openDelivering } from '#server/notifications/deliver-one.ts';
import {
  claimDue,
  type Delivery,
  keepUnsendable,
  releaseClaims,
  releaseDeadClaims,
} from '#server/notifications/deliveries.ts';
import { openLanes } from '#server/notifications/lanes.ts';
import { openMailTransport } from '#server/notifications/mail-transport.ts';
import { openPushTransport } from '#server/notifications/push-transport.ts';
import { openSmsTransport } from '#server/notifications/sms-transport.ts';
import type { Transport } from '#server/notifications/transport.ts';
import { allSettled } from '#server/core/settled.ts';
import { type NoticeChannel, noticeChannels } from '#domain/notice-topics.ts';

/** How long the rest of a batch waits for one delivery. */
const batchWaitsMs = 5000;

/** Sends due deliveries, for one process. */
export type DeliveryWorker = {
  /**
   * Sends everything that is due. If a channel is already working, the call only makes it check again, and returns. Deliveries
   * that hang don't keep its other lanes from new ones.
   */
  deliverDue(): Promise<void>;
  /** Like `deliverDue`, but also takes over the deliveries of processes whose leases have ended. */
  takeOver(): Promise<void>;
  /** Accepts nothing new, waits up to `patienceMs` for deliveries in progress, and releases the rest. */
  close(patienceMs: number): Promise<void>;
};

export type DeliveryWorkerDeps = DeliveringDeps & { config: Config };

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
function openRounds(deps: DeliveryWorkerDeps, channel: NoticeChannel, transport: Transport | null): DeliveryWorker {
  const { db, clock, lease } = deps;
  let round: Promise<void> | null = null;
  let isCalledAgain = false;
  /** The time until which a shutdown waits for the database, by `performance.now()`. */
  let closesAt = Infinity;
  let isClosing = false;
  const mayGoOn = () => !isClosing && lease.isHeld();
  const deliver = openDelivering(deps, channel, transport?.perSecond ?? 0, () => closesAt);
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
    const ids = some.map(({ id }) => id);
    if (ids.length > 0) await releaseClaims(db, key, ids);
  };

  /** Sends one delivery of a batch. If that takes long, the other lanes get the rest. */
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
