import type { Outcome } from '#server/notifications/deliveries.ts';
import type { Semaphore } from '#server/notifications/semaphore.ts';
import { notOurs } from '#server/notifications/transport.ts';

type Limits = { mayBegin: Semaphore; patienceMs: number; clock: () => Date };
type Claim = { record: (outcome: Outcome) => Promise<void>; isOurs: () => boolean };

/**
 * Makes a delivery of which a second copy could arrive if the process is killed: `send` calls `begin` just before its
 * carrier can take the message. From then until the answer is recorded, it has one of the permits of `mayBegin`, and
 * `begin` throws if the lease has ended. A carrier that doesn't answer within `patienceMs` blocks no other delivery.
 */
export async function underWay(
  { mayBegin, patienceMs, clock }: Limits,
  { record, isOurs }: Claim,
  send: (begin: () => Promise<void>) => Promise<Outcome>,
): Promise<void> {
  let release = () => {};
  let patience: NodeJS.Timeout | undefined;
  let isOver = false;
  let isLost = false;
  const begin = async () => {
    const taken = await mayBegin();
    // The connection may have broken while waiting.
    if (isOver) return taken();
    release = taken;
    patience = setTimeout(taken, patienceMs);
    isLost = !isOurs();
    if (isLost) throw new Error('The lease has ended.');
  };
  try {
    const outcome = await send(begin);
    // The next delivery waits until this answer is stored, however long the database is away.
    clearTimeout(patience);
    await record(isLost ? notOurs(clock()) : outcome);
  } finally {
    isOver = true;
    clearTimeout(patience);
    release();
  }
}
