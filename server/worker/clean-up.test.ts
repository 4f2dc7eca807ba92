import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/db/database.ts';
import { cleanUp } from '#server/worker/clean-up.ts';
import { enqueue } from '#server/jobs/job.ts';
import { notify } from '#server/notifications/notify.ts';
import { makeOwner, makeSchool, makeSubstitute, makeTeacher } from '#test/make.ts';
import { until } from '#test/until.ts';
import { openWorker } from '#test/worker.ts';
import { openWorld, type World } from '#test/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('deletes expired rows, and no others', async () => {
  const hoursAgo = (hours: number) => new Date(world.time.now.getTime() - hours * 3_600_000);
  const teacherId = await makeTeacher(world.db, (await makeSchool(world.db)).id);
  const ownerId = await makeOwner(world.db);
  await world.db.execute(sql`insert into idempotency_keys (actor_id, key, fingerprint, created_at)
    select 1, 'old' || n, ''::bytea, ${hoursAgo(25)}::timestamptz from generate_series(1, 12000) n
      union all select 1, 'young', '', ${hoursAgo(23)}`);
  await world.db.execute(
    sql`insert into attempts (key, window_start, count)
        values ('old', ${hoursAgo(25)}, 1), ('young', ${hoursAgo(1)}, 1)`,
  );
  await world.db.execute(sql`insert into sessions (token_hash, user_id, created_at, last_seen_at, user_agent) values
    ('t1', ${teacherId}, ${hoursAgo(24 * 91)}, ${hoursAgo(1)}, 'too old in all'),
      ('t2', ${teacherId}, ${hoursAgo(24 * 40)}, ${hoursAgo(24 * 31)}, 'too long unused'),
    ('t3', ${teacherId}, ${hoursAgo(24 * 40)}, ${hoursAgo(24 * 29)}, 'a teacher’s, in use'),
      ('o1', ${ownerId}, ${hoursAgo(5)}, ${hoursAgo(2)}, 'an owner’s, too long unused')`);
  await world.db.execute(sql`insert into sms_codes (user_id, number, code_hash, agreed_from, expires_at) values
    (${teacherId}, '+15185550100', ''::bytea, '127.0.0.1', ${hoursAgo(25)}),
      (${ownerId}, '+15185550101', ''::bytea, '127.0.0.1', ${hoursAgo(23)})`);
  await world.db.execute(sql`insert into wall_links (school_id, token_hash, made_by_id, made_at, opened_at)
    select s.id, l.hash::bytea, ${ownerId}, ${hoursAgo(24 * 800)}, l.opened_at from schools s cross join (values
      ('never opened', null::timestamptz), ('opened long ago', ${hoursAgo(24 * 366)}),
        ('in use', ${hoursAgo(24 * 364)})) l (hash, opened_at)`);
  const endedId = await makeSubstitute(world.db, []);
  await world.db
    .execute(sql`insert into exclusions (school_id, substitute_id, teacher_id, reason, ends_on, asked_at, approved_at)
    select school_id, ${endedId}, teacher, reason, ends_on, now(), now() from users, (values
      (null, 'ended long ago', ${hoursAgo(24 * 32)}::timestamptz::date),
        (${teacherId}::bigint, 'ended', ${hoursAgo(24 * 28)}::timestamptz::date)) x (teacher, reason, ends_on)
    where id = ${teacherId}`);
  const gone = await makeSubstitute(world.db, []);
  const leaving = await makeSubstitute(world.db, []);
  await world.db.inTransaction((tx) =>
    notify(
      tx,
      { config: world.config, now: world.time.now },
      {
        kind: 'school_deactivated',
        cause: 'long ago',
        recipients: [gone, leaving],
        facts: { to: 'substitute', school: 'Lincoln' },
        schoolId: null,
      },
    ),
  );
  await world.db.execute(
    sql`update users set deleted_at = case when id = ${gone} then ${hoursAgo(25)}::timestamptz else ${hoursAgo(1)} end
        where id in (${gone}, ${leaving})`,
  );
  await world.db.query(
    sql`select graphile_worker.permanently_fail_jobs(array[(graphile_worker.add_job('failed long ago',
        run_at => now() - interval '8 days')).id])`,
  );
  const worker = await openWorker(world, [cleanUp]);
  await enqueue(world.db, cleanUp, {});
  await until(async () => (await world.db.query(sql`select 1 from graphile_worker.jobs`)).length === 0);
  await worker.stop();
  expect(await world.db.query(sql`select key from idempotency_keys`)).toEqual([{ key: 'young' }]);
  expect(await world.db.query(sql`select recipient_id as id from notices`)).toEqual([{ id: leaving }]);
  expect(await world.db.query(sql`select user_id as id from sms_codes`)).toEqual([{ id: ownerId }]);
  expect(await world.db.query(sql`select convert_from(token_hash, 'UTF8') as link from wall_links`)).toEqual([
    { link: 'in use' },
  ]);
  expect(await world.db.query(sql`select reason from exclusions`)).toEqual([{ reason: 'ended' }]);
  expect(await world.db.query(sql`select key from attempts`)).toEqual([{ key: 'young' }]);
  expect(await world.db.query(sql`select user_agent as agent from sessions`)).toEqual([
    { agent: 'a teacher’s, in use' },
  ]);
});
