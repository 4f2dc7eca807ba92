import { type Queryable, sql } from '#server/db/database.ts';

/** Ends the calendar address of a substitute, if there is one: they revoke it, or their account ends. */
export async function clearCalendar(db: Queryable, userId: number): Promise<void> {
  await db.execute(sql`delete from calendar_feeds where user_id = ${userId}`);
}
