import { setTimeout as delay } from 'node:timers/promises';
import { Logger, parseCronItems, run, type Runner, type TaskList } from 'graphile-worker';
import type { Config } from '#server/core/config.ts';
import { type Connection, databaseOf, openPool, slowLogOf } from '#server/db/database.ts';
import { isConnectionFailure } from '#server/db/failures.ts';
import { openDeletions } from '#server/features/schools/deletions.ts';
import { openAudiences } from '#server/features/vacancies/audiences.ts';
import { openDispatches } from '#server/features/vacancies/run-dispatches.ts';
import { allJobs } from '#server/worker/all-jobs.ts';
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

/** The number of parallel jobs. Mail has its own lanes: delivering it is one job. */
const concurrency = 3;
/** One connection for listening, one for each job, and some for the mail lanes. */
const connections = 7;
/** Says how long a shutdown waits for a mail server that doesn't answer. */
const patienceMs = 10_000;
const restartMs = 1000;

/**
 * Completed jobs are removed from the queue in batches. If that fails, the worker ends in an orderly way and is
 * restarted. Without batching, graphile-worker 0.18 leaves the rejection unhandled, and Node ends the process.
 */
const settled = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

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
  let isStopping = false;
  let runner: Runner | null = null;

  function report(error: unknown): void {
    log.error({ err: error }, 'a job failed');
  }
  const begin = async () => {
    runner = await run({
      preset: settled,
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      logger: loggerTo(log),
      taskList: tasksOf(jobs, deps),
      parsedCronItems: timetableOf(jobs),
    });
    void runner.promise.then(() => goOn(null), goOn);
  };
  const canBegin = async () => {
    try {
      await begin();
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  };
  const goOn = async (error: unknown) => {
    let hasBegun = false;
    while (!isStopping && !hasBegun) {
      log.error({ err: error }, 'the worker exited and is being restarted');
      await delay(restartMs);
      hasBegun = isStopping || (await canBegin());
    }
  };

  await begin().catch((error: unknown) => {
    if (!isConnectionFailure(error)) throw error;
    void goOn(error);
  });
  void deliveryWorker.deliverDue().catch(report);
  // These jobs continue work that a previous process began.
  void audiences.run().catch(report);
  void dispatches.run().catch(report);
  void deletions.run().catch(report);
  return {
    stop: async () => {
      isStopping = true;
      const closing = allSettled([
        deliveryWorker.close(patienceMs),
        audiences.close(),
        dispatches.close(),
        deletions.close(),
      ]);
      await runner?.stop().catch(report);
      await closing;
      await lease.release();
      await pool.end();
    },
  };
}

function tasksOf(jobs: readonly Job[], deps: JobDeps): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [job.name, (payload: unknown) => job.handle(deps, job.payload.parse(payload ?? {}))]),
  );
}

function timetableOf(jobs: readonly Job[]) {
  return parseCronItems(
    jobs.flatMap(({ name, every, maxAttempts }) =>
      every === undefined ? [] : [{ task: name, match: every, options: { maxAttempts } }],
    ),
  );
}

/** The queue's own log. We log only its errors. */
function loggerTo(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({}, message);
    else if (level === 'warning') log.warn({}, message);
  });
}
