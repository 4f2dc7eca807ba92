import { type Queryable, sql } from '#server/db/database.ts';

/** Since when a substitute has a calendar address; null where they have none. */
export async function calendarSince(db: Queryable, userId: number): Promise<Date | null> {
  const [row] = await db.query<{ createdAt: Date }>(
    sql`select created_at as "createdAt" from calendar_feeds where user_id = ${userId}`,
  );
  return row?.createdAt ?? null;
}

/** Gives a substitute the address of this hash; any other of theirs ends. */
export async function setCalendar(db: Queryable, userId: number, tokenHash: Buffer, now: Date): Promise<void> {
  await db.execute(sql`insert into calendar_feeds (user_id, token_hash, created_at) values (${userId}, ${tokenHash}, ${now})
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`);
}

/** Whose address this is: an active substitute's, or null. */
export async function substituteOfCalendar(db: Queryable, tokenHash: Buffer): Promise<number | null> {
  const [row] = await db.query<{ id: number }>(sql`select u.id from calendar_feeds f join users u on u.id = f.user_id
    where f.token_hash = ${tokenHash} and u.role = 'substitute' and u.is_active and u.deleted_at is null`);
  return row?.id ?? null;
}
