import { type Queryable, sql } from '#server/db/database.ts';

/** Marks a person's notifications from the first to the last of these as read. */
export async function markRead(
  db: Queryable,
  recipientId: number,
  { from, upTo }: { from: number; upTo: number },
  now: Date,
): Promise<void> {
  await db.execute(sql`update notices set read_at = ${now}
    where recipient_id = ${recipientId} and read_at is null and id between ${from} and ${upTo}`);
}
