import type { NoticeFacts, NoticeKind } from '#domain/notice-facts.ts';
import { type Queryable, sql } from '#server/db/database.ts';

/** Names, among PostgreSQL's advisory locks, those by which a worker shows that it lives. */
export const leaseClass = 724_184;

/** A mail that a worker has in hand. */
export type Delivery<Kind extends NoticeKind = NoticeKind> = {
  id: number;
  address: string;
  recipientName: string;
  /** The person has left since. */
  recipientIsGone: boolean;
  /** How often it has been tried, this time included. */
  attempts: number;
  kind: Kind;
  facts: NoticeFacts[Kind];
  createdAt: Date;
  vacancy: { isDeleted: boolean; isFilled: boolean; isOver: boolean } | null;
};

/** What became of a try. */
export type Outcome =
  | { status: 'sent' }
  | { status: 'failed' | 'dropped'; reason: string }
  | { status: 'queued'; reason: string; nextAttemptAt: Date };

/**
 * Facts of a notice `n` without the lesson plans where the reader `n.recipient_id` is not the one assigned,
 * or no longer: the link is for that person alone. Needs the vacancy as `v`.
 */
export const factsForReader = sql`case when v.substitute_id = n.recipient_id and v.deleted_at is null then n.facts
  else n.facts #- '{vacancy,plansLink}' end`;

/** Takes up to `most` mails that are due, for the worker of this key: no other gets them while it lives. */
export async function claimDue(db: Queryable, key: number, most: number, now: Date): Promise<Delivery[]> {
  return db.query<Delivery>(sql`
    with due as (
      select id from deliveries where channel = 'email' and status = 'queued' and claimed_by is null and next_attempt_at <= ${now}
      order by next_attempt_at, id limit ${most} for update skip locked
    ), claimed as (
      update deliveries d set claimed_by = ${key}, attempts = d.attempts + 1 from due where d.id = due.id
      returning d.id, d.notice_id, d.address, d.attempts, d.created_at
    )
    select c.id, c.address, case when u.deleted_at is null then u.full_name else coalesce(n.facts ->> 'name', '') end as "recipientName",
      u.deleted_at is not null as "recipientIsGone", c.attempts, n.kind,
      ${factsForReader} as facts, c.created_at as "createdAt",
      case when v.id is not null then jsonb_build_object('isDeleted', v.deleted_at is not null, 'isFilled', v.status = 'filled',
        'isOver', v.ends_at <= ${now} and n.created_at < v.ends_at) end as vacancy
    from claimed c join notices n on n.id = c.notice_id join users u on u.id = n.recipient_id left join vacancies v on v.id = n.vacancy_id
    order by c.id`);
}

/** Writes down what became of a mail in hand, and lets go of it. */
export async function settle(db: Queryable, id: number, outcome: Outcome, now: Date): Promise<void> {
  const { status } = outcome;
  await db.execute(sql`update deliveries set status = ${status}, reason = ${status === 'sent' ? null : outcome.reason}, claimed_by = null,
    next_attempt_at = ${status === 'queued' ? outcome.nextAttemptAt : now}, sent_at = ${status === 'sent' ? now : null}::timestamptz
    where id = ${id} and status = 'queued'`);
}

/** Lets go of what this worker has claimed and not begun; such a try does not count. */
export async function letGo(db: Queryable, ids: readonly number[]): Promise<void> {
  await db.execute(sql`update deliveries set claimed_by = null, attempts = attempts - 1 where id = any(${ids}::bigint[]) and status = 'queued'`);
}

/**
 * Makes due again what workers had in hand that have died, which is seen by their lock being gone; and what
 * this one, between two rounds, could not let go of while the database was away.
 */
export async function releaseOfTheDead(db: Queryable, ownKey: number): Promise<void> {
  await db.execute(sql`update deliveries set claimed_by = null where status = 'queued' and claimed_by is not null and (claimed_by = ${ownKey} or claimed_by not in (
    select objid::bigint from pg_locks where locktype = 'advisory' and classid::bigint = ${leaseClass} and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())))`);
}

/** Keeps what waits for a mail server that is no longer set up: nothing is lost, and nothing reads as sent. */
export async function keepUnsendable(db: Queryable, reason: string): Promise<void> {
  await db.execute(sql`update deliveries set status = 'kept', reason = ${reason}, claimed_by = null where channel = 'email' and status = 'queued'`);
}
