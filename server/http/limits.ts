import type { FastifyRequest } from 'fastify';
import { type Queryable, type Sql, sql } from '#server/db/database.ts';
import { Refused } from '#server/core/refused.ts';
import { networkOfCaller } from '#server/http/address.ts';

/**
 * How many attempts are allowed under one key within a window. A call counts as one attempt unless `times` says
 * otherwise. `refusal` says what was tried too often; people may not think of it as attempts.
 */
export type Limit = { key: string; most: number; windowSeconds: number; times?: number; refusal?: string };

/**
 * Counts an attempt across all processes.
 *
 * @throws {Refused} too_many_requests, with the seconds to wait, after more than `most`.
 */
export async function countAttempt(db: Queryable, limit: Limit, now: Date): Promise<void> {
  refuseBeyond(limit, await counted(db, limit, now), now);
}

/** Counts an attempt of the caller's network. */
export function countFromNetwork(
  { db, request, now }: { db: Queryable; request: FastifyRequest; now: Date },
  { key, ...limit }: Limit,
): Promise<void> {
  return countAttempt(db, { ...limit, key: `${key}:${networkOfCaller(request)}` }, now);
}

/**
 * Counts an attempt and returns whether it is within the limit, for work that is skipped silently rather than refused.
 */
export async function isWithin(db: Queryable, limit: Limit, now: Date): Promise<boolean> {
  return (await counted(db, limit, now)).count <= limit.most;
}

/** Adds to the attempts under a key, or starts a new window after the last one. */
function addedTo(windowSeconds: number, now: Date): Sql {
  const since = new Date(now.getTime() - windowSeconds * 1000);
  return sql`on conflict (key) do update set
      count = case when attempts.window_start <= ${since} then excluded.count else attempts.count + excluded.count end,
      window_start = case when attempts.window_start <= ${since} then ${now} else attempts.window_start end`;
}

async function counted(db: Queryable, limit: Limit, now: Date): Promise<{ count: number; windowStart: Date }> {
  return db.only<{ count: number; windowStart: Date }>(countingIf(sql`true`, limit, now));
}

/**
 * Returns the statement that counts an attempt if a condition is true, for a caller that reads something in the same
 * statement.
 */
export function countingIf(condition: Sql, limit: Limit, now: Date): Sql {
  return sql`
    insert into attempts (key, window_start, count)
      select ${limit.key}::text, ${now}::timestamptz, ${limit.times ?? 1}::integer where ${condition}
    ${addedTo(limit.windowSeconds, now)}
    returning count, window_start as "windowStart"`;
}

/**
 * Counts attempts under several keys in one statement, each `times` times. Returns by key how many of these are within
 * the limit.
 */
export async function countMany(
  db: Queryable,
  { each, most, windowSeconds }: { each: ReadonlyMap<string, number>; most: number; windowSeconds: number },
  now: Date,
): Promise<Map<string, number>> {
  // Every statement locks keys in the same order, so two never deadlock.
  const keys = [...each.keys()].toSorted();
  const rows = await db.query<{ key: string; count: number }>(sql`
    insert into attempts (key, window_start, count)
    select key, ${now}, times from unnest(${keys}::text[], ${keys.map((key) => each.get(key) ?? 0)}::int[]) as given
      (key, times)
    ${addedTo(windowSeconds, now)}
    returning key, count`);
  return new Map(
    rows.map(({ key, count }) => {
      const times = each.get(key) ?? 0;
      return [key, Math.min(times, Math.max(0, most - (count - times)))];
    }),
  );
}

/** Resets the attempts under a key. */
export async function forgetAttempts(db: Queryable, key: string): Promise<void> {
  await db.execute(sql`delete from attempts where key = ${key}`);
}

function refuseBeyond(limit: Limit, row: { count: number; windowStart: Date } | undefined, now: Date): void {
  if (row === undefined || row.count <= limit.most) return;
  const retryAfter = Math.max(
    1,
    Math.ceil((row.windowStart.getTime() + limit.windowSeconds * 1000 - now.getTime()) / 1000),
  );
  const { refusal = 'Too many attempts.' } = limit;
  throw new Refused('too_many_requests', `${refusal} Please try again in ${waitInWords(retryAfter)}.`, { retryAfter });
}

function waitInWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 120) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
