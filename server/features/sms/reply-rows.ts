import { type Queryable, sql } from '#server/db/database.ts';
import { countingIf, type Limit } from '#server/http/limits.ts';

/**
 * A reply that was acted on. `answer` is without the one-tap link, which is that of `noticeId`. It is null if there is
 * no answer.
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

const answerTo = (carrierId: string) =>
  sql`select act, answer, notice_id as "noticeId", recipient_id as "recipientId", vacancy_id as "vacancyId"
      from text_replies where carrier_id = ${carrierId}`;

/** Returns the answer that a reply with the carrier's id already got. Returns null if it got none yet. */
export async function answeredBefore(db: Queryable, carrierId: string): Promise<Answered | null> {
  return db.first<Answered>(answerTo(carrierId));
}

/**
 * Like `answeredBefore`. A reply that got no answer yet is counted, and `isWithin` says whether it is within the limit.
 */
export async function answeredOrCounted(
  db: Queryable,
  carrierId: string,
  limit: Limit,
  now: Date,
): Promise<{ before: Answered | null; isWithin: boolean }> {
  const row = await db.only<(Answered & { count: null }) | { act: null; count: number }>(sql`
    with before as (${answerTo(carrierId)}),
      counted as (${countingIf(sql`not exists (select from before)`, limit, now)})
    select before.*, counted.count from before full join counted on true`);
  return row.count === null ? { before: row, isWithin: true } : { before: null, isWithin: row.count <= limit.most };
}

/**
 * Keeps the answer to a reply and returns it. In the transaction of what the reply did, both happen or neither does.
 *
 * @throws {Repeated} if another delivery of it got an answer meanwhile.
 */
export async function keepAnswer(db: Queryable, carrierId: string, one: Answered, now: Date): Promise<Answered> {
  const kept =
    await db.execute(sql`insert into text_replies (carrier_id, recipient_id, vacancy_id, act, answer, notice_id, at)
    values (${carrierId}, ${one.recipientId}, ${one.vacancyId}, ${one.act}, ${one.answer}, ${one.noticeId}, ${now})
    on conflict do nothing`);
  if (kept === 0) throw new Repeated();
  return one;
}
