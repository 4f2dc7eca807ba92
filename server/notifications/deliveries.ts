import type { NoticeFacts, NoticeKind } from '#domain/notice-facts.ts';
import type { NoticeChannel, QuietHours } from '#domain/notice-topics.ts';
import { defaultTimeZone } from '#domain/school.ts';
import { type Queryable, sql } from '#server/db/database.ts';
import { worksAt } from '#server/db/sql/substitutes.ts';
import { firstKey, leaseClass } from '#server/jobs/lease.ts';
import { hasCode } from '#server/notifications/codes.ts';
import { deviceOfDelivery, type PushDevice } from '#server/notifications/push-devices.ts';
import type { MailSchool } from '#server/notifications/school-pictures.ts';

/** An email, SMS or push that a worker has claimed. */
export type Delivery<Kind extends NoticeKind = NoticeKind> = {
  id: number;
  noticeId: number;
  schoolId: number | null;
  address: string;
  /** The push destination. It is null for other channels, and if the device has been signed out since. */
  device: PushDevice | null;
  recipientId: number;
  recipientName: string;
  /**
   * The first name, if other people get text messages at this number, too. It is null otherwise, and for other
   * channels.
   */
  nameAtNumber: string | null;
  /** The person's account has been deleted since. */
  recipientIsGone: boolean;
  /** The number of attempts, including this one. */
  attempts: number;
  kind: Kind;
  facts: NoticeFacts[Kind];
  isUrgent: boolean;
  createdAt: Date;
  vacancyId: number | null;
  /**
   * `isTheirs`: false for an offer whose recipient no longer works at the school, or whose account was deactivated.
   * `isInWaves`: it is an offer of a vacancy that is offered in waves.
   */
  vacancy: { isDeleted: boolean; isFilled: boolean; isOver: boolean; isTheirs: boolean; isInWaves: boolean } | null;
  school: MailSchool | null;
  quiet: QuietHours;
  /** The time zone of the quiet hours: the school's, or else the recipient's own. */
  timeZone: string;
  /**
   * How many deliveries the recipient got on this channel and device from this school within the last day, counted up
   * to the given limit. For an urgent one, only urgent ones count.
   */
  sentToday: number;
};

/** The outcome of an attempt. */
export type Outcome =
  | { status: 'sent'; carrierId?: string }
  | { status: 'failed' | 'dropped'; reason: string }
  /** To be retried. An attempt that wasn't made doesn't count. */
  | { status: 'queued'; reason: string; nextAttemptAt: Date; isUntried?: true };

/**
 * Facts of a notification `n` that its reader `n.recipient_id` may see now. Only the assigned substitute gets the link
 * to the lesson plans. The vacancy's teacher and the school's admins get the message of the request while that request
 * or its booking lasts. Needs the vacancy as `v`.
 */
export const factsForReader = sql`case when v.substitute_id = n.recipient_id and v.deleted_at is null then n.facts
  when v.request_message is not null and n.facts -> 'request' = jsonb_build_object('by', v.requested_by_id,
    'at', to_char(v.requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    and (v.teacher_id = n.recipient_id or exists (select from users reader
      where reader.id = n.recipient_id and reader.role = 'school_admin' and reader.school_id = v.school_id))
    then (n.facts #- '{vacancy,plansLink}') || jsonb_build_object('note', v.request_message)
  else n.facts #- '{vacancy,plansLink}' end`;

/** The deliveries to claim: a channel, the maximum number, and the scope of a person's daily count. */
export type Claim = { channel: NoticeChannel; key: number; most: number; countUpTo: number };

const dayMs = 24 * 3_600_000;

/**
 * Claims due deliveries of a channel under the lease with this key. No other worker gets them while it lasts.
 */
