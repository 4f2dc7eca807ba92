import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listOwnSessions } from '#contract/accounts.ts';
import { currentUser, getBadges } from '#contract/session.ts';
import { sessionLimits } from '#domain/person.ts';
import { sql } from '#server/db/database.ts';
import { gatherSessionActivity } from '#server/http/session-activity.ts';
import { makeSchool, makeTeacher } from '#test/make.ts';
import { listenTo } from '#test/plans.ts';
import { until } from '#test/until.ts';
import { mondayMorning, openWorld, type World } from '#test/world.ts';

let world: World;
let teacherId: number;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.time.now = mondayMorning;
  teacherId = await makeTeacher(world.db, (await makeSchool(world.db)).id);
});

const minutes = (count: number) => count * 60_000;
const later = (milliseconds: number) => new Date(world.time.now.getTime() + milliseconds);
const lastSeen = async () =>
  (
    await world.db.query<{ at: Date }>(sql`select max(last_seen_at) as at from sessions where user_id = ${teacherId}`)
  )[0]?.at.toISOString();

it('writes the activity of a screen’s calls, and of its reload, once', async () => {
  const teacher = await world.as(teacherId);
  const updates = listenTo(world.database.pool, /^with used as/);
  world.time.now = later(minutes(2));
  const sent = await updates(async () => {
    await Promise.all([currentUser, getBadges, listOwnSessions, currentUser].map((endpoint) => teacher.call(endpoint)));
    await teacher.call(currentUser);
    await until(async () => (await lastSeen()) === world.time.now.toISOString());
  });
  expect(sent).toHaveLength(1);
});

it('keeps a session alive by activity that is not yet written, but not by late activity', async () => {
  const teacher = await world.as(teacherId);
  const { idleMs } = sessionLimits('teacher');
  world.time.now = later(idleMs - minutes(1));
  await teacher.call(currentUser);
  world.time.now = later(idleMs - minutes(1));
  await teacher.call(currentUser);
  world.time.now = later(idleMs + minutes(1));
  expect((await teacher.try(currentUser)).status).toBe(401);
});

it('does not revive a session that ends at that moment, and writes the rest when the application closes', async () => {
  await world.as(teacherId);
  const used = later(minutes(2));
  const complaints: string[] = [];
  const closeAfterUse = async () => {
    const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void complaints.push(line) } } });
    const activity = gatherSessionActivity(app, world.db);
    for (const { hash } of await world.db.query<{ hash: Buffer }>(
      sql`select token_hash as hash from sessions where user_id = ${teacherId}`,
    ))
      activity.note(hash, used);
    await app.close();
  };
  await world.db.inTransaction(async (tx) => {
    await tx.execute(sql`select from sessions where user_id = ${teacherId} for update`);
    await closeAfterUse();
  });
  expect([await lastSeen(), complaints]).toEqual([mondayMorning.toISOString(), []]);
  await closeAfterUse();
  expect(await lastSeen()).toBe(used.toISOString());
});
