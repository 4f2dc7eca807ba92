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

/** The exit codes of processes that a signal ended, as a shell reports them. */
const endings = { SIGTERM: () => process.exit(143), SIGINT: () => process.exit(130) };

/**
 * Ends the process immediately on SIGTERM or SIGINT, until `stopOnSignal`. Without a listener, Linux doesn't deliver
 * them to process 1 of a container, and starting may wait minutes for the database.
 */
export function stopWhileStarting(): void {
  for (const [signal, end] of Object.entries(endings)) process.once(signal, end);
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
  for (const [signal, end] of Object.entries(endings)) process.off(signal, end);
  process.once('SIGTERM', () => void stop(true));
  process.once('SIGINT', () => void stop(false));
}
