import { feedbackLimits } from '#domain/feedback.ts';
import { planLimits } from '#domain/plans.ts';
import type { Config } from '#server/core/config.ts';
import { type Database, raw, sql, type Tx } from '#server/db/database.ts';
import { isNeeded } from '#server/db/sql/plans.ts';
import { eraseAccount } from '#server/features/users/erase-account.ts';
import { batch, inBatches } from '#server/worker/batches.ts';

/** The same limit for vacancies, each of which takes its history, notifications and tally entries with it. */
const vacanciesAtOnce = 500;
/** The same limit for vacancies that lose their offers, eight each on average. */
const offeredAtOnce = 500;
/** The same limit for files with lesson plans, which are large. */
const filesAtOnce = 200;
/** The maximum number of accounts erased in one transaction. */
const peopleAtOnce = 20;
const dayMs = 24 * 3_600_000;

type Kept = Pick<
  Config,
  | 'REJECTED_STAY_DAYS'
  | 'MESSAGES_STAY_DAYS'
  | 'NOTICES_STAY_DAYS'
  | 'OFFERS_STAY_DAYS'
  | 'AUDIT_STAYS_DAYS'
  | 'FORMER_DAYS_STAY_DAYS'
  | 'HOURS_STAY_DAYS'
  | 'PLAN_FILES_STAY_DAYS'
>;

/**
 * Deletes data whose retention period is over: accounts that were rejected and never accepted, messages, notifications,
 * offers of past classes, audit log entries, the days that deleted people worked, hours for payroll, and files with
 * lesson plans. Feedback is deleted after two years.
 */
export async function applyRetention(db: Database, config: Kept, now: Date): Promise<void> {
  const since = (days: number) => (days === 0 ? null : new Date(now.getTime() - days * dayMs));
  const [rejected, messages, notices, offers, audit, formerDays, hours] = [
    config.REJECTED_STAY_DAYS,
    config.MESSAGES_STAY_DAYS,
    config.NOTICES_STAY_DAYS,
    config.OFFERS_STAY_DAYS,
    config.AUDIT_STAYS_DAYS,
    config.FORMER_DAYS_STAY_DAYS,
    config.HOURS_STAY_DAYS,
  ].map(since);
  if (rejected) while ((await db.inTransaction((tx) => eraseRejected(tx, rejected, now))) === peopleAtOnce);
  if (messages) await trimOldest(db, 'messages', messages);
  if (notices) await trimOldest(db, 'notices', notices);
  if (offers) await trimOffers(db, offers);
  if (audit) {
    while ((await trimAudit(db, audit)) > 0);
    await db.execute(sql`delete from school_deletions where done_at < ${audit}`);
  }
  if (hours) await trimHours(db, hours);
  await inBatches(
    db,
    sql`delete from feedback where (vacancy_id, substitute_id, author) in
    (select vacancy_id, substitute_id, author from feedback
      where said_at < ${new Date(now.getTime() - feedbackLimits.keep * dayMs)} order by said_at limit ${batch})`,
  );
  await trimPlanFiles(db, since(config.PLAN_FILES_STAY_DAYS), now);
  if (formerDays)
    await inBatches(
      db,
      sql`delete from vacancies where id in (select v.id from users u join vacancies v on v.substitute_id = u.id
      where u.deleted_at < ${formerDays} and v.ends_at < ${formerDays} limit ${vacanciesAtOnce})`,
    );
}

/**
 * Deletes rows from before a date. Ids increase almost monotonically with time, so the oldest are found without another
 * index.
 */
function trimOldest(db: Database, table: 'messages' | 'notices', before: Date): Promise<void> {
  return inBatches(
    db,
    sql`delete from ${raw(table)} where id in
      (select id from (select id, created_at from ${raw(table)} order by id limit ${batch}) oldest
        where created_at < ${before})`,
  );
}

/**
 * Deletes the offers of classes that ended before a date, together with the record that the class was offered in waves.
 * A class may have been offered long before its day, so this looks past those that are still to be kept.
 */
async function trimOffers(db: Database, before: Date): Promise<void> {
  for (let last = { at: new Date(0), id: 0 }; ;) {
    const begun = await db.query<{ id: number; at: Date; isOver: boolean }>(sql`
      select p.vacancy_id as id, p.began_at as at, v.ends_at < ${before} as "isOver"
      from dispatches p join vacancies v on v.id = p.vacancy_id
      where p.due_at is null and p.began_at < ${before}
        and (p.began_at, p.vacancy_id) > (${last.at}::timestamptz, ${last.id}::bigint)
      order by p.began_at, p.vacancy_id limit ${offeredAtOnce}`);
    const over = begun.flatMap(({ id, isOver }) => (isOver ? [id] : []));
    await db.execute(sql`with gone as (delete from offers where vacancy_id = any(${over}::bigint[]))
      delete from dispatches where vacancy_id = any(${over}::bigint[])`);
    const next = begun.at(-1);
    if (next === undefined || begun.length < offeredAtOnce) return;
    last = next;
  }
}

/** Deletes hours from before a date: corrections before the lines that they correct, then the periods. */
async function trimHours(db: Database, before: Date): Promise<void> {
  const day = before.toISOString().slice(0, 10);
  await inBatches(
    db,
    sql`delete from worked_days where id in (select id from worked_days w where w.date < ${day}
      and not exists (select from worked_days c where c.corrects_id = w.id) limit ${batch})`,
  );
  await db.execute(sql`delete from pay_periods where id in (select id from pay_periods p where p.last_day < ${day}
    and not exists (select from worked_days w where w.pay_period_id = p.id) limit ${batch})`);
}

/**
 * Deletes files with lesson plans that no class needs. One that was just uploaded may belong to an absence that is
 * still being written.
 */
async function trimPlanFiles(db: Database, before: Date | null, now: Date): Promise<void> {
  await inBatches(
    db,
    sql`delete from plan_files where id in (select f.id from plan_files f
      where f.used_at < ${new Date(now.getTime() - planLimits.unusedMs)} and not ${isNeeded(before ?? new Date(0))}
        limit ${filesAtOnce})`,
  );
}

async function trimAudit(db: Database, before: Date): Promise<number> {
  const [row] = await db.query<{ gone: number }>(sql`select trim_audit(${before}, ${batch}) as gone`);
  return row?.gone ?? 0;
}

/**
 * Erases accounts that no one accepted: teachers and administrators who were rejected, and substitutes rejected by
 * every school they had chosen. Those who chose a school again wait for its decision. Returns how many there were.
 */
async function eraseRejected(tx: Tx, before: Date, now: Date): Promise<number> {
  const people = await tx.query<{ id: number; fullName: string; schoolIds: number[] }>(sql`
      select u.id, u.full_name as "fullName",
      array(select l.school_id from substitute_schools l where l.substitute_id = u.id
        union all select u.school_id where u.school_id is not null) as "schoolIds"
    from users u where u.deleted_at is null and not u.is_approved and u.id in (
      select id from users where rejected_at < ${before} and deleted_at is null
      union all
      select l.substitute_id from substitute_schools l where l.rejected_at < ${before}
        and not exists (select from substitute_schools o
          where o.substitute_id = l.substitute_id and (o.is_selected or o.rejected_at is null
          or o.rejected_at >= ${before})))
    order by u.id limit ${peopleAtOnce} for update of u`);
  for (const person of people) await eraseAccount(tx, person, now);
  return people.length;
}
