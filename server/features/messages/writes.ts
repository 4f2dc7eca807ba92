import { type Queryable, sql } from '#server/db/database.ts';
import { type NewMessage } from '#server/features/messages/queries.ts';

/** Inserts a message. Its notifications say who gets it. */
export async function insertMessage(db: Queryable, message: NewMessage, now: Date): Promise<number> {
  const { schoolId, senderId, subject, body, vacancyId, isUrgent, recipientIds } = message;
  const { id } = await db.only<{ id: number }>(sql`
    insert into messages (school_id, sender_id, subject, body, vacancy_id, is_urgent, recipient_ids, created_at)
    values (${schoolId}, ${senderId}, ${subject}, ${body}, ${vacancyId}, ${isUrgent}, ${recipientIds}::bigint[], ${now})
      returning id`);
  return id;
}
