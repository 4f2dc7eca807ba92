import { pushLifetime, renderPush } from '#domain/push.ts';
import type { DeliveryWorkerDeps } from '#server/notifications/delivery-worker.ts';
import type { Delivery, Outcome } from '#server/notifications/deliveries.ts';
import { dropDevice } from '#server/notifications/push-devices.ts';
import { openPushService, type PushService } from '#server/notifications/push-service.ts';
import { heldBack, refusedForNow, type Transport } from '#server/notifications/transport.ts';
import { pushKeys } from '#server/security/keys.ts';

/**
 * Push, through the service that each browser named. Deliveries run in parallel: if a killed process sends one again,
 * it replaces the first on the screen, because both have the same tag.
 */
export function openPushTransport({
  db,
  config,
  clock,
}: Pick<DeliveryWorkerDeps, 'db' | 'config' | 'clock'>): Transport {
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

  const send = async (delivery: Delivery): Promise<Outcome> => {
    const { device, kind, facts, noticeId, vacancyId, recipientId } = delivery;
    if (device === null) return { status: 'dropped', reason: 'This device was signed out before this could be sent.' };
    const answer = await (
      await service()
    ).send(device, {
      notice: renderPush(kind, facts, vacancyId, recipientId),
      mark: `notice-${noticeId}`,
      lifetime: pushLifetime(kind),
    });
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
    deliver: async (delivery, record) => record(heldBack(delivery, clock()) ?? (await send(delivery))),
    close: () =>
      void opening?.then(
        (open) => open.close(),
        () => {},
      ),
  };
}
