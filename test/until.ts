import { setTimeout as delay } from 'node:timers/promises';

type NotYet = null | undefined | false;

/** Waits until this sees something, looking again every few milliseconds, and answers with it; a failing look counts as 'not yet'. */
export async function until<Seen>(
  look: () => Promise<Seen | NotYet> | Seen | NotYet,
  milliseconds = 20_000,
): Promise<Seen> {
  const end = Date.now() + milliseconds;
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
    await delay(10);
  }
}
