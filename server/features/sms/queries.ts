import type { NoticeTopic } from '#domain/notice-topics.ts';
import type { Actor } from '#domain/permissions.ts';
import { type Queryable, sql } from '#server/db/database.ts';

export type WaitingNumber = { number: string; codeHash: Buffer; agreedFrom: string; tries: number };

/** Returns whether a person may request a code: a school approved them, or they have a trusted email address. */
export async function mayHaveCode(db: Queryable, userId: number): Promise<boolean> {
  const [row] = await db.query<{ may: boolean }>(sql`select is_approved or trusted_email is not null as may from users
    where id = ${userId}`);
  return row?.may ?? false;
}

type CodeCounts = { sent: number; refused: number };

/** Returns how many codes were sent and refused today (UTC), and in the last seven days. */
export async function codesOfWeek(db: Queryable, now: Date): Promise<{ today: CodeCounts; week: CodeCounts }> {
  const day = dayOf(now);
  return db.only<{ today: CodeCounts; week: CodeCounts }>(sql`select
      jsonb_build_object('sent', coalesce(sum(sent) filter (where day = ${day}::date), 0),
        'refused', coalesce(sum(refused) filter (where day = ${day}::date), 0)) as today,
      jsonb_build_object('sent', coalesce(sum(sent), 0), 'refused', coalesce(sum(refused), 0)) as week
    from sms_code_days where day > ${day}::date - 7 and day <= ${day}::date`);
}

export const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/**
 * Returns how many of these substitutes get SMS about this topic from the caller's school: those who work there. An
 * administrator may also write to its applicants.
 */
export async function countReached(
  db: Queryable,
  { schoolId, role }: Pick<Actor, 'schoolId' | 'role'>,
  { recipients, about }: { recipients: readonly number[]; about: NoticeTopic },
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
      select count(*)::int as count from users u
        join substitute_schools l on l.substitute_id = u.id and l.school_id = ${schoolId}::bigint
      and (l.works_here or (l.is_selected and ${about === 'messages' && role === 'school_admin'}))
    where u.id = any(${recipients}::bigint[]) and u.deleted_at is null and u.sms_number is not null
      and coalesce((u.notice_choices #>> ${`{${about},sms}`}::text[])::boolean, true)`);
  return row?.count ?? 0;
}

/** Twilio's delivery status in our words. It is null until the carrier has it. */
export type SmsFate = { status: 'sent' | 'delivered' | 'failed'; reason: string | null; carrierId: string };

/** Returns the number that an SMS went to, and when. It is null while it is being sent. */
export async function sentTo(
  db: Queryable,
  deliveryId: number,
): Promise<{ address: string | null; sentAt: Date | null } | null> {
  return db.first<{ address: string | null; sentAt: Date | null }>(
    sql`select address, sent_at as "sentAt" from deliveries where id = ${deliveryId} and channel = 'sms'`,
  );
}

/**
 * Returns whether a number belongs to someone who gets texts there, to someone who ended them with STOP, or to no one
 * we know.
 */
export async function whoHas(db: Queryable, number: string): Promise<'person' | 'stopped' | 'unknown'> {
  const [row] = await db.query<{ has: boolean; stopped: boolean }>(
    sql`select exists (select from users where sms_number = ${number} and deleted_at is null) as has,
      exists (select from sms_consents where number = ${number} and ended_by = 'stop') as stopped`,
  );
  if (row?.has === true) return 'person';
  return row?.stopped === true ? 'stopped' : 'unknown';
}
