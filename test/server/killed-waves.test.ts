import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVacancies } from '#contract/absences.ts';
import { addDays } from '#domain/time.ts';
import { type Database, databaseOf, openPool, sql } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { startDispatch } from '#server/features/vacancies/dispatch/dispatch.ts';
import { record } from '#server/features/vacancies/vacancy/store.ts';
import { fillSchool } from '#test/crowd.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { makeSchool, makeTeacher, makeVacancy } from '#test/make.ts';
import { type ServerProcess, settingsOf, startServer } from '#test/server/processes.ts';
import { until } from '#test/until.ts';
import { openWorld, type World } from '#test/world.ts';

const isLong = process.env['FIRSTBELL_LONG'] === '1';
const kills = isLong ? 50 : 5;
/** In the long form, two workers share the work, and both are killed. */
const workers = isLong ? 2 : 1;
/** Restarts of the database under both workers, in the long form only. */
const restarts = 20;
const people = 300;
/** Classes posted before each kill: more than one transaction of the worker plans. */
const classes = 24;
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

async function startWorkerProcess(settings = settingsOf(world.database)): Promise<ServerProcess> {
  const worker = await startServer('unused', settings, ['--worker']);
  started.push(worker);
  return worker;
}

/** Returns how many vacancies were offered, and how many steps are due. */
async function countOffered(db: Database): Promise<{ offered: number; due: number }> {
  const [row] = await db.query<{ offered: number; due: number }>(sql`select
    (select count(distinct vacancy_id) from offers)::int as offered, (select count(*) from dispatches
      where due_at <= now())::int as due`);
  return row ?? { offered: 0, due: 0 };
}

/** Everyone who was offered a vacancy got one offer of it, one notification and one email. */
async function expectOneOfEach(db: Database): Promise<void> {
  expect(
    await db.query(sql`select vacancy_id, substitute_id, o.offers, n.notices, n.mails
      from (select vacancy_id, substitute_id, count(*)::int as offers from offers group by 1, 2) o
        full join (select n.vacancy_id, n.recipient_id as substitute_id, count(distinct n.id)::int as notices,
          count(d.id)::int as mails
          from notices n left join deliveries d on d.notice_id = n.id and d.channel = 'email'
            where n.kind = 'vacancy_posted' group by 1, 2) n
        using (vacancy_id, substitute_id)
      where (o.offers, n.notices, n.mails) is distinct from (1, 1, 1)`),
  ).toEqual([]);
  expect(await brokenInvariants(db)).toEqual([]);
}

/**
 * Lets a school send offers at any hour, because by the real clock it may be night. None are sent in the last minute of
 * a day, so the school is where the day doesn't end soon.
 */
const offeringNow = (
  schoolId: number,
) => sql`update schools set offering = 'best_matches', offers_from = '00:00', offers_until = '23:59',
  time_zone = case when (now() at time zone 'America/New_York')::time > '22:00' then 'Pacific/Honolulu'
    else 'America/New_York' end where id = ${schoolId}`;

it(`loses no wave and notifies no one twice when the worker is killed in the middle of it (${kills} times)`, async () => {
  const { id: schoolId } = await makeSchool(world.db);
  await world.db.execute(offeringNow(schoolId));
  const teacher = await world.as(await makeTeacher(world.db, schoolId));
  await fillSchool(world.database.owner, schoolId, people);
  await world.db.execute(sql`update users set quiet_to = quiet_from`);
  const count = () => countOffered(world.db);
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
    // One person may post 600 days in an hour, and the long form posts twice as many.
    await world.db.execute(sql`delete from attempts`);
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

  await expectOneOfEach(world.db);
}, 600_000);

it.runIf(isLong)(
  `loses no wave and notifies no one twice when the database restarts in the middle of it (${restarts} times)`,
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-waves-'));
    const embedded = await startEmbedded({ dataDir: folder });
    await migrate(embedded.connection('owner'), 'firstbell_server', () => {});
    const pool = openPool(embedded.connection('server'), 1);
    const db = databaseOf(pool);
    try {
      const { id: schoolId } = await makeSchool(db);
      await db.execute(offeringNow(schoolId));
      const teacherId = await makeTeacher(db, schoolId);
      await fillSchool(embedded.connection('owner'), schoolId, people);
      await db.execute(sql`update users set quiet_to = quiet_from`);
      const settings = settingsOf({ server: embedded.connection('server'), owner: embedded.connection('owner') });
      const running = await Promise.all([startWorkerProcess(settings), startWorkerProcess(settings)]);
      const now = new Date();
      const first = `${now.getUTCFullYear() + 1}-02-01`;
      const pid = async () =>
        Number((await readFile(path.join(folder, 'postgresql-18/postmaster.pid'), 'utf8')).split('\n')[0]);
      /** The restarts after which some of the waves had been sent and others hadn't. */
      let midway = 0;
      for (let restart = 0; restart < restarts; restart += 1) {
        const before = (await countOffered(db)).offered;
        for (let nth = 0; nth < classes; nth += 1) {
          const id = await makeVacancy(db, { schoolId, teacherId, date: addDays(first, restart * classes + nth) });
          await db.inTransaction(async (tx) => {
            await record(tx, { now, actor: null }, { id, schoolId }, [{ kind: 'posted', substituteId: null }]);
            await startDispatch(tx, { now }, { id, schoolId }, { sendEmail: true, sendSms: false });
          });
        }
        const { due } = await until(async () => {
          const seen = await countOffered(db);
          return seen.offered > before && seen;
        });
        midway += due > 0 ? 1 : 0;
        const postmaster = await pid();
        process.kill(postmaster, 'SIGQUIT');
        await until(async () => (await pid()) !== postmaster && (await countOffered(db)).due >= 0);
      }
      await until(async () => {
        const { offered, due } = await countOffered(db);
        return offered === restarts * classes && due === 0;
      }, 120_000);
      for (const { child, exited } of running) {
        child.kill('SIGTERM');
        expect(await exited).toBe(0);
      }
      await expectOneOfEach(db);
      expect(midway).toBeGreaterThan(0);
    } finally {
      await pool.end();
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
  600_000,
);
