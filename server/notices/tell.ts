import type { NoticeFacts, NoticeKind } from '#domain/notice.ts';
import { sql, type Tx } from '#server/db/database.ts';
import type { Deps } from '#server/http/route.ts';

/** A notice to several people, who all read the same facts. */
export type Telling<Kind extends NoticeKind = NoticeKind> = {
  kind: Kind;
  /** What this notice is about, named once: the same cause never tells the same person twice. */
  cause: string;
  recipients: readonly number[];
  facts: NoticeFacts[Kind];
  schoolId: number | null;
  vacancyId?: number | null;
  messageId?: number | null;
  /** Channels beside the application itself; mail is on unless said otherwise, SMS off. */
  sendEmail?: boolean;
  sendSms?: boolean;
  isUrgent?: boolean;
};

/** How many were told, and how many of them each channel accepted for delivery (0 where it is not set up). */
export type Told = { notified: number; emailsSent: number; smsSent: number };

/**
 * Writes a notice in the transaction of its cause: it exists exactly when what it tells of happened. The
 * worker delivers it after the commit.
 */
export async function tell<Kind extends NoticeKind>(tx: Tx, { config, now }: Pick<Deps, 'config'> & { now: Date }, telling: Telling<Kind>): Promise<Told> {
  const { kind, cause, recipients, facts, schoolId, vacancyId = null, messageId = null, isUrgent = false, sendEmail = true } = telling;
  if (recipients.length === 0) return { notified: 0, emailsSent: 0, smsSent: 0 };
  const emailStatus = config.SMTP_URL === undefined ? 'kept' : 'queued';
  const [told] = await tx.query<Told>(sql`
    with written as (
      insert into notices (cause, kind, recipient_id, school_id, vacancy_id, message_id, facts, is_urgent, created_at)
      select ${cause}, ${kind}, u.id, ${schoolId}::bigint, ${vacancyId}::bigint, ${messageId}::bigint, ${JSON.stringify(facts)}::jsonb, ${isUrgent}, ${now}
      from users u where u.id = any(${recipients}::bigint[]) and u.deleted_at is null
      on conflict do nothing returning id, recipient_id
    ), mailed as (
      insert into deliveries (notice_id, channel, address, status, created_at)
      select w.id, 'email', u.email, case when u.email is null then 'no_address' else ${emailStatus} end, ${now}
      from written w join users u on u.id = w.recipient_id where ${sendEmail}
      returning status
    )
    select (select count(*) from written)::int as notified, (select count(*) from mailed where status = 'queued')::int as "emailsSent", 0 as "smsSent"`);
  return told ?? { notified: 0, emailsSent: 0, smsSent: 0 };
}
