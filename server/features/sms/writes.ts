import { type Queryable, sql, type Tx } from '#server/db/database.ts';
import { deliverMail } from '#server/jobs/deliver-mail.ts';
import { moveUpAfterFailure, noteOfferSent } from '#server/jobs/dispatch-offers.ts';
import { enqueue } from '#server/jobs/job.ts';
import { hashOfCode } from '#server/security/codes.ts';
import { type WaitingNumber, dayOf, type SmsFate } from '#server/features/sms/queries.ts';

/** Stores a number with the hash of its code, replacing an earlier one. */
export async function keepCode(
  tx: Tx,
  userId: number,
  sent: { number: string; code: string; from: string; expiresAt: Date },
): Promise<void> {
  await tx.execute(sql`insert into sms_codes (user_id, number, code_hash, agreed_from, expires_at)
      values (${userId}, ${sent.number}, ${hashOfCode(sent.code)}, ${sent.from}, ${sent.expiresAt})
    on conflict (user_id) do update set number = excluded.number, code_hash = excluded.code_hash,
      agreed_from = excluded.agreed_from, tries = 0, expires_at = excluded.expires_at`);
}

/** Counts an attempt at a code. Returns the number that waits for it, or null if none does anymore. */
export async function tryCode(db: Queryable, userId: number, now: Date): Promise<WaitingNumber | null> {
  const [row] = await db.query<WaitingNumber>(sql`update sms_codes set tries = tries + 1
        where user_id = ${userId} and expires_at > ${now}
    returning number, code_hash as "codeHash", agreed_from as "agreedFrom", tries`);
  return row ?? null;
}

/** Uses up a person's code. Returns false if another call has used or replaced it. */
export async function spendCode(tx: Tx, userId: number, codeHash: Buffer): Promise<boolean> {
  return (await tx.execute(sql`delete from sms_codes where user_id = ${userId} and code_hash = ${codeHash}`)) === 1;
}

/** Counts a code sent on this day (UTC). Returns false if that would exceed `perDay`, even for parallel calls. */
export async function takeCode(tx: Tx, perDay: number | null, now: Date): Promise<boolean> {
  const taken = await tx.execute(sql`insert into sms_code_days (day, sent) values (${dayOf(now)}, 1)
    on conflict (day) do update set sent = sms_code_days.sent + 1
      where ${perDay}::int is null or sms_code_days.sent < ${perDay}::int`);
  return taken === 1;
}

/** Counts a code refused on this day (UTC). */
export async function noteRefusedCode(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`insert into sms_code_days (day, refused) values (${dayOf(now)}, 1)
    on conflict (day) do update set refused = sms_code_days.refused + 1`);
}

/**
 * Records Twilio's delivery status. It may arrive before our own result is recorded, and in any order. A delivered or
 * failed state is final.
 */
export async function recordFate(
  db: Queryable,
  deliveryId: number,
  { status, reason, carrierId }: SmsFate,
  now: Date,
): Promise<void> {
  const changed = await db.execute(sql`update deliveries
        set status = ${status}, reason = ${reason}, carrier_id = ${carrierId}, claimed_by = null,
        sent_at = coalesce(sent_at, ${now}),
      next_attempt_at = case when ${status} = 'failed' then ${now}::timestamptz else next_attempt_at end
    where id = ${deliveryId} and channel = 'sms'
      and (status = 'queued' or (status = 'sent' and ${status}::text <> 'sent'
        and (carrier_id is null or carrier_id = ${carrierId})))`);
  if (changed > 0 && status === 'delivered') await noteOfferSent(db, deliveryId, now);
  if (changed > 0 && status === 'failed') await moveUpAfterFailure(db, deliveryId, now);
}

/**
 * Records Twilio's delivery status of the answer to a reply, which was sent instead of the text about a booking. The
 * statuses may arrive in any order. If the answer failed, even after it was sent, the text itself is due now, unless
 * the booking is over. A text that a worker is sending, or has sent, has its own status.
 */
export async function recordAnswerFate(
  db: Queryable,
  deliveryId: number,
  { status, reason, carrierId }: SmsFate,
  now: Date,
): Promise<void> {
  const isAnswers = sql`status = 'sent' and carrier_id = ${carrierId}`;
  if (status !== 'failed') {
    // A queued delivery has the id of an answer only if that answer failed.
    await db.execute(sql`update deliveries
        set status = ${status}, reason = null, carrier_id = ${carrierId}, sent_at = coalesce(sent_at, ${now})
      where id = ${deliveryId} and channel = 'sms'
        and ((status = 'queued' and claimed_by is null and carrier_id is null) or (${isAnswers}))`);
    return;
  }
  // The lock waits for an undo in progress, which can't drop a text that counts as sent.
  const due = await db.execute(sql`with booking as (select n.id from deliveries s join notices n on n.id = s.notice_id
        join vacancies v on v.id = n.vacancy_id
        where s.id = ${deliveryId} and v.substitute_id = n.recipient_id and v.requested_at <= n.created_at
          and v.deleted_at is null for share of v)
    update deliveries set status = 'queued', reason = null, carrier_id = ${carrierId}, sent_at = null,
      next_attempt_at = ${now}
    where id = ${deliveryId} and channel = 'sms'
      and ((status = 'queued' and claimed_by is null) or (${isAnswers} and notice_id in (select id from booking)))`);
  if (due > 0) return enqueue(db, deliverMail, {});
  await db.execute(sql`update deliveries set status = 'failed', reason = ${reason}, next_attempt_at = ${now}
    where id = ${deliveryId} and channel = 'sms' and ${isAnswers}`);
}
