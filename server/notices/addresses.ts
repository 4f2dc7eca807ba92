import type { NoticeKind } from '#domain/notice-facts.ts';
import { accountMailsPerDay, answersApplication } from '#domain/notice-topics.ts';
import { type Sql, sql } from '#server/db/database.ts';

/** Why a mail about an account is not written to somebody who has had enough of its kind. */
export const tooManyOfAKind = 'They got as many emails of this kind as they get in one day.';

/** Why nothing is written to an address that may be a stranger's. */
export const notConfirmed = 'This email address is not confirmed yet.';

const dayMs = 24 * 3_600_000;

/** Notices `e` of a person `u` that are about accounts, by their index. */
const aboutTheAccount = sql`e.recipient_id = u.id and e.vacancy_id is null and e.message_id is null`;

/**
 * The address of a person `u` that mail of this kind goes to, in SQL: one that they confirmed or an administrator vouched
 * for. Any other may be a stranger's: it gets the link that confirms it, and one answer about the application made with
 * it. Null where there is none.
 */
export function mailAddress(kind: NoticeKind): Sql {
  if (kind === 'email_link') return sql`u.email`;
  if (!answersApplication(kind)) return sql`u.trusted_email`;
  return sql`coalesce(u.trusted_email, case when not exists (select from notices e where ${aboutTheAccount} and e.kind in ('account_approved', 'account_rejected')) then u.email end)`;
}

/** The facts of `own` as a person `u` reads them, in SQL: whoever typed the name may have typed a stranger's address. */
export function factsFor(kind: NoticeKind): Sql {
  return answersApplication(kind)
    ? sql`case when u.trusted_email is null then own.facts || '{"name": "there"}' else own.facts end`
    : sql`own.facts`;
}

/** Whether a person `u` has had enough mail of this kind from this school within a day, in SQL. */
export function hadEnough(kind: NoticeKind, schoolId: number | null, now: Date): Sql {
  const most = accountMailsPerDay(kind);
  return most === null
    ? sql`false`
    : sql`(select count(*) from notices e where ${aboutTheAccount} and e.kind = ${kind} and e.created_at > ${new Date(now.getTime() - dayMs)}
        and e.school_id is not distinct from ${schoolId}::bigint) >= ${most}`;
}

/**
 * Whether a person `u` was told the same of `own` within a day, in SQL: somebody who picks and drops a school applies once.
 * Causes of one thing differ in the instant at their end.
 */
export function wasTold(kind: NoticeKind, now: Date): Sql {
  if (kind !== 'account_pending') return sql`false`;
  const thing = (cause: Sql) => sql`regexp_replace(${cause}, ':[0-9]{13}$', '')`;
  return sql`exists (select from notices e where ${aboutTheAccount} and e.kind = ${kind} and e.created_at > ${new Date(now.getTime() - dayMs)}
    and ${thing(sql`e.cause`)} = ${thing(sql`own.cause`)})`;
}
