import type { NoticeFacts, NoticeKind } from '#domain/notice-facts.ts';
import { sql, type Sql, type Tx } from '#server/db/database.ts';
import type { Deps } from '#server/http/route.ts';
import { deliverMail } from '#server/jobs/deliver-mail.ts';
import { enqueue } from '#server/jobs/job.ts';

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

/** Why a mail is kept in the Outbox. */
export const mailIsNotSetUp = 'Mail is not set up here.';
const smsIsNotSetUp = 'SMS is not set up here.';

/**
 * Writes a notice in the transaction of its cause: it exists exactly when what it tells of happened. The
 * worker delivers it after the commit; what cannot go out because its channel is not set up is kept.
 */
export async function tell<Kind extends NoticeKind>(tx: Tx, call: Pick<Deps, 'config'> & { now: Date }, telling: Telling<Kind>): Promise<Told> {
  const { cause, recipients, facts } = telling;
  return write(tx, call, telling, sql`select ${cause}::text as cause, recipient, ${JSON.stringify(facts)}::jsonb as facts from unnest(${recipients}::bigint[]) recipient`);
}

/** One of many notices of a kind, each with a cause and facts of its own. */
export type OwnTelling<Kind extends NoticeKind> = { cause: string; recipient: number; facts: NoticeFacts[Kind] };

/** The same for many people who each read something else, in one statement however many they are. */
export async function tellEach<Kind extends NoticeKind>(
  tx: Tx,
  call: Pick<Deps, 'config'> & { now: Date },
  { kind, schoolId, each }: { kind: Kind; schoolId: number | null; each: readonly OwnTelling<Kind>[] },
): Promise<Told> {
  return write(tx, call, { kind, schoolId, recipients: each.map(({ recipient }) => recipient) }, sql`select cause, recipient, facts
    from unnest(${each.map(({ cause }) => cause)}::text[], ${each.map(({ recipient }) => recipient)}::bigint[], ${each.map(({ facts }) => JSON.stringify(facts))}::jsonb[]) as own (cause, recipient, facts)`);
}

/** Writes notices and their deliveries; `own` is who gets which facts by which cause. */
async function write(tx: Tx, { config, now }: Pick<Deps, 'config'> & { now: Date }, telling: Omit<Telling, 'cause' | 'facts'>, own: Sql): Promise<Told> {
  const { kind, recipients, schoolId, vacancyId = null, messageId = null, isUrgent = false, sendEmail = true, sendSms = false } = telling;
  if (recipients.length === 0) return { notified: 0, emailsSent: 0, smsSent: 0 };
  const mail = config.SMTP_URL === undefined ? { status: 'kept', reason: mailIsNotSetUp } : { status: 'queued', reason: null };
  const [told] = await tx.query<{ notified: number; emailsSent: number }>(sql`
    with written as (
      insert into notices (cause, kind, recipient_id, school_id, vacancy_id, message_id, facts, is_urgent, created_at)
      select own.cause, ${kind}, u.id, ${schoolId}::bigint, ${vacancyId}::bigint, ${messageId}::bigint, own.facts, ${isUrgent}, ${now}
      from (${own}) own join users u on u.id = own.recipient and u.deleted_at is null
      on conflict do nothing returning id, recipient_id
    ), delivered as (
      insert into deliveries (notice_id, channel, address, status, reason, created_at, next_attempt_at)
      select w.id, c.channel, c.address, c.status, c.reason, ${now}, ${now}
      from written w join users u on u.id = w.recipient_id cross join lateral (
        select 'email' as channel, u.email as address, case when u.email is null then 'no_address' else ${mail.status} end as status,
          case when u.email is not null then ${mail.reason} end as reason
        where ${sendEmail}
        union all
        select 'sms', case when u.sms_opt_in then u.phone end,
          case when not u.sms_opt_in then 'not_opted_in' when u.phone is null then 'no_address' else 'kept' end,
          case when u.sms_opt_in and u.phone is not null then ${smsIsNotSetUp} end
        where ${sendSms}
      ) c
      returning channel, status
    )
    select (select count(*) from written)::int as notified,
      (select count(*) from delivered where channel = 'email' and status = 'queued')::int as "emailsSent"`);
  const { notified = 0, emailsSent = 0 } = told ?? {};
  if (emailsSent > 0) await enqueue(tx, deliverMail, {});
  return { notified, emailsSent, smsSent: 0 };
}
