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
let world: World;
beforeAll(async () => {
  world = await openWorld({ REGISTRATIONS_PER_HOUR: '100000' });
  world.time.now = new Date();
});
afterAll(() => world.close());

/** Returns a possible next migration: it locks every table that people use. */
const next = (onDisk: readonly Migration[]): Migration => ({
  name: `${String(onDisk.length).padStart(4, '0')}_next.sql`,
  text: 'alter table vacancies add column spare text; alter table users add column spare text; alter table sessions add column spare text;',
  sha: 'next',
});

it(
  'migrates while this version serves: it stops waiting behind a long transaction so that no call fails',
  { timeout: 120_000 },
  async () => {
    const { db, database } = world;
    const journal = openJournal();
    const chance = chanceFrom(1);
    // People at full speed only take processor time from other tests while the migration waits.
    const load = startLoad({
      paceMs: isLong ? 0 : 100,
      people: await makePeople(db),
      journal,
      chance,
      url: () => world.url,
    });
    await until(() => journal.size() >= 30);

    const long = new pg.Client(connectionConfig(database.owner));
    await long.connect();
    await long.query('begin');
    // This session is like a backup, or a report that someone runs by hand.
    await long.query('select count(*) from vacancies');
    const onDisk = await migrationsOnDisk();
    const migrating = migrate(database.owner, 'firstbell_server', () => undefined, {
      wanted: [...onDisk.slice(0, -1), next(onDisk), ...onDisk.slice(-1)],
    });
    // This uses a separate connection, because people's calls are waiting on the server's connections.
    const watch = new pg.Client(connectionConfig(database.owner));
    await watch.connect();
    const waiting = `select 1 from pg_locks where relation = 'vacancies'::regclass and mode = 'AccessExclusiveLock' and not granted and database = (select oid from pg_database where datname = current_database())`;
    const isWaiting = async () => (await watch.query(waiting)).rows.length > 0;
    for (let tries = 0; tries < 2; tries += 1) {
      await until(isWaiting);
      await until(async () => !(await isWaiting()));
    }
    // The migration gave up its wait twice, and calls succeeded in between.
    await long.query('commit');
    await Promise.all([long.end(), watch.end()]);
    await migrating;
    expect(await db.query(sql`select 1 from information_schema.columns where column_name = 'spare'`)).toHaveLength(3);

    const target = journal.size() + (isLong ? 100 : 30);
    await until(() => journal.size() >= target);
    await load.stop();
    expect([...load.statuses.keys()].filter((status) => status === 'none' || status >= 500)).toEqual([]);
    expect({ lost: await journal.lost(db), broken: await brokenInvariants(db), wrong: load.wrong }).toEqual({
      lost: [],
      broken: [],
      wrong: [],
    });
  },
);
