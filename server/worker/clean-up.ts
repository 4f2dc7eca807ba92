import * as z from 'zod/mini';
import { sessionLimits } from '#domain/person.ts';
import { roles } from '#domain/role.ts';
import { wallLimits } from '#domain/wall.ts';
import { raw, sql, type Sql } from '#server/db/database.ts';
import { defineJob } from '#server/jobs/job.ts';
import { batch, inBatches } from '#server/worker/batches.ts';
import { applyRetention } from '#server/worker/retention.ts';
import { idempotencyKeyHours } from '#server/http/idempotency.ts';

const hour = 3_600_000;

/**
 * How long after a class we still answer a reply with its code correctly, and how long we recognize repeated replies.
 */
const textCodeDays = 30;
const textReplyDays = 400;
/** How long an exclusion is kept after its last day. */
const exclusionDays = 30;

/**
 * Deletes expired data once a day: idempotency keys, counted attempts, SMS codes, offer codes and replies to them,
 * mailed links, ended exclusions, links to wall views that no screen opens, sessions, notifications to deleted people,
 * failed jobs, and data beyond the retention settings.
 */
export const cleanUp = defineJob({
  name: 'clean-up',
  payload: z.object({}),
  maxAttempts: 5,
  every: '17 8 * * *',
  handle: async ({ db, config, clock }) => {
    const now = clock().getTime();
    for (const [table, key, isExpired] of expired(now))
      await inBatches(
        db,
        sql`delete from ${raw(table)} where (${raw(key)}) in (select ${raw(key)} from ${raw(table)} where ${isExpired}
            limit ${batch})`,
      );
    for (const deletion of expiredWithOthers(now)) await inBatches(db, deletion);
    await applyRetention(db, config, clock());
    // A permanently failed job is in the log. Its row is useless after a week.
    await db.query(sql`select from graphile_worker.complete_jobs((select array_agg(id) from
      (select id from graphile_worker.jobs
        where attempts >= max_attempts and locked_at is null and run_at < now() - interval '7 days'
        limit ${batch}) failed))`);
  },
});

/** Returns the tables of short-lived data, their keys, and which rows are expired. */
function expired(now: number): [table: string, key: string, isExpired: Sql][] {
  const before = (hours: number) => new Date(now - hours * hour);
  return [
    ['idempotency_keys', 'actor_id, key', sql`created_at < ${before(idempotencyKeyHours)}`],
    ['attempts', 'key', sql`window_start < ${before(24)}`],
    ['sms_codes', 'user_id', sql`expires_at < ${before(24)}`],
    ['password_links', 'code_hash', sql`expires_at < ${before(24)}`],
    ['notice_codes', 'notice_id', sql`works_until < ${before(0)}`],
    ['email_links', 'code_hash', sql`expires_at < ${before(24)}`],
    ['text_replies', 'carrier_id', sql`at < ${before(textReplyDays * 24)}`],
    ['wall_links', 'id', sql`coalesce(opened_at, made_at) < ${before(wallLimits.unopenedDays * 24)}`],
    ['exclusions', 'id', sql`ends_on < ${before(exclusionDays * 24)}`],
  ];
}

/** Returns the deletions that depend on other tables. */
function expiredWithOthers(now: number): Sql[] {
  const before = (ms: number) => new Date(now - ms);
  return [
    sql`delete from text_codes where (number, code) in (select c.number, c.code from text_codes c
        join vacancies v on v.id = c.vacancy_id
      where v.ends_at < ${before(textCodeDays * 24 * hour)} limit ${batch})`,
    ...roles.map((role) => {
      const { idleMs, absoluteMs } = sessionLimits(role);
      return sql`delete from sessions where token_hash in (select s.token_hash from sessions s
          join users u on u.id = s.user_id
        where u.role = ${role} and (s.last_seen_at < ${before(idleMs)} or s.created_at < ${before(absoluteMs)})
          limit ${batch})`;
    }),
    // Notifications to a deleted account contain its owner's name and address.
    sql`delete from notices where id in (select n.id from users u join notices n on n.recipient_id = u.id
      where u.deleted_at < ${before(24 * hour)}
        and not exists (select 1 from deliveries d where d.notice_id = n.id and d.status = 'queued') limit ${batch})`,
  ];
}
