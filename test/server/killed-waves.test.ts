import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVacancies } from '#contract/absences.ts';
import { sql } from '#server/db/database.ts';
import { fillSchool } from '#test/crowd.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { makeSchool, makeTeacher } from '#test/make.ts';
import { type ServerProcess, settingsOf, startServer } from '#test/server/processes.ts';
import { until } from '#test/until.ts';
import { openWorld, type World } from '#test/world.ts';

const isLong = process.env['FIRSTBELL_LONG'] === '1';
const kills = isLong ? 50 : 5;
/** In the long form, two workers share the work, and both are killed. */
const workers = isLong ? 2 : 1;
const people = 300;
/** Classes posted before each kill. */
const classes = 8;
let world: World;
const started: ServerProcess[] = [];
beforeAll(async () => {
  world = await openWorld();
  // The worker processes use the real clock.
  world.time.now = new Date();
});
afterAll(async () => {
  for (const { child, exited } of started) {
    child.kill('SIGKILL');
    await exited;
  }
  await world.close();
});

async function startWorkerProcess(): Promise<ServerProcess> {
  const worker = await startServer('unused', settingsOf(world.database), ['--worker']);
  started.push(worker);
  return worker;
}

it(`loses no wave and notifies no one twice when the worker is killed in the middle of it (${kills} times)`, async () => {
  const { id: schoolId } = await makeSchool(world.db);
  // By the real clock, it may be night.
  await world.db.execute(
    sql`update schools set offering = 'best_matches', offers_from = '00:00', offers_until = '23:59' where id = ${schoolId}`,
  );
  const teacher = await world.as(await makeTeacher(world.db, schoolId));
  await fillSchool(world.database.owner, schoolId, people);
  await world.db.execute(sql`update users set quiet_to = quiet_from`);
  const count = async () => {
    const [row] = await world.db.query<{ offered: number; due: number }>(sql`select
      (select count(distinct vacancy_id) from offers)::int as offered, (select count(*) from dispatches where due_at <= now())::int as due`);
    return row ?? { offered: 0, due: 0 };
  };
  let posted = 0;
  const post = async () => {
    const dates = Array.from({ length: classes }, (_, nth) =>
      new Date(Date.UTC(new Date().getUTCFullYear() + 1, 1, 1 + posted + nth)).toISOString().slice(0, 10),
    );
    posted += classes;
    await teacher.call(createVacancies, {
      body: {
        dates,
        startTime: '08:00',
        endTime: '15:00',
        shiftType: 'full_day',
        description: 'Grade 2',
        additionalNotes: 'Plans are on the desk.',
        sendNotifications: true,
      },
    });
  };
  for (let kill = 0; kill < kills; kill += 1) {
    const before = (await count()).offered;
    const [running] = await Promise.all([Promise.all(Array.from({ length: workers }, startWorkerProcess)), post()]);
    // Some of the waves have been sent, and others haven't.
    await until(async () => (await count()).offered > before);
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ exited }) => exited));
  }
  const last = await startWorkerProcess();
  await until(async () => {
    const { offered, due } = await count();
    return offered === posted && due === 0;
  });
  last.child.kill('SIGTERM');
  expect(await last.exited).toBe(0);

  expect(
    await world.db.query(sql`select vacancy_id, substitute_id, o.offers, n.notices, n.mails
      from (select vacancy_id, substitute_id, count(*)::int as offers from offers group by 1, 2) o
        full join (select n.vacancy_id, n.recipient_id as substitute_id, count(distinct n.id)::int as notices, count(d.id)::int as mails
          from notices n left join deliveries d on d.notice_id = n.id and d.channel = 'email' where n.kind = 'vacancy_posted' group by 1, 2) n
        using (vacancy_id, substitute_id)
      where (o.offers, n.notices, n.mails) is distinct from (1, 1, 1)`),
  ).toEqual([]);
  expect(await brokenInvariants(world.db)).toEqual([]);
}, 600_000);
