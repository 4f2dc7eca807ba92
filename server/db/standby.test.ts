import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { databaseOf, openPool, sql, type Database } from '#server/db/database.ts';
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded.ts';
import { openStandby, type Standby } from '#server/db/standby.ts';
import { until } from '#test/until.ts';

let folder: string;
let primary: EmbeddedDatabase;
let copy: EmbeddedDatabase;
let db: Database;
let standby: Standby;
/** While this file exists, the standby gets nothing new. */
let stopped: string;

/** Returns a primary and a real standby, which reads the primary's log as from an archive, several times a second. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'firstbell-standby-'));
  stopped = path.join(folder, 'stopped');
  const [ofPrimary, ofStandby] = [path.join(folder, 'primary'), path.join(folder, 'standby')];
  const tuning = { shared_buffers: '16MB' };
  primary = await startEmbedded({ dataDir: ofPrimary, tuning });
  await primary.stop();
  execFileSync('cp', ['-a', ofPrimary, ofStandby]);
  const cluster = path.join(ofStandby, 'postgresql-18');
  writeFileSync(path.join(cluster, 'standby.signal'), '');
  primary = await startEmbedded({ dataDir: ofPrimary, tuning });
  const log = path.join(ofPrimary, 'postgresql-18/pg_wal');
  copy = await startEmbedded({
    dataDir: ofStandby,
    tuning: {
      ...tuning,
      restore_command: `test ! -e '${stopped}' && cp '${log}/%f' '%p'`,
      wal_retrieve_retry_interval: '20ms',
    },
  });
  db = databaseOf(openPool(primary.connection('server'), 2));
  const owner = new pg.Client(primary.connection('owner'));
  await owner.connect();
  await owner.query('create table noted (text text); grant select, insert on noted to firstbell_server');
  await owner.end();
});
beforeEach(() => {
  standby = openStandby(databaseOf(openPool(copy.connection('server'), 2)));
  return () => standby.close();
});
afterAll(async () => {
  await db.close();
  await copy.stop();
  await primary.stop();
  await rm(folder, { recursive: true, force: true });
});

const write = (text: string) => db.execute(sql`insert into noted values (${text})`);
const read = async (from: Database) =>
  (
    await from.query<{ text: string; isStandby: boolean }>(
      sql`select text, pg_is_in_recovery() as "isStandby" from noted order by text desc limit 1`,
    )
  )[0];

it('reads from the standby once that has everything, and never shows less than was committed before', async () => {
  for (let n = 1; n <= 20; n += 1) {
    await write(`note ${n + 100}`);
    expect(await read(standby.reader(db, 4000))).toMatchObject({ text: `note ${n + 100}` });
  }
  await until(async () => (await read(standby.reader(db, 4000)))?.isStandby);
  expect(standby.counts().standby).toBeGreaterThan(0);
  expect(standby.counts().lagSeconds).toBeLessThan(0.4);
});

it('reads from the primary while the standby is behind or away, even in the middle of a call', async () => {
  await until(async () => (await read(standby.reader(db, 4000)))?.isStandby);
  writeFileSync(stopped, '');
  // A copy that had begun may still arrive.
  await until(async () => {
    await write('note 200');
    const seen = await read(standby.reader(db, 4000));
    expect(seen?.text).toBe('note 200');
    return seen?.isStandby === false;
  });
  // It waits a quarter of a second, not until the standby has caught up.
  expect(standby.counts().lagSeconds).toBeGreaterThanOrEqual(0.25);
  expect(standby.counts().lagSeconds).toBeLessThan(2);
  rmSync(stopped);
  const before = await until(async () => {
    const reader = standby.reader(db, 4000);
    return (await read(reader))?.isStandby === true && reader;
  });
  await copy.stop();
  // This call had chosen the standby.
  expect(await read(before)).toEqual({ text: 'note 200', isStandby: false });
  const { primary: reads } = standby.counts();
  expect(await read(standby.reader(db, 4000))).toEqual({ text: 'note 200', isStandby: false });
  expect(standby.counts()).toMatchObject({ primary: reads + 1, lagSeconds: Infinity });
});

it('never mistakes a primary for a standby, whatever its position', async () => {
  const wrong = openStandby(databaseOf(openPool(primary.connection('server'), 1)));
  await read(wrong.reader(db, 4000));
  expect(wrong.counts()).toEqual({ standby: 0, primary: 1, lagSeconds: expect.any(Number) as number });
  await wrong.close();
});

it('writes nothing through a standby', () => {
  const reader = standby.reader(db, 4000);
  expect(() => reader.execute(sql`delete from noted`)).toThrow('must only read');
  expect(() => reader.inTransaction(async () => {})).toThrow('must only read');
});
