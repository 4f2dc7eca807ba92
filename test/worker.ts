import { deliverMail } from '#server/jobs/deliver-mail.ts';
import { enqueue, type Job } from '#server/jobs/job.ts';
import { startWorker } from '#server/worker/worker.ts';
import type { World } from '#test/world.ts';

/** A test's own worker. Its `stop` fails if anything in it failed. */
export type TestWorker = {
  stop(): Promise<void>;
  /** Wakes the worker again after the clock was set. */ knock(): Promise<void>;
};

/** Starts a worker on the world's database, without a timetable: only the test causes work. */
export async function openWorker(world: World, jobs: readonly Job[] = [deliverMail]): Promise<TestWorker> {
  const failures: string[] = [];
  const note = (detail: object, message: string) =>
    void failures.push(`${message} ${'err' in detail ? String(detail.err) : ''}`);
  const worker = await startWorker(
    world.database.server,
    // How long a statement takes says more about the machine than about the product.
    { config: { ...world.config, SLOW_QUERY_MS: 0 }, clock: () => world.time.now, log: { error: note, warn: note } },
    jobs.map(({ every: _every, ...job }) => job),
  );
  return {
    stop: async () => {
      await worker.stop();
      if (failures.length > 0) throw new Error(`The worker failed:\n${failures.join('\n')}`);
    },
    knock: () => enqueue(world.db, deliverMail, {}),
  };
}
