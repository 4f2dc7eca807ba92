import { pushLifetime, renderPush } from '#domain/push.ts';
import { whenNeeded } from '#server/core/when-needed.ts';
import type { Delivery, Outcome } from '#server/notifications/deliveries.ts';
import { dropDevice } from '#server/notifications/push-devices.ts';
import { openPushService } from '#server/notifications/push-service.ts';
import { semaphore } from '#server/notifications/semaphore.ts';
import { heldBack, refused, type Transport, type TransportDeps } from '#server/notifications/transport.ts';
import { underWay } from '#server/notifications/under-way.ts';
import { pushKeys } from '#server/security/keys.ts';

/** How long other pushes wait for one that its push service hasn't answered. Anyone can name a slow push service. */
const patienceMs = 2000;

/**
 * Push, through the service that each browser named. If the process is killed, pushes whose answer wasn't recorded are
 * sent again. So only `PUSHES_UNDER_WAY` lanes at a time may send one before the previous answer is recorded. The
 * second copy replaces the first on the screen, because both have the same tag.
 */
export function openPushTransport({ db, config, clock }: TransportDeps): Transport {
  const mayBegin = semaphore(config.PUSHES_UNDER_WAY);
  const service = whenNeeded(async () => openPushService(config, await pushKeys(db)));

  const send = async (delivery: Delivery, beforePost: () => Promise<void>): Promise<Outcome> => {
    const { device, kind, facts, noticeId, vacancyId, recipientId } = delivery;
    if (device === null) return { status: 'dropped', reason: 'This device was signed out before this could be sent.' };
    const notice = renderPush(kind, facts, vacancyId, recipientId);
    const push = { notice, mark: `notice-${noticeId}`, lifetime: pushLifetime(kind) };
    const opened = await service.get();
    const answer = await opened.send(device, push, beforePost);
    if (answer.isAccepted) return { status: 'sent' };
    if (answer.isGone) await dropDevice(db, device.id);
    return refused(delivery, answer, clock());
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
      return underWay({ mayBegin, patienceMs, clock }, { record, isOurs }, (beforePost) => send(delivery, beforePost));
    },
    close: () =>
      void service.begun()?.then(
        (open) => open.close(),
        () => {},
      ),
  };
}
