import { type Queryable, sql } from '#server/db/database.ts';

/** Revokes a substitute's calendar address, if any: on request, or when their account ends. */
export async function clearCalendar(db: Queryable, userId: number): Promise<void> {
  await db.execute(sql`delete from calendar_feeds where user_id = ${userId}`);
}
