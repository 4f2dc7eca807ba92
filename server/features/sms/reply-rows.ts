import { type Queryable, sql, type Tx } from '#server/db/database.ts';

/**
 * A reply that was acted on. `answer` is without the one-tap link, which is that of `noticeId`. It is null if there is no answer.
 */
export type Answered = {
  act: 'accept' | 'decline' | 'list' | 'stop' | 'start' | 'help' | 'unknown';
  answer: string | null;
  noticeId: number | null;
  recipientId: number | null;
  vacancyId: number | null;
};

/** The same reply was delivered twice, and the other delivery got the answer. */
export class Repeated extends Error {}

/**
 * Returns the answer that a reply with the carrier's id already got. Returns null if it got none yet, even if its request was
 * committed: then the process stopped before it answered, and the next delivery does.
 */
export async function answeredBefore(
  db: Queryable,
  carrierId: string,
): Promise<Pick<Answered, 'answer' | 'noticeId'> | null> {
  const [row] = await db.query<Pick<Answered, 'answer' | 'noticeId'>>(sql`select answer, notice_id as "noticeId"
    from text_replies where carrier_id = ${carrierId} and not (act in ('accept', 'decline') and answer is null)`);
  return row ?? null;
}

/**
 * Marks a reply as acted on, in the transaction of its request or undo.
 *
 * @throws {Repeated} if it already was.
 */
export async function claim(
  tx: Tx,
  carrierId: string,
  { recipientId, vacancyId, act }: { recipientId: number; vacancyId: number; act: 'accept' | 'decline' },
  now: Date,
): Promise<void> {
  const isFirst = await tx.execute(sql`insert into text_replies (carrier_id, recipient_id, vacancy_id, act, at)
    values (${carrierId}, ${recipientId}, ${vacancyId}, ${act}, ${now}) on conflict do nothing`);
  if (isFirst === 0) throw new Repeated();
}

/**
 * Keeps the answer to a reply.
 *
 * @throws {Repeated} if another delivery of it got an answer meanwhile.
 */
export async function keepAnswer(db: Queryable, carrierId: string, one: Answered, now: Date): Promise<void> {
  const kept =
    await db.execute(sql`insert into text_replies (carrier_id, recipient_id, vacancy_id, act, answer, notice_id, at)
    values (${carrierId}, ${one.recipientId}::bigint, ${one.vacancyId}::bigint, ${one.act}, ${one.answer}::text, ${one.noticeId}::bigint, ${now})
    on conflict (carrier_id) do update set answer = excluded.answer, notice_id = excluded.notice_id where text_replies.answer is null`);
  if (kept === 0) throw new Repeated();
}
