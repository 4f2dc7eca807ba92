import { pushLifetime, renderPush } from '#domain/push.ts';
import type { DeliveryWorkerDeps } from '#server/notifications/delivery-worker.ts';
import type { Delivery, Outcome } from '#server/notifications/deliveries.ts';
import { dropDevice } from '#server/notifications/push-devices.ts';
import { openPushService, type PushService } from '#server/notifications/push-service.ts';
import { semaphore } from '#server/notifications/semaphore.ts';
import { heldBack, notOurs, refusedForNow, type Transport } from '#server/notifications/transport.ts';
import { pushKeys } from '#server/security/keys.ts';

/** How long other pushes wait for one that its push service hasn't answered. Anyone can name a slow push service. */
const patienceMs = 2000;

/**
 * Push, through the service that each browser named. If the process is killed, pushes whose answer wasn't recorded are sent
 * again. So only `PUSHES_UNDER_WAY` lanes at a time may send one before the previous answer is recorded. The second copy
 * replaces the first on the screen, because both have the same tag.
 */
export function openPushTransport({
  db,
  config,
  clock,
}: Pick<DeliveryWorkerDeps, 'db' | 'config' | 'clock'>): Transport {
  const maySend = semaphore(config.PUSHES_UNDER_WAY);
  let opening: Promise<PushService> | null = null;
  const service = () => {
    opening ??= pushKeys(db)
      .then((keys) => openPushService(config, keys))
      .catch((error: unknown) => {
        // The next delivery retries.
        opening = null;
        throw error;
      });
    return opening;
  };

  const send = async (delivery: Delivery, beforePost: () => Promise<void>): Promise<Outcome> => {
    const { device, kind, facts, noticeId, vacancyId, recipientId } = delivery;
    if (device === null) return { status: 'dropped', reason: 'This device was signed out before this could be sent.' };
    const answer = await (
      await service()
    ).send(
      device,
      {
        notice: renderPush(kind, facts, vacancyId, recipientId),
        mark: `notice-${noticeId}`,
        lifetime: pushLifetime(kind),
      },
      beforePost,
    );
    if (answer.isAccepted) return { status: 'sent' };
    if (answer.isGone) await dropDevice(db, device.id);
    return answer.isPermanent
      ? { status: 'failed', reason: answer.reason }
      : refusedForNow(delivery, answer.reason, clock(), answer.waitMs);
  };

  return {
    channel: 'push',
    lanes: 4,
    batchSize: 10,
    perPersonAndDay: config.PUSHES_PER_PERSON_PER_DAY,
    perSecond: config.PUSHES_PER_SECOND,
    deliver: async (delivery, record, isOurs) => {
      const held = heldBack(delivery, clock());
      if (held !== null) return record(held);
      let patience: NodeJS.Timeout | undefined;
      let release = () => {};
      let isLost = false;
      const beforePost = async () => {
        release = await maySend();
        patience = setTimeout(release, patienceMs);
        isLost = !isOurs();
        if (isLost) throw new Error('The lease has ended.');
      };
      try {
        const outcome = await send(delivery, beforePost);
        // The next push waits until this answer is stored, however long the database is away.
        clearTimeout(patience);
        await record(isLost ? notOurs(clock()) : outcome);
      } finally {
        clearTimeout(patience);
        release();
      }
    },
    close: () =>
      void opening?.then(
        (open) => open.close(),
        () => {},
      ),
  };
}
