import type { NoticeKind } from '#domain/notice-facts.ts';
import { accountMailsPerDay, answersApplication } from '#domain/notice-topics.ts';
import { type Sql, sql } from '#server/db/database.ts';

/** Providers that ignore dots, so one mailbox has thousands of addresses. */
const undotted: readonly string[] = ['gmail.com', 'googlemail.com'];

/** Returns the mailbox of an address, for limits: without a tag after `+`, in lower case, and at Gmail without dots. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const [name = ''] = address.slice(0, at).toLowerCase().split('+');
  const domain = address.slice(at + 1).toLowerCase();
  return undotted.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** The reason for not sending an email about an account to a person who has reached the daily limit. */
export const tooManyOfAKind = 'This person has reached the daily limit for emails of this kind.';

/** The reason for not sending email to an address that may be a stranger's. */
export const notConfirmed = 'This email address is not confirmed yet.';

const dayMs = 24 * 3_600_000;

/** Notifications `e` of a person `u` that are about accounts, found by their index. */
const aboutTheAccount = sql`e.recipient_id = u.id and e.vacancy_id is null and e.message_id is null`;

/**
 * Returns the address of a person `u` for email of this kind, in SQL: the trusted one. Any other may be a stranger's
 * and gets only the link that confirms it and one answer to the application made with it. Returns null if there is
 * none.
 */
export function mailAddress(kind: NoticeKind): Sql {
  if (kind === 'email_link') return sql`u.email`;
  if (!answersApplication(kind)) return sql`u.trusted_email`;
  return sql`coalesce(u.trusted_email, case when not exists (select from notices e
      where ${aboutTheAccount} and e.kind in ('account_approved', 'account_rejected')) then u.email end)`;
}

/**
 * Returns the facts of `own` for a person `u`, in SQL. An untrusted address may be a stranger's, so it gets no name
 * that its applicant chose.
 */
export function factsFor(kind: NoticeKind): Sql {
  return answersApplication(kind)
    ? sql`case when u.trusted_email is null then own.facts || '{"name": "there"}' else own.facts end`
    : sql`own.facts`;
}

/** Returns whether a person `u` reached the daily limit for email of this kind from this school, in SQL. */
export function hadEnough(kind: NoticeKind, schoolId: number | null, now: Date): Sql {
  const most = accountMailsPerDay(kind);
  return most === null
    ? sql`false`
    : sql`(select count(*) from notices e
        where ${aboutTheAccount} and e.kind = ${kind} and e.created_at > ${new Date(now.getTime() - dayMs)}
        and e.school_id is not distinct from ${schoolId}::bigint) >= ${most}`;
}

/**
 * Returns whether a person `u` was already notified of the same thing as `own` within a day, in SQL: choosing and
 * dropping a school again is one application. Causes of the same thing differ only in the time at their end.
 */
export function wasNotified(kind: NoticeKind, now: Date): Sql {
  if (kind !== 'account_pending') return sql`false`;
  const thing = (cause: Sql) => sql`regexp_replace(${cause}, ':[0-9]{13}$', '')`;
  return sql`exists (select from notices e
      where ${aboutTheAccount} and e.kind = ${kind} and e.created_at > ${new Date(now.getTime() - dayMs)}
    and ${thing(sql`e.cause`)} = ${thing(sql`own.cause`)})`;
}
