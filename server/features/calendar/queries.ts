import { type Queryable, sql } from '#server/db/database.ts';

/** Returns when a substitute's calendar address was created. Returns null if they have none. */
export async function calendarSince(db: Queryable, userId: number): Promise<Date | null> {
  const [row] = await db.query<{ createdAt: Date }>(sql`select created_at as "createdAt" from calendar_feeds
    where user_id = ${userId}`);
  return row?.createdAt ?? null;
}

/** Returns the active substitute with this address, or null. */
export async function substituteOfCalendar(db: Queryable, tokenHash: Buffer): Promise<number | null> {
  const [row] = await db.query<{ id: number }>(sql`select u.id from calendar_feeds f join users u on u.id = f.user_id
    where f.token_hash = ${tokenHash} and u.role = 'substitute' and u.is_active and u.deleted_at is null`);
  return row?.id ?? null;
}
