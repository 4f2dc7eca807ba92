import { type Queryable, sql } from '#server/db/database.ts';
import { Refused } from '#server/http/refused.ts';

/** How many attempts count under one key within a window. */
export type Limit = { key: string; most: number; windowSeconds: number };

/**
 * Counts an attempt, for all processes together.
 *
 * @throws {Refused} too_many_requests, with the seconds to wait, once there were more than `most`.
 */
export async function countAttempt(db: Queryable, limit: Limit, now: Date): Promise<void> {
  const since = new Date(now.getTime() - limit.windowSeconds * 1000);
  const [row] = await db.query<{ count: number; windowStart: Date }>(sql`
    insert into attempts (key, window_start, count) values (${limit.key}, ${now}, 1)
    on conflict (key) do update set
      count = case when attempts.window_start <= ${since} then 1 else attempts.count + 1 end,
      window_start = case when attempts.window_start <= ${since} then ${now} else attempts.window_start end
    returning count, window_start as "windowStart"`);
  refuseBeyond(limit, row, now);
}

/** Forgets the attempts under a key. */
export async function forgetAttempts(db: Queryable, key: string): Promise<void> {
  await db.execute(sql`delete from attempts where key = ${key}`);
}

function refuseBeyond(limit: Limit, row: { count: number; windowStart: Date } | undefined, now: Date): void {
  if (row === undefined || row.count <= limit.most) return;
  const retryAfter = Math.max(
    1,
    Math.ceil((row.windowStart.getTime() + limit.windowSeconds * 1000 - now.getTime()) / 1000),
  );
  throw new Refused('too_many_requests', `Too many attempts. Please try again in ${waitInWords(retryAfter)}.`, {
    retryAfter,
  });
}

function waitInWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 120) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
