import type * as z from 'zod/mini';
import type { Config } from '#server/core/config.ts';
import { type Connection, type Database, type Queryable, sql } from '#server/db/database.ts';
import type { Rounds } from '#server/jobs/rounds.ts';

/** What a job may use. `db` is the worker's own pool, so that a busy morning of calls cannot starve it; `connection` is for what takes long. */
export type JobDeps = {
  db: Database;
  connection: Connection;
  config: Config;
  clock: () => Date;
  /** Delivers notifications; a job only wakes it. */
  deliveryWorker: { deliverDue(): Promise<void> };
  audiences: Rounds;
  deletions: Rounds;
};

/** Something done outside of a call. It may be run twice, and by any process. */
export type Job<Payload extends z.ZodMiniType = z.ZodMiniType> = {
  readonly name: string;
  readonly payload: Payload;
  /** How often it is tried in all, with a growing pause in between. */
  readonly maxAttempts: number;
  /** When it runs by itself, as a crontab has it, in UTC. */
  readonly every?: string;
  readonly handle: (deps: JobDeps, payload: z.output<Payload>) => Promise<void>;
};

/** Declares a job. */
export function defineJob<Payload extends z.ZodMiniType>(definition: Job<Payload>): Job<Payload> {
  return definition;
}

/** Enqueues a job; within a transaction it exists exactly when that commits. It runs at once, or not before `at`. */
export async function enqueue<Payload extends z.ZodMiniType>(
  db: Queryable,
  job: Job<Payload>,
  payload: z.input<Payload>,
  { at }: { at?: Date } = {},
): Promise<void> {
  await db.query(
    sql`select from graphile_worker.add_job(${job.name}, ${JSON.stringify(payload)}::json, max_attempts => ${job.maxAttempts}::int, run_at => ${at ?? null}::timestamptz)`,
  );
}
