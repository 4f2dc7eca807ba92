import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger, parseCronItems, run, type Runner, type TaskList } from 'graphile-worker';
import type { Config } from '#server/core/config.ts';
import { type Connection, databaseOf, isConnectionFailure, openPool, slowLogOf } from '#server/db/database.ts';
import { openDeletions } from '#server/features/schools/deletions.ts';
import { openAudiences } from '#server/features/vacancies/audiences.ts';
import { allJobs } from '#server/worker/all-jobs.ts';
import type { Job, JobDeps } from '#server/jobs/job.ts';
import { holdLease } from '#server/jobs/lease.ts';
import type { Log } from '#server/core/log.ts';
import { openDeliveryWorker } from '#server/notifications/delivery-worker.ts';
import { allSettled } from '#server/core/settled.ts';

/** A worker at work. */
export type Worker = {
  /** Takes no more jobs, waits for those under way and for the mails that are being sent, and ends. */
  stop(): Promise<void>;
};

export type WorkerDeps = { config: Config; clock: () => Date; log: Log };

/** Jobs under way at once. Mail has lanes of its own: it is one job, however much there is. */
const concurrency = 3;
/** One for listening, one for each job, and some for the lanes of the mail. */
const connections = 7;
/** How long a stop waits for a mail server that does not answer. */
const patienceMs = 10_000;
const restartMs = 1000;

/**
 * A job that was done is taken off the queue in the batch of its moment: where that fails, the worker ends in good order, and is started
 * again. Without a batch graphile-worker 0.18 lets the failure go unheard, and Node ends the whole process for it.
 */
const settled = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/**
 * Starts working: at once for jobs that are enqueued, and by the timetable of those that come by themselves.
 * It has connections of its own. A worker that fails while the process lives is started again, and one whose database is
 * away starts once it is back.
 *
 * @throws Error when it cannot start for any other reason.
 */
export async function startWorker(
  connection: Connection,
  { config, clock, log }: WorkerDeps,
  jobs: readonly Job[] = allJobs,
): Promise<Worker> {
  const pool = openPool(connection, connections);
  const db = databaseOf(pool, slowLogOf(config, log));
  let deliveryWorker: ReturnType<typeof openDeliveryWorker> | null = null;
  // What a predecessor left in hand is due as soon as there is a lease.
  const lease = await holdLease(
    connection,
    randomInt(1, 2 ** 31 - 1),
    () => void deliveryWorker?.deliverDue().catch(report),
  );
  deliveryWorker = openDeliveryWorker({ db, config, clock, log, lease });
  const audiences = openAudiences({ db, config, clock, log });
  const deletions = openDeletions({ db, clock });
  const deps: JobDeps = { db, connection, config, clock, deliveryWorker, audiences, deletions };
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
  // Continue at once what a previous process began.
  void audiences.run().catch(report);
  void deletions.run().catch(report);
  return {
    stop: async () => {
      isStopping = true;
      const closing = allSettled([deliveryWorker.close(patienceMs), audiences.close(), deletions.close()]);
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

/** The queue's own log: only what went wrong, in ours. */
function loggerTo(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({}, message);
    else if (level === 'warning') log.warn({}, message);
  });
}
