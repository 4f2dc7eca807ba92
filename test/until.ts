import { setTimeout as delay } from 'node:timers/promises';

type NotYet = null | undefined | false;

/**
 * Waits until `look` returns something and returns that. A `look` that throws counts as 'not yet'. It polls after a
 * fifth of the time waited so far (5 to 100 ms), so a long wait leaves the CPU to other work.
 */
export async function until<Seen>(
  look: () => Promise<Seen | NotYet> | Seen | NotYet,
  milliseconds = 20_000,
): Promise<Seen> {
  const began = Date.now();
  const end = began + milliseconds;
  let failure: unknown;
  for (;;) {
    try {
      const seen = await look();
      if (seen !== null && seen !== undefined && seen !== false) return seen;
    } catch (error) {
      failure = error;
    }
    if (Date.now() > end)
      throw new Error(`Waited ${milliseconds} ms for what did not happen: ${look.toString().slice(0, 200)}`, {
        cause: failure,
      });
    await delay(Math.min(100, Math.max(5, (Date.now() - began) / 5)));
  }
}
