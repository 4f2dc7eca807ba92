import type { NoticeTopic } from '#domain/notice-topics.ts';
import type { Actor } from '#domain/permissions.ts';
import { type Queryable, sql, type Tx } from '#server/db/database.ts';
import { hashOfCode } from '#server/security/codes.ts';

/** A number that waits for its code. */
export type WaitingNumber = { number: string; codeHash: Buffer; agreedFrom: string; tries: number };

/** Keeps a number with the hash of its code, in place of an older one. */
export async function keepCode(
  tx: Tx,
  userId: number,
  sent: { number: string; code: string; from: string; expiresAt: Date },
): Promise<void> {
  await tx.execute(sql`insert into sms_codes (user_id, number, code_hash, agreed_from, expires_at) values (${userId}, ${sent.number}, ${hashOfCode(sent.code)}, ${sent.from}, ${sent.expiresAt})
    on conflict (user_id) do update set number = excluded.number, code_hash = excluded.code_hash, agreed_from = excluded.agreed_from, tries = 0, expires_at = excluded.expires_at`);
}

/** Counts a try of somebody's code, and answers with the number that waits for it; null where none does any more. */
export async function tryCode(db: Queryable, userId: number, now: Date): Promise<WaitingNumber | null> {
  const [row] =
    await db.query<WaitingNumber>(sql`update sms_codes set tries = tries + 1 where user_id = ${userId} and expires_at > ${now}
    returning number, code_hash as "codeHash", agreed_from as "agreedFrom", tries`);
  return row ?? null;
}

/** Takes the code of somebody's number, so that it proves it once; false where another has taken it or its place. */
export async function spendCode(tx: Tx, userId: number, codeHash: Buffer): Promise<boolean> {
  return (await tx.execute(sql`delete from sms_codes where user_id = ${userId} and code_hash = ${codeHash}`)) === 1;
}

/** Whether somebody may have a code sent: a school approved them, or their email address is theirs. */
export async function mayHaveCode(db: Queryable, userId: number): Promise<boolean> {
  const [row] = await db.query<{ may: boolean }>(
    sql`select is_approved or trusted_email is not null as may from users where id = ${userId}`,
  );
  return row?.may ?? false;
}

/** Counts a code of this day (UTC) that goes out; false where `perDay` have, however many ask at once. */
export async function takeCode(tx: Tx, perDay: number | null, now: Date): Promise<boolean> {
  const taken = await tx.execute(sql`insert into sms_code_days (day, sent) values (${dayOf(now)}, 1)
    on conflict (day) do update set sent = sms_code_days.sent + 1 where ${perDay}::int is null or sms_code_days.sent < ${perDay}::int`);
  return taken === 1;
}

/** Counts a code of this day (UTC) that was refused. */
export async function noteRefusedCode(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`insert into sms_code_days (day, refused) values (${dayOf(now)}, 1)
    on conflict (day) do update set refused = sms_code_days.refused + 1`);
}

type CodeCounts = { sent: number; refused: number };

/** How many codes went out and were refused today (UTC), and in the seven days that end with it. */
export async function codesOfWeek(db: Queryable, now: Date): Promise<{ today: CodeCounts; week: CodeCounts }> {
  const day = dayOf(now);
  const [row] = await db.query<{ today: CodeCounts; week: CodeCounts }>(sql`select
      jsonb_build_object('sent', coalesce(sum(sent) filter (where day = ${day}::date), 0), 'refused', coalesce(sum(refused) filter (where day = ${day}::date), 0)) as today,
      jsonb_build_object('sent', coalesce(sum(sent), 0), 'refused', coalesce(sum(refused), 0)) as week
    from sms_code_days where day > ${day}::date - 7 and day <= ${day}::date`);
  if (row === undefined) throw new Error('A statement of aggregates answers with a row.');
  return row;
}

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** How many of these substitutes of the caller's school get SMS about this topic. */
export async function countReached(
  db: Queryable,
  { schoolId }: Pick<Actor, 'schoolId'>,
  { recipients, about }: { recipients: readonly number[]; about: NoticeTopic },
): Promise<number> {
  const [row] = await db.query<{
    count: number;
  }>(sql`select count(*)::int as count from users u join substitute_schools l on l.substitute_id = u.id and l.school_id = ${schoolId}::bigint and l.is_selected
    where u.id = any(${recipients}::bigint[]) and u.deleted_at is null and u.sms_number is not null
      and coalesce((u.notice_choices #>> ${`{${about},sms}`}::text[])::boolean, true)`);
  return row?.count ?? 0;
}

/** What Twilio says of an SMS, in our words; null where it is only on its way to the carrier. */
export type SmsFate = { status: 'sent' | 'delivered' | 'failed'; reason: string | null; carrierId: string };

/**
 * Writes down what Twilio says. It may come before our own answer is written, and in any order: what has arrived or
 * failed stays so.
 */
export async function recordFate(
  db: Queryable,
  deliveryId: number,
  { status, reason, carrierId }: SmsFate,
  now: Date,
): Promise<void> {
  await db.execute(sql`update deliveries set status = ${status}, reason = ${reason}, carrier_id = ${carrierId}, claimed_by = null, sent_at = coalesce(sent_at, ${now})
    where id = ${deliveryId} and channel = 'sms' and (carrier_id is null or carrier_id = ${carrierId})
      and (status = 'queued' or (status = 'sent' and ${status}::text <> 'sent'))`);
}

/** The number that an SMS went to. */
export async function addressOf(db: Queryable, deliveryId: number): Promise<string | null> {
  const [row] = await db.query<{ address: string | null }>(
    sql`select address from deliveries where id = ${deliveryId} and channel = 'sms'`,
  );
  return row?.address ?? null;
}
