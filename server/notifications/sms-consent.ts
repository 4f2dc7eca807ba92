import { smsConsentWording } from '#domain/sms.ts';
import { idsOf } from '#server/core/ids.ts';
import { type Queryable, sql, type Tx } from '#server/db/database.ts';

/** How a consent to SMS ends: in the app, by STOP, by another number, or with the account. */
type Ending = 'person' | 'stop' | 'number' | 'account';

/** A consent: the person, their verified number, and the address they agreed from. */
type Consent = { userId: number; number: string; from: string };

/** Records a consent to SMS with the current wording, replacing an earlier one, and starts SMS. */
export async function beginSms(tx: Tx, { userId, number, from }: Consent, now: Date): Promise<void> {
  await endSmsOf(tx, userId, 'number', now, number);
  await tx.execute(sql`insert into sms_consents (user_id, number, wording, agreed_at, agreed_from)
    values (${userId}, ${number}, ${smsConsentWording}, ${now}, ${from})`);
  await tx.execute(sql`update users set sms_number = ${number} where id = ${userId}`);
}

/**
 * Ends a person's SMS. Waiting ones are dropped, and their offer codes no longer work, except at the number that they
 * go to now.
 */
export async function endSmsOf(
  tx: Tx,
  userId: number,
  by: Ending,
  now: Date,
  next: string | null = null,
): Promise<void> {
  await tx.execute(sql`update users set sms_number = null where id = ${userId} and sms_number is not null`);
  await tx.execute(sql`update sms_consents set ended_at = ${now}, ended_by = ${by}
    where user_id = ${userId} and ended_at is null`);
  await tx.execute(
    sql`delete from text_codes where recipient_id = ${userId} and number is distinct from ${next}::text`,
  );
  await dropWaiting(tx, [userId]);
}

/** Ends a person's SMS if they go to a different number than this one. */
export async function endSmsUnlessAt(tx: Tx, userId: number, number: string | null, now: Date): Promise<void> {
  const others = await tx.query(sql`select 1 from users where id = ${userId} and sms_number is distinct
    from ${number}::text and sms_number is not null`);
  if (others.length > 0) await endSmsOf(tx, userId, 'number', now);
}

/** Ends all SMS to a number that replied STOP, for every account that has it and agreed before `agreedBefore`. */
export async function endSmsTo(
  db: Queryable,
  number: string,
  now: Date,
  agreedBefore: Date | null = null,
): Promise<void> {
  const ended = await db.query<{ id: number }>(sql`
      with ended as (update users u set sms_number = null where u.sms_number = ${number}
        and not exists (select from sms_consents a
          where a.user_id = u.id and a.ended_at is null and a.agreed_at > ${agreedBefore}::timestamptz) returning id),
          consents as (
      update sms_consents c set ended_at = ${now}, ended_by = 'stop' from ended
        where c.user_id = ended.id and c.ended_at is null)
    select id from ended`);
  await dropWaiting(db, idsOf(ended));
}

/** Restarts SMS to a number for people who ended them with STOP. The number is verified, and START is consent. */
export async function resumeSmsTo(tx: Tx, number: string, now: Date): Promise<void> {
  const stopped = await tx.query<{ userId: number }>(sql`
      select u.id as "userId" from users u where u.sms_number is null and u.deleted_at is null and u.id in (
      select user_id from sms_consents where number = ${number})
    and (select (c.number, c.ended_by) = (${number}, 'stop') from sms_consents c where c.user_id = u.id
      order by c.id desc limit 1)`);
  for (const { userId } of stopped) await beginSms(tx, { userId, number, from: `START from ${number}` }, now);
}

async function dropWaiting(db: Queryable, userIds: readonly number[]): Promise<void> {
  await db.execute(sql`update deliveries set status = 'dropped',
      reason = 'They stopped text messages before this could be sent.'
    where recipient_id = any(${userIds}::bigint[]) and channel = 'sms' and status = 'queued' and claimed_by is null
      and exists (select 1 from notices n where n.id = notice_id and n.kind <> 'sms_code')`);
}
