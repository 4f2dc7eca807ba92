import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectionConfig, sql } from '#server/db/database.ts';
import { type Migration, migrate, migrationsOnDisk } from '#server/db/migrate.ts';
import { chanceFrom } from '#server/demo/chance.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { openJournal } from '#test/faults/journal.ts';
import { startLoad } from '#test/faults/load.ts';
import { makePeople } from '#test/faults/people.ts';
import { until } from '#test/until.ts';
import { openWorld, type World } from '#test/world.ts';

const isLong = process.env['FIRSTBELL_LONG'] === '1';
/** How long the test waits for a step, in ms: longer than any machine takes. */
const patienceMs = 100_000;
let world: World;
beforeAll(async () => {
  world = await openWorld({ REGISTRATIONS_PER_HOUR: '100000' });
  world.time.now = new Date();
});
afterAll(() => world.close());

/** Returns a possible next migration, the `nth` after those on disk: it locks every table that people use. */
const next = (onDisk: readonly Migration[], nth: number): Migration => ({
  name: `${String(onDisk.length + nth - 1).padStart(4, '0')}_next.sql`,
  text: ['vacancies', 'users', 'sessions']
    .map((table) => `alter table ${table} add column spare_${nth} text;`)
    .join(' '),
  sha: `next ${nth}`,
});

/**
 * A statement without locks takes a few ms. If one takes this long, in ms, the machine stood still, and calls fail
 * without a migration.
 */
const standstillMs = 500;
/** How often a run is repeated on a machine that stands still. */
const mostRuns = 5;

/**
 * Repeats a statement that waits for no lock. The returned function stops that, and returns how long the slowest took,
 * in ms.
 */
async function startPulse(): Promise<() => Promise<number>> {
  const client = new pg.Client(connectionConfig(world.database.owner));
  await client.connect();
  let slowest = 0;
  let isOver = false;
  const beat = async () => {
    while (!isOver) {
      const began = performance.now();
      await client.query('select 1');
      await delay(20);
      slowest = Math.max(slowest, performance.now() - began);
    }
  };
  const beating = beat();
  return async () => {
    isOver = true;
    await beating;
    await client.end();
    return slowest;
  };
}

/**
 * Migrates while people work and a long transaction is in the way. Returns the calls that failed, and the slowest
 * statement without locks.
 */
async function migrateUnderLoad(nth: number): Promise<{ failed: readonly string[]; slowestMs: number }> {
  const { db, database } = world;
  const journal = openJournal();
  const stopPulse = await startPulse();
  // People at full speed only take processor time from other tests while the migration waits.
  const load = startLoad({
    paceMs: isLong ? 0 : 100,
    people: await makePeople(db),
    journal,
    chance: chanceFrom(nth),
    url: () => world.url,
  });
  await until(() => journal.size() >= 30, patienceMs);

  const long = new pg.Client(connectionConfig(database.owner));
  await long.connect();
  await long.query('begin');
  // This session is like a backup, or a report that someone runs by hand.
  await long.query('select count(*) from vacancies');
  const onDisk = await migrationsOnDisk();
  const added = Array.from({ length: nth }, (_, before) => next(onDisk, before + 1));
  const migrating = migrate(database.owner, 'firstbell_server', () => undefined, {
    wanted: [...onDisk.slice(0, -1), ...added, ...onDisk.slice(-1)],
  });
  // This uses a separate connection, because people's calls are waiting on the server's connections.
  const watch = new pg.Client(connectionConfig(database.owner));
  await watch.connect();
  const waiting = `select 1 from pg_locks
      where relation = 'vacancies'::regclass and mode = 'AccessExclusiveLock' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
  const isWaiting = async () => (await watch.query(waiting)).rows.length > 0;
  for (let tries = 0; tries < 2; tries += 1) {
    await until(isWaiting, patienceMs);
    await until(async () => !(await isWaiting()), patienceMs);
  }
  // The migration gave up its wait twice, and calls succeeded in between.
  await long.query('commit');
  await Promise.all([long.end(), watch.end()]);
  await migrating;
  const column = `spare_${nth}`;
  expect(await db.query(sql`select 1 from information_schema.columns where column_name = ${column}`)).toHaveLength(3);

  const target = journal.size() + (isLong ? 100 : 30);
  await until(() => journal.size() >= target, patienceMs);
  await load.stop();
  const slowestMs = await stopPulse();
  expect({ lost: await journal.lost(db), broken: await brokenInvariants(db), wrong: load.wrong }).toEqual({
    lost: [],
    broken: [],
    wrong: [],
  });
  return { failed: load.failed, slowestMs };
}

it(
  'migrates while this version serves: it stops waiting behind a long transaction so that no call fails',
  { timeout: 600_000 },
  async () => {
    for (let nth = 1; ; nth += 1) {
      const { failed, slowestMs } = await migrateUnderLoad(nth);
      if (failed.length === 0) return;
      // A failure on a machine that stood still says nothing about the migration, so only a run without one counts.
      if (slowestMs < standstillMs || nth === mostRuns) expect(failed).toEqual([]);
    }
  },
);
