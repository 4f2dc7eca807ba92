import { isSetUp, notSetUp } from '#server/notifications/channels.ts';
import { openBatches } from '#server/notifications/batches.ts';
import { type DeliveringDeps, openDelivering } from '#server/notifications/deliver-one.ts';
import { keepUnsendable, releaseDeadClaims } from '#server/notifications/deliveries.ts';
import { openLanes } from '#server/notifications/lanes.ts';
import { openMailTransport } from '#server/notifications/mail-transport.ts';
import { openPushTransport } from '#server/notifications/push-transport.ts';
import { openSmsTransport } from '#server/notifications/sms-transport.ts';
import type { Transport, TransportDeps } from '#server/notifications/transport.ts';
import { allSettled } from '#server/core/settled.ts';
import { type NoticeChannel, noticeChannels } from '#domain/notice-topics.ts';

/** Sends due deliveries, for one process. */
export type DeliveryWorker = {
  /**
   * Sends everything that is due. If a channel is already working, the call only makes it check again, and returns.
   * Deliveries that hang don't keep its other lanes from new ones.
   */
  deliverDue(): Promise<void>;
  /** Like `deliverDue`, but also takes over the deliveries of processes whose leases have ended. */
  takeOver(): Promise<void>;
  /** Accepts nothing new, waits up to `patienceMs` for deliveries in progress, and releases the rest. */
  close(patienceMs: number): Promise<void>;
};

export type DeliveryWorkerDeps = DeliveringDeps & TransportDeps;

/**
 * Returns a delivery worker that runs as long as its lease is held. Channels are independent: none waits for another.
 */
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
  const { db, lease } = deps;
  let round: Promise<void> | null = null;
  let isCalledAgain = false;
  /** The time until which a shutdown waits for the database, by `performance.now()`. */
  let closesAt = Infinity;
  let isClosing = false;
  const mayGoOn = () => !isClosing && lease.isHeld();
  const deliver = openDelivering(deps, channel, transport?.perSecond ?? 0, () => closesAt);
  const sendBatch =
    transport && openBatches({ ...deps, deliver, mayGoOn, onHandedOn: () => void lanes.wake() }, transport);
  const lanes = openLanes(transport?.lanes ?? 0, async () => sendBatch !== null && sendBatch());

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
