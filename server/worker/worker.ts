import type { Config } from '#server/core/config.ts';
import { type Connection, databaseOf, openPool } from '#server/db/database.ts';
import { slowLogOf } from '#server/db/slow-log.ts';
import { openDeletions } from '#server/features/schools/deletions.ts';
import { openAudiences } from '#server/features/vacancies/dispatch/audiences.ts';
import { openDispatches } from '#server/features/vacancies/dispatch/run-dispatches.ts';
import { allJobs } from '#server/worker/all-jobs.ts';
import { openJobRunner } from '#server/worker/runner.ts';
import type { Job, JobDeps } from '#server/jobs/job.ts';
import { holdLease } from '#server/jobs/lease.ts';
import type { Log } from '#server/core/log.ts';
import { openDeliveryWorker } from '#server/notifications/delivery-worker.ts';
import { allSettled } from '#server/core/settled.ts';

/** A running worker. */
export type Worker = {
  /** Takes no more jobs, waits for running jobs and deliveries, and ends. */
  stop(): Promise<void>;
};

export type WorkerDeps = { config: Config; clock: () => Date; log: Log };

/** One connection for listening, one for each job, and some for the mail lanes. */
const connections = 7;
/** How long a shutdown waits for a mail server that doesn't answer. */
const patienceMs = 10_000;

/**
 * Starts working, on enqueued jobs immediately and on scheduled jobs by their timetable, with its own connections. A
 * worker that fails is restarted, and one without a database starts once it is back.
 *
 * @throws Error if it can't start for any other reason.
 */
export async function startWorker(
  connection: Connection,
  { config, clock, log }: WorkerDeps,
  jobs: readonly Job[] = allJobs,
): Promise<Worker> {
  const pool = openPool(connection, connections);
  const db = databaseOf(pool, slowLogOf(config, log));
  const report = (error: unknown) => log.error({ err: error }, 'a job failed');
  let deliveryWorker: ReturnType<typeof openDeliveryWorker> | null = null;
  const lease = await holdLease(connection, {
    seconds: config.WORKER_LEASE_SECONDS,
    onFree: () => void deliveryWorker?.takeOver().catch(report),
  });
  deliveryWorker = openDeliveryWorker({ db, config, clock, log, lease });
  const audiences = openAudiences({ db, config, clock, log });
  const dispatches = openDispatches({ db, config, clock, log });
  const deletions = openDeletions({ db, clock });
  const deps: JobDeps = { db, connection, config, clock, deliveryWorker, audiences, dispatches, deletions };
  const runner = openJobRunner(pool, jobs, deps, log);
  await runner.start();
  void deliveryWorker.deliverDue().catch(report);
  // These jobs continue work that a previous process began.
  const begun = [audiences, dispatches, deletions];
  for (const each of begun) void each.run().catch(report);
  return {
    stop: async () => {
      const closing = allSettled([deliveryWorker.close(patienceMs), ...begun.map((each) => each.close())]);
      await runner.stop();
      await closing;
      await lease.release();
      await pool.end();
    },
  };
}