export async function claimDue(
  db: Queryable,
  { channel, key, most, countUpTo }: Claim,
  now: Date,
): Promise<Delivery[]> {
  return db.query<Delivery>(sql`
    with due as (
      select id from deliveries where channel = ${channel} and status = 'queued' and claimed_by is null and not is_bulk
        and next_attempt_at <= ${now}
      order by next_attempt_at, id limit ${most} for update skip locked
    ), due_last as (
      select id from deliveries where channel = ${channel} and status = 'queued' and claimed_by is null and is_bulk
        and next_attempt_at <= ${now}
      order by next_attempt_at, id limit ${most} - (select count(*) from due) for update skip locked
    ), claimed as (
      update deliveries d set claimed_by = ${key}, attempts = d.attempts + 1
        from (select id from due union all select id from due_last) each where d.id = each.id
      returning d.id, d.notice_id, d.recipient_id, d.school_id, d.channel, d.device_id, d.address, d.attempts,
        d.created_at
    )
    select c.id, n.id as "noticeId", c.school_id as "schoolId", c.address, ${deviceOfDelivery(now)} as device,
      c.recipient_id as "recipientId", case when u.deleted_at is null then u.full_name
      else coalesce(n.facts ->> 'name', '') end as "recipientName",
      case when c.channel = 'sms' and exists (select from users o
        where o.sms_number = c.address and o.id <> u.id and o.deleted_at is null) then split_part(u.full_name, ' ', 1)
        end as "nameAtNumber",
      u.deleted_at is not null as "recipientIsGone", c.attempts, n.kind,
      ${factsForReader} as facts, n.is_urgent as "isUrgent", c.created_at as "createdAt", n.vacancy_id as "vacancyId",
      case when v.id is not null then jsonb_build_object('isDeleted', v.deleted_at is not null,
        'isFilled', v.status = 'filled' or (v.status = 'open' and v.covered_inside),
        'isOver', v.ends_at <= ${now} and n.created_at < v.ends_at,
        'isTheirs', n.kind <> 'vacancy_posted' or u.is_active and ${worksAt(sql`u.id`, sql`v.school_id`)},
        'isInWaves', n.kind = 'vacancy_posted' and exists (select from dispatches p where p.vacancy_id = v.id))
          end as vacancy,
      (select jsonb_build_object('id', s.id, 'name', s.name, 'logo', (select i.id from school_images i
        where i.school_id = s.id and i.kind = 'logo'),
        'banner', (select i.id from school_images i where i.school_id = s.id and i.kind = 'banner')) from schools s
          where s.id = c.school_id) as school,
      jsonb_build_object('from', to_char(u.quiet_from, 'HH24:MI'), 'to', to_char(u.quiet_to, 'HH24:MI'),
        'urgentMayDisturb', u.urgent_may_disturb) as quiet,
      coalesce((select h.time_zone from schools h
        where h.id = coalesce(c.school_id, u.school_id)), ${defaultTimeZone}) as "timeZone",
      (select count(*) from (select 1 from deliveries e
        where e.recipient_id = c.recipient_id and e.channel = c.channel and e.device_id is not distinct from c.device_id
        and e.sent_at > ${new Date(now.getTime() - dayMs)}
        and e.school_id is not distinct from c.school_id
          and (not n.is_urgent or exists (select from notices x where x.id = e.notice_id and x.is_urgent))
        limit ${countUpTo}) lately)::int as "sentToday"
    from claimed c join notices n on n.id = c.notice_id join users u on u.id = n.recipient_id
      left join vacancies v on v.id = n.vacancy_id
    order by c.id`);
}

/**
 * Saves the outcome of a delivery and releases its claim. A status that the carrier reported meanwhile stays. If the
 * delivery is no longer claimed under this key, only its sending is saved: another worker decides the rest. The code of
 * a notification is deleted with its last waiting delivery.
 */
export async function settle(
  db: Queryable,
  { id, noticeId, facts }: Pick<Delivery, 'id' | 'noticeId' | 'facts'>,
  outcome: Outcome,
  key: number,
  now: Date,
): Promise<void> {
  const { status } = outcome;
  const isUntried = status === 'queued' && outcome.isUntried === true;
  const settled = sql`update deliveries set status = ${status}, reason = ${status === 'sent' ? null : outcome.reason},
      claimed_by = null,
    next_attempt_at = ${status === 'queued' ? outcome.nextAttemptAt : now},
      sent_at = ${status === 'sent' ? now : null}::timestamptz,
    carrier_id = ${status === 'sent' ? (outcome.carrierId ?? null) : null},
      attempts = attempts - ${isUntried ? 1 : 0}::int
    where id = ${id} and status = 'queued' and (claimed_by = ${key} or ${status} = 'sent')`;
  await db.execute(
    status === 'queued' || !hasCode(facts)
      ? settled
      : sql`with settled as (${settled}) delete from notice_codes where notice_id = ${noticeId}
          and not exists (select from deliveries where notice_id = ${noticeId} and id <> ${id} and status = 'queued')`,
  );
}

/** Releases deliveries that were claimed under this key but not started. They don't count as attempts. */
export async function releaseClaims(db: Queryable, key: number, ids: readonly number[]): Promise<void> {
  await db.execute(sql`update deliveries set claimed_by = null, attempts = attempts - 1
    where id = any(${ids}::bigint[]) and status = 'queued' and claimed_by = ${key}`);
}

/**
 * Makes deliveries due again whose lease has ended, and between rounds those that this worker couldn't release because
 * the database was unavailable. A worker of the version before `worker_leases` has a lock instead.
 */
export async function releaseDeadClaims(db: Queryable, channel: NoticeChannel, ownKey: number | null): Promise<void> {
  await db.execute(sql`update deliveries set claimed_by = null
      where channel = ${channel} and status = 'queued' and claimed_by is not null and (claimed_by = ${ownKey}::bigint
    or not exists (select from worker_leases l where l.key = claimed_by)
      and (claimed_by >= ${firstKey} or claimed_by not in (
      select objid::bigint from pg_locks where locktype = 'advisory' and classid::bigint = ${leaseClass}
        and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database()))))`);
}

/** Keeps deliveries for a channel that is no longer set up, so none is lost or marked as sent. */
export async function keepUnsendable(db: Queryable, channel: NoticeChannel, reason: string): Promise<void> {
  await db.execute(sql`update deliveries set status = 'kept', reason = ${reason}, claimed_by = null
    where channel = ${channel} and status = 'queued'`);
}
