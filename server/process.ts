import type { Config } from '#server/core/config.ts';
import type { Worker } from '#server/worker/worker.ts';
import type { Log } from '#server/core/log.ts';
import type { OpenDatabase } from '#server/db/open-database.ts';

/** Prints a line for the person who started the process. */
export const say = (line: string) => void process.stdout.write(`${line}\n`);
/** How long a shutdown waits for calls in progress. */
const drainMs = 25_000;

/** Starts the background work. Its libraries are loaded with it. */
export async function beginWork(config: Config, database: OpenDatabase, log: Log): Promise<Worker> {
  const { startWorker } = await import('#server/worker/worker.ts');
  return startWorker(database.connection, { config, clock: () => new Date(), log });
}

/** Ends the process on SIGTERM or SIGINT after `drain`. On SIGTERM, `drain` keeps serving at first. */
export function stopOnSignal(drain: (isPolite: boolean) => Promise<void>): void {
  let isStopping = false;
  const stop = async (isPolite: boolean) => {
    if (isStopping) return;
    isStopping = true;
    const giveUp = setTimeout(() => process.exit(1), drainMs);
    await drain(isPolite);
    clearTimeout(giveUp);
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop(true));
  process.once('SIGINT', () => void stop(false));
}
