import { randomBytes } from 'node:crypto';
import type { createCalendar as createCalendarCall } from '#contract/calendar.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { countAttempt } from '#server/http/limits.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { hashOfToken } from '#server/security/token-hash.ts';

/** How many new addresses a person may create within an hour. */
const mostPerHour = 20;

/** Creates the caller's secret calendar address and shows it only this once. Any earlier one stops working. */
export async function createCalendar(call: Call<typeof createCalendarCall>): ReplyTo<typeof createCalendarCall> {
  const { db, config, actor, now } = call;
  await countAttempt(db, { key: `calendar-made:${actor.id}`, most: mostPerHour, windowSeconds: 3600 }, now);
  const secret = randomBytes(32).toString('base64url');
  await setCalendar(db, actor.id, hashOfToken(secret), now);
  // Some calendar apps accept only addresses that end like a calendar file.
  return { url: `${config.PUBLIC_URL}/api/calendar/${secret}.ics`, createdAt: now.toISOString() };
}

/** Stores the hash of a substitute's address. Any earlier one stops working. */
async function setCalendar(db: Queryable, userId: number, tokenHash: Buffer, now: Date): Promise<void> {
  await db.execute(sql`insert into calendar_feeds (user_id, token_hash, created_at)
      values (${userId}, ${tokenHash}, ${now})
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`);
}
