import { type Queryable, sql } from '#server/db/database.ts';

/** Stores the hash of a substitute's address. Any earlier one stops working. */
export async function setCalendar(db: Queryable, userId: number, tokenHash: Buffer, now: Date): Promise<void> {
  await db.execute(sql`insert into calendar_feeds (user_id, token_hash, created_at) values (${userId}, ${tokenHash}, ${now})
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`);
}
