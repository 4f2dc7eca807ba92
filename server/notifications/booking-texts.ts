import { type Queryable, sql, type Sql, type Tx } from '#server/db/database.ts';

/**
 * How long the text about a booking waits for Twilio's report about the answer to the reply that made it. Twilio
 * usually reports within seconds.
 */
const patienceMs = 60_000;

/** A booking: its substitute, and the day that they accepted. */
type Booking = { recipientId: number; vacancyId: number };

/**
 * The text that waits to be sent about a booking, as `d`. A job has one notification, of the first of the days that
 * were accepted together.
 */
const waiting = ({ recipientId, vacancyId }: Booking): Sql => sql`from notices n join deliveries d on d.notice_id = n.id
  where n.vacancy_id in (select ${vacancyId}::bigint
    union select j.id from vacancies v join vacancies j on j.job_id = v.job_id and j.requested_at = v.requested_at
    where v.id = ${vacancyId})
    and n.recipient_id = ${recipientId} and n.kind = 'request_approved' and d.channel = 'sms' and d.status = 'queued'`;

/**
 * Lets the text about a booking wait, because the answer to the reply that made it says the same. Twilio's report about
 * that answer is the report about this text. Without one, it is sent after a minute.
 */
export async function letBookingTextWait(tx: Tx, booking: Booking, now: Date): Promise<void> {
  await tx.execute(sql`update deliveries set next_attempt_at = ${new Date(now.getTime() + patienceMs)}
    where id in (select d.id ${waiting(booking)})`);
}

/**
 * Returns the delivery of the text that waits for the answer to a reply. Returns null if there is none, or it was
 * tried.
 */
export async function waitingBookingText(db: Queryable, booking: Booking): Promise<number | null> {
  const [row] = await db.query<{ id: number }>(sql`select d.id ${waiting(booking)} and d.attempts = 0`);
  return row?.id ?? null;
}

/** Drops the unsent notifications about the booking of these days, which their substitute has just undone. */
export async function dropBookingNews(tx: Tx, recipientId: number, vacancyIds: readonly number[]): Promise<void> {
  // A worker may claim a delivery while this waits for its lock. PostgreSQL then checks only the delivery's own columns
  // again.
  await tx.execute(sql`update deliveries d
      set status = 'dropped', reason = 'The booking was undone before this could be sent.'
    from notices n where n.id = d.notice_id and n.vacancy_id = any(${vacancyIds}::bigint[])
      and n.recipient_id = ${recipientId}
      and n.kind = 'request_approved' and d.status = 'queued' and d.claimed_by is null`);
}
