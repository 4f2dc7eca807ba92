import * as z from 'zod/mini';
import { sessionLimits } from '#domain/person.ts';
import { roles } from '#domain/role.ts';
import { wallLimits } from '#domain/wall.ts';
import { type Queryable, sql, type Sql } from '#server/db/database.ts';
import { defineJob } from '#server/jobs/job.ts';
import { applyRetention } from '#server/worker/retention.ts';
import { idempotencyKeyHours } from '#server/http/idempotency.ts';

const hour = 3_600_000;
/** The maximum number of rows that one statement deletes, so that none runs long or holds many locks. */
const batch = 5000;

/** Says how long after a class we still answer a reply with its code correctly, and how long we recognize repeated replies. */
const textCodeDays = 30;
const textReplyDays = 400;
/** Says how long an exclusion is kept after its last day. */
const exclusionDays = 30;

/**
 * Deletes expired data once a day: idempotency keys, counted attempts, SMS codes, codes of offers and replies to them,
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
    const before = (ms: number) => new Date(now - ms);
    await inBatches(
      db,
      sql`delete from idempotency_keys where (actor_id, key) in
      (select actor_id, key from idempotency_keys where created_at < ${before(idempotencyKeyHours * hour)} limit ${batch})`,
    );
    await inBatches(
      db,
      sql`delete from attempts where key in (select key from attempts where window_start < ${before(24 * hour)} limit ${batch})`,
    );
    await inBatches(
      db,
      sql`delete from sms_codes where user_id in (select user_id from sms_codes where expires_at < ${before(24 * hour)} limit ${batch})`,
    );
    await inBatches(
      db,
      sql`delete from password_links where code_hash in (select code_hash from password_links where expires_at < ${before(24 * hour)} limit ${batch})`,
    );
    await inBatches(
      db,
      sql`delete from notice_codes where notice_id in (select notice_id from notice_codes where works_until < ${before(0)} limit ${batch})`,
    );
    await inBatches(
      db,
      sql`delete from email_links where code_hash in (select code_hash from email_links where expires_at < ${before(24 * hour)} limit ${batch})`,
    );
    await inBatches(
      db,
      sql`delete from text_codes where (number, code) in (select c.number, c.code from text_codes c join vacancies v on v.id = c.vacancy_id
        where v.ends_at < ${before(textCodeDays * 24 * hour)} limit ${batch})`,
    );
    await inBatches(
      db,
      sql`delete from text_replies where carrier_id in (select carrier_id from text_replies where at < ${before(textReplyDays * 24 * hour)} limit ${batch})`,
    );
    await inBatches(
      db,
      sql`delete from wall_links where id in (select id from wall_links
        where coalesce(opened_at, made_at) < ${before(wallLimits.unopenedDays * 24 * hour)} limit ${batch})`,
    );
    await inBatches(
      db,
      sql`delete from exclusions where id in (select id from exclusions where ends_on < ${before(exclusionDays * 24 * hour)} limit ${batch})`,
    );
    for (const role of roles) {
      const { idleMs, absoluteMs } = sessionLimits(role);
      await inBatches(
        db,
        sql`delete from sessions where token_hash in (select s.token_hash from sessions s join users u on u.id = s.user_id
        where u.role = ${role} and (s.last_seen_at < ${before(idleMs)} or s.created_at < ${before(absoluteMs)}) limit ${batch})`,
      );
    }
    // Notifications to a deleted account contain its owner's name and address.
    await inBatches(
      db,
      sql`delete from notices where id in (select n.id from users u join notices n on n.recipient_id = u.id
      where u.deleted_at < ${before(24 * hour)} and not exists (select 1 from deliveries d where d.notice_id = n.id and d.status = 'queued') limit ${batch})`,
    );
    await applyRetention(db, config, clock());
    // A permanently failed job is in the log. Its row is useless after a week.
    await db.query(sql`select from graphile_worker.complete_jobs((select array_agg(id) from
      (select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null and run_at < now() - interval '7 days' limit ${batch}) failed))`);
  },
});

async function inBatches(db: Queryable, deletion: Sql): Promise<void> {
  while ((await db.execute(deletion)) === batch);
}
