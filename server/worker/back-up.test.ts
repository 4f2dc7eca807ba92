import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getBackups } from '#contract/platform.ts';
import { restore } from '#server/backup/restore.ts';
import { sql } from '#server/db/database.ts';
import { backUpDaily } from '#server/worker/back-up.ts';
import { enqueue } from '#server/jobs/job.ts';
import { openEmptyDatabase, openTestDatabase } from '#test/db.ts';
import { makeOwner, makeSchool } from '#test/make.ts';
import { until } from '#test/until.ts';
import { urlOf } from '#test/server/processes.ts';
import { openWorker } from '#test/worker.ts';
import { openWorld } from '#test/world.ts';

let folder: string;
/** A worker on a separate database, not an embedded one. */
const outside = { DATABASE_URL: 'postgres://firstbell@localhost/firstbell' };
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'firstbell-daily-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('writes an encrypted file a day, keeps the set number, and shows the owner the last outcome', async () => {
  const identity = await generateX25519Identity();
  const scratch = await openEmptyDatabase();
  const world = await openWorld({
    ...outside,
    BACKUP_CHECK_URL: urlOf(scratch.owner),
    BACKUP_DIR: path.join(folder, 'daily'),
    BACKUP_RECIPIENT: await identityToRecipient(identity),
    BACKUP_KEEP: '2',
  });
  const ownerId = await makeOwner(world.db);
  await makeSchool(world.db, { name: 'Oak School' });
  const scratchIsEmpty = async () =>
    (await scratch.db.query(sql`select 1 from pg_tables where schemaname in ('public', 'graphile_worker')`)).length ===
    0;
  const none = { last: null, failure: null, restored: null, restoreFailure: null };
  expect(await (await world.as(ownerId)).call(getBackups)).toEqual({ ...none, daily: true, rehearsed: true });

  const worker = await openWorker(world, [backUpDaily]);
  const again = async () => {
    await enqueue(world.db, backUpDaily, {});
    await until(async () => (await world.db.query(sql`select 1 from graphile_worker.jobs`)).length === 0);
    world.time.now = new Date(world.time.now.getTime() + 24 * 3_600_000);
  };
  for (let day = 0; day < 3; day += 1) await again();
  const made = (await readdir(path.join(folder, 'daily'))).toSorted();
  expect(made).toEqual(['firstbell-2026-11-24T1045.tar.zst.age', 'firstbell-2026-11-25T1045.tar.zst.age']);
  const { last, failure, restored, restoreFailure } = await (await world.as(ownerId)).call(getBackups);
  expect(last).toEqual({ at: '2026-11-25T10:45:00.000Z', bytes: expect.any(Number) as number });
  expect([failure, restoreFailure]).toEqual([null, null]);
  // Each of the three found the scratch database in the state that the previous one had left.
  expect(restored).toEqual({ at: '2026-11-25T10:45:00.000Z' });
  expect(await scratchIsEmpty()).toBe(true);
  await worker.stop();

  const empty = await openEmptyDatabase();
  await restore(
    path.join(folder, 'daily', made.at(-1) ?? ''),
    { owner: empty.owner, serverRole: 'firstbell_server' },
    { identity },
  );
  expect(await empty.db.query(sql`select name from schools`)).toEqual([{ name: 'Oak School' }]);
  await empty.drop();
  await world.close();
  await scratch.drop();
});

it('shows the owner why there is none', async () => {
  const file = path.join(folder, 'not-a-folder');
  await writeFile(file, '');
  const world = await openWorld({
    BACKUP_DIR: file,
    BACKUP_RECIPIENT: await identityToRecipient(await generateX25519Identity()),
  });
  const owner = await world.as(await makeOwner(world.db));
  const worker = await openWorker(world, [backUpDaily]);
  await enqueue(world.db, backUpDaily, {});
  await until(async () => (await owner.call(getBackups)).failure !== null);
  expect(await owner.call(getBackups)).toMatchObject({
    daily: true,
    last: null,
    failure: { at: world.time.now.toISOString(), error: expect.stringContaining('EEXIST') as string },
  });
  await expect(worker.stop()).rejects.toThrow('EEXIST');
  await world.close();
});

it('shows the owner that a backup cannot be restored, and empties no database that holds something else', async () => {
  const full = await openTestDatabase();
  await makeSchool(full.db, { name: 'Elm School' });
  const world = await openWorld({
    ...outside,
    BACKUP_DIR: path.join(folder, 'kept'),
    BACKUP_RECIPIENT: await identityToRecipient(await generateX25519Identity()),
    BACKUP_CHECK_URL: urlOf(full.owner),
  });
  const owner = await world.as(await makeOwner(world.db));
  const worker = await openWorker(world, [backUpDaily]);
  await enqueue(world.db, backUpDaily, {});
  await until(async () => (await owner.call(getBackups)).restoreFailure !== null);
  expect(await owner.call(getBackups)).toMatchObject({
    last: { at: world.time.now.toISOString() },
    failure: null,
    restored: null,
    restoreFailure: { error: expect.stringContaining('contains something else') as string },
  });
  expect(await full.db.query(sql`select name from schools`)).toEqual([{ name: 'Elm School' }]);
  await worker.stop();
  await world.close();
  await full.drop();
});

it('does nothing without a folder', async () => {
  const world = await openWorld();
  const owner = await world.as(await makeOwner(world.db));
  const worker = await openWorker(world, [backUpDaily]);
  await enqueue(world.db, backUpDaily, {});
  await until(async () => (await world.db.query(sql`select 1 from graphile_worker.jobs`)).length === 0);
  await worker.stop();
  expect(await owner.call(getBackups)).toMatchObject({ daily: false, rehearsed: false, last: null, failure: null });
  await world.close();
});
