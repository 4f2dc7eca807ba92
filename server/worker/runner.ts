import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger, parseCronItems, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { isConnectionFailure } from '#server/db/failures.ts';
import type { Job, JobDeps } from '#server/jobs/job.ts';
import type { Log } from '#server/core/log.ts';

/** The number of parallel jobs. Mail has its own lanes: delivering it is one job. */
const concurrency = 3;
const restartMs = 1000;

/**
 * Completed jobs are removed from the queue in batches. If that fails, the runner ends in an orderly way and is
 * replaced. Without batching, graphile-worker 0.18 leaves the rejection unhandled, and Node ends the process.
 */
const settled = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/** Runs the jobs of a process, on one graphile-worker after the other. */
export type JobRunner = {
  /** Begins. Without a database, it begins once that is back. Throws if it can't for any other reason. */
  start(): Promise<void>;
  /** Takes no more jobs, and waits for running ones. */
  stop(): Promise<void>;
};

/**
 * Returns a runner of these jobs. A graphile-worker that fails is replaced after a second, whatever the old one still
 * does (docs/decisions/097): its jobs continue, but it takes no more.
 */
export function openJobRunner(pool: pg.Pool, jobs: readonly Job[], deps: JobDeps, log: Log): JobRunner {
  const working = new Set<Promise<unknown>>();
  const taskList = tasksOf(jobs, deps, working);
  let isStopping = false;
  let runner: Runner | null = null;
  const report = (error: unknown) => log.error({ err: error }, 'a job failed');

  const begin = async () => {
    const events: WorkerEvents = new EventEmitter();
    const failure = new Promise<unknown>((resolve) => {
      // One that began on a database in recovery would fail at every later attempt, too, and only the debug log would
      // say so.
      events.once('worker:getJob:error', ({ error }) => resolve(error));
      // It may never end: it waits for its running jobs, and sometimes for batches that were completed twice.
      events.once('pool:gracefulShutdown', () => resolve(null));
    });
    const next = await run({
      preset: settled,
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      logger: loggerTo(log),
      events,
      taskList,
      parsedCronItems: timetableOf(jobs),
    });
    runner = next;
    const ended = next.promise.then(
      () => null,
      (error: unknown) => error,
    );
    void Promise.race([failure, ended]).then((error) => {
      // The promise rejects if the runner is already stopping.
      if (!isStopping) next.stop().catch(() => {});
      return goOn(error);
    });
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
  return {
    start: () =>
      begin().catch((error: unknown) => {
        if (!isConnectionFailure(error)) throw error;
        void goOn(error);
      }),
    stop: async () => {
      isStopping = true;
      await runner?.stop().catch(report);
      // A runner that was replaced may still have some. Each failure was reported.
      await Promise.allSettled(working);
    },
  };
}

function tasksOf(jobs: readonly Job[], deps: JobDeps, working: Set<Promise<unknown>>): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown) => {
        const work = job.handle(deps, job.payload.parse(payload ?? {}));
        working.add(work);
        try {
          await work;
        } finally {
          working.delete(work);
        }
      },
    ]),
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
