import type { Deliver, DeliveringDeps } from '#server/notifications/deliver-one.ts';
import { claimDue, type Delivery, releaseClaims } from '#server/notifications/deliveries.ts';
import type { Transport } from '#server/notifications/transport.ts';

/** How long the rest of a batch waits for one delivery. */
const batchWaitsMs = 5000;

type Deps = Pick<DeliveringDeps, 'db' | 'clock' | 'lease'> & {
  deliver: Deliver;
  mayGoOn: () => boolean;
  /** Called when another lane may claim the rest of a batch. */
  onHandedOn: () => void;
};

/** Returns the function that claims and sends one batch of a channel. It returns false if nothing is due. */
export function openBatches(
  { db, clock, lease, deliver, mayGoOn, onHandedOn }: Deps,
  via: Transport,
): () => Promise<boolean> {
  const release = async (some: readonly Delivery[], key: number) => {
    const ids = some.map(({ id }) => id);
    if (ids.length > 0) await releaseClaims(db, key, ids);
  };

  /** Sends one delivery of a batch. If that takes long, the other lanes get the rest. */
  const withoutHoldingUp = async (inHand: Delivery[], current: Delivery, key: number, send: () => Promise<void>) => {
    let handingOn = Promise.resolve();
    const patience = setTimeout(() => {
      // If the release fails, its outcome is unknown. So this lane must not send them, and the next round releases
      // them.
      handingOn = release(inHand.splice(inHand[0] === current ? 1 : 0), key).then(onHandedOn, () => {});
    }, batchWaitsMs);
    try {
      await send();
    } finally {
      clearTimeout(patience);
      await handingOn;
    }
  };

  return async () => {
    if (!mayGoOn()) return false;
    const { key } = lease;
    const inHand = await claimDue(
      db,
      { channel: via.channel, key, most: via.batchSize, countUpTo: via.perPersonAndDay },
      clock(),
    );
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
}
