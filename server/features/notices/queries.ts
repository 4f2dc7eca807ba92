import type { deliveryStatuses } from '#contract/messages.ts';
import type { NoticeFacts, NoticeKind } from '#domain/notice-facts.ts';
import type { NoticeChannel } from '#domain/notice-topics.ts';
import { empty, type Queryable, type Sql, sql } from '#server/db/database.ts';
import type { IdPage } from '#server/http/paging.ts';
import { factsForReader } from '#server/notifications/deliveries.ts';

/** A stored notification. It is rendered when it is read. */
export type NoticeRow = {
  id: number;
  kind: NoticeKind;
  facts: NoticeFacts[NoticeKind];
  vacancyId: number | null;
  isUrgent: boolean;
  createdAt: Date;
  readAt: Date | null;
  gone: 'taken' | 'canceled' | null;
};

/**
 * Why an offered class is no longer available to the recipient, or null: it was canceled, someone else is booked or has
 * requested it, or colleagues cover it. A multi-day job is available as long as one of its days is. Needs the
 * notification as `n` and its vacancy as `v`.
 */
const goneForReader = sql`case when n.kind <> 'vacancy_posted' or v.id is null then null
  when v.deleted_at is null and (v.status = 'open' and not v.covered_inside
    or n.recipient_id in (v.substitute_id, v.requested_by_id)) then null
  when v.job_id is not null and exists (select from vacancies d where d.job_id = v.job_id and d.deleted_at is null
    and (d.status = 'open' and not d.covered_inside or n.recipient_id in (d.substitute_id, d.requested_by_id)))
      then null
  when v.deleted_at is not null then 'canceled' else 'taken' end`;

/** Returns a person's notifications, newest first. One more than the page, if there is one. */
export function noticesOf(db: Queryable, recipientId: number, { before, limit }: IdPage): Promise<NoticeRow[]> {
  return db.query<NoticeRow>(sql`select n.id, n.kind, ${factsForReader} as facts, n.vacancy_id as "vacancyId",
      n.is_urgent as "isUrgent", n.created_at as "createdAt", n.read_at as "readAt", ${goneForReader} as gone
    from notices n left join vacancies v on v.id = n.vacancy_id
    where n.recipient_id = ${recipientId} and n.in_app and n.id < ${before} order by n.id desc limit ${limit + 1}`);
}

export type OutboxRow = {
  id: number;
  channel: NoticeChannel;
  address: string | null;
  recipientName: string;
  kind: NoticeKind;
  facts: NoticeFacts[NoticeKind];
  /** The id of the notification whose code may be shown here. It is null for all others. */
  keptCode: number | null;
  status: (typeof deliveryStatuses)[number];
  reason: string | null;
  attempts: number;
  createdAt: Date;
  sentAt: Date | null;
};

/**
 * Deliveries, newest first, optionally of one channel or status. It omits the lesson plans, which are for the assigned
 * substitute and the school, not for the person who runs the mail server. Notifications contain no codes either. The
 * code of an SMS that was kept because SMS isn't set up can be read, for trying it out (`keptCode`).
 */
export function outbox(
  db: Queryable,
  { channel, status }: { channel?: string | undefined; status?: string | undefined },
  { before, limit }: IdPage,
): Promise<OutboxRow[]> {
  // Each combination of filters is a separate statement, which uses its own index. Email, nearly all deliveries,
  // needs no index.
  const ofChannel: Sql =
    channel === undefined
      ? empty
      : channel === 'email'
        ? sql`and d.channel = 'email'`
        : sql`and d.channel = ${channel} and d.channel <> 'email'`;
  const ofStatus: Sql = status === undefined ? empty : sql`and d.status = ${status}`;
  return db.query<OutboxRow>(sql`select d.id, d.channel, d.address, u.full_name as "recipientName", n.kind,
      n.facts #- '{vacancy,plansLink}' as facts, case when n.kind = 'sms_code'
      and d.status = 'kept' then n.id end as "keptCode",
      d.status, d.reason, d.attempts, d.created_at as "createdAt", d.sent_at as "sentAt"
    from deliveries d join notices n on n.id = d.notice_id join users u on u.id = n.recipient_id
    where d.id < ${before} ${ofChannel} ${ofStatus} order by d.id desc limit ${limit + 1}`);
}
