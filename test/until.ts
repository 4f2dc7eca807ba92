import { setTimeout as delay } from 'node:timers/promises';

/** Waits until this holds, looking again every few milliseconds; a failing look counts as 'not yet'. */
export async function until(holds: () => Promise<boolean> | boolean, milliseconds = 20_000): Promise<void> {
  const end = Date.now() + milliseconds;
  for (;;) {
    if (await Promise.resolve(holds()).catch(() => false)) return;
    if (Date.now() > end) throw new Error(`Waited ${milliseconds} ms for what did not happen: ${holds.toString().slice(0, 200)}`);
    await delay(10);
  }
}
