import * as z from 'zod/mini';
import type { Config } from '#server/core/config.ts';
import { type Connection, type Database, type Queryable, type Sql, sql } from '#server/db/database.ts';
import type { Rounds } from '#server/jobs/rounds.ts';

/**
 * The dependencies of jobs. `db` is the worker's own pool, so a busy morning of calls can't starve it. `connection` is
 * for long-running work.
 */
export type JobDeps = {
  db: Database;
  connection: Connection;
  config: Config;
  clock: () => Date;
  /** Delivers notifications. A job only wakes this worker. */
  deliveryWorker: { deliverDue(): Promise<void> };
  audiences: Rounds;
  dispatches: Rounds;
  deletions: Rounds;
};

/** Work done outside of a call. It may run twice, in any process. */
export type Job<Payload extends z.ZodMiniType = z.ZodMiniType> = {
  readonly name: string;
  readonly payload: Payload;
  /** The maximum number of attempts, with growing pauses in between. */
  readonly maxAttempts: number;
  /** When the job runs by schedule, in crontab format, in UTC. */
  readonly every?: string;
  readonly handle: (deps: JobDeps, payload: z.output<Payload>) => Promise<void>;
};

/** Declares a job. */
export function defineJob<Payload extends z.ZodMiniType>(definition: Job<Payload>): Job<Payload> {
  return definition;
}

const nothing = z.object({});

/**
 * Declares a job that is enqueued when there is work. It also runs every minute, to finish the work of processes that
 * stopped.
 */
export function defineMinuteJob(parts: Pick<Job<typeof nothing>, 'name' | 'handle'>): Job<typeof nothing> {
  return { ...parts, payload: nothing, maxAttempts: 3, every: '* * * * *' };
}

/**
 * Enqueues a job. Within a transaction, it is enqueued only if that commits. It runs immediately, or not before `at`.
 */
export async function enqueue<Payload extends z.ZodMiniType>(
  db: Queryable,
  job: Job<Payload>,
  payload: z.input<Payload>,
  { at }: { at?: Date } = {},
): Promise<void> {
  await db.query(sql`select from ${adding(job, payload, at)}`);
}

/** Returns what enqueues a job, in SQL, for a statement that selects from it. */
export function adding<Payload extends z.ZodMiniType>(job: Job<Payload>, payload: z.input<Payload>, at?: Date): Sql {
  return sql`graphile_worker.add_job(${job.name}, ${JSON.stringify(payload)}::json,
      max_attempts => ${job.maxAttempts}::int, run_at => ${at ?? null}::timestamptz)`;
}
