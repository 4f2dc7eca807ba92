import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { connectionConfig } from '#server/db/database.ts';
import { defineJob, enqueue } from '#server/jobs/job.ts';
import { startWorker } from '#server/worker/worker.ts';
import { listenerOf, openProxy } from '#test/faults/proxy.ts';
import { until } from '#test/until.ts';
import { openWorld, type World } from '#test/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ LOG_LEVEL: 'silent' });
});
afterAll(() => world.close());

/** Returns what allows connections to the database, or refuses new ones. */
function gateOf(admin: pg.Client, database: string) {
  return (may: boolean) =>
    admin.query(`alter database ${admin.escapeIdentifier(database)} with allow_connections ${may}`);
}

it('continues if the database goes down when a job finishes', async () => {
  const { database } = connectionConfig(world.database.owner);
  const admin = new pg.Client({ ...connectionConfig(world.database.owner), database: 'postgres' });
  await admin.connect();
  const mayConnect = gateOf(admin, String(database));
  let runs = 0;
  const job = defineJob({
    name: 'lose-the-database',
    payload: z.object({}),
    maxAttempts: 1,
    handle: async () => {
      runs += 1;
      if (runs > 1) return;
      await mayConnect(false);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
    },
  });
  const said: string[] = [];
  const note = (_detail: object, message: string) => void said.push(message);
  const worker = await startWorker(
    world.database.server,
    { config: world.config, clock: () => world.time.now, log: { error: note, warn: note } },
    [job],
  );
  await enqueue(world.db, job, {});
  // An unhandled rejection would end the process; here it would fail the run.
  await until(() => said.includes('the worker exited and is being restarted'));
  await mayConnect(true);
  await until(async () => {
    await enqueue(world.db, job, {});
    return true;
  });
  await until(() => runs >= 2);
  expect(said).toContain('the worker exited and is being restarted');
  await worker.stop();
  await admin.end();
});

it('takes jobs even if one that began before a database outage is still running', async () => {
  const { database } = connectionConfig(world.database.owner);
  const admin = new pg.Client({ ...connectionConfig(world.database.owner), database: 'postgres' });
  await admin.connect();
  const mayConnect = gateOf(admin, String(database));
  const during = Promise.withResolvers<void>();
  let isLongOneRunning = false;
  const long = defineJob({
    name: 'take-long',
    payload: z.object({}),
    maxAttempts: 1,
    handle: () => {
      isLongOneRunning = true;
      return during.promise;
    },
  });
  let runs = 0;
  const short = defineJob({
    name: 'lose-the-connections',
    payload: z.object({}),
    maxAttempts: 1,
    handle: async () => {
      runs += 1;
      if (runs > 1) return;
      await mayConnect(false);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
    },
  });
  const said: string[] = [];
  const note = (_detail: object, message: string) => void said.push(message);
  const worker = await startWorker(
    world.database.server,
    { config: world.config, clock: () => world.time.now, log: { error: note, warn: note } },
    [long, short],
  );
  await enqueue(world.db, long, {});
  await until(() => isLongOneRunning);
  await enqueue(world.db, short, {});
  await until(() => said.includes('the worker exited and is being restarted'));
  await mayConnect(true);
  await until(async () => {
    await enqueue(world.db, short, {});
    return true;
  });
  await until(() => runs > 1);
  during.resolve();
  await worker.stop();
  await admin.end();
});

it('takes jobs once the database can be written to again, if it started while it could not', async () => {
  const { database } = connectionConfig(world.database.owner);
  const owner = new pg.Client(connectionConfig(world.database.owner));
  await owner.connect();
  const mayWrite = async (may: boolean) => {
    await owner.query(
      `alter database ${owner.escapeIdentifier(String(database))} set default_transaction_read_only = ${!may}`,
    );
    await owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [database],
    );
  };
  let runs = 0;
  const job = defineJob({
    name: 'wait-for-a-promotion',
    payload: z.object({}),
    maxAttempts: 1,
    handle: () => Promise.resolve(void (runs += 1)),
  });
  const said: string[] = [];
  const note = (_detail: object, message: string) => void said.push(message);
  await mayWrite(false);
  const worker = await startWorker(
    world.database.server,
    { config: world.config, clock: () => world.time.now, log: { error: note, warn: note } },
    [job],
  );
  await until(() => said.includes('the worker exited and is being restarted'));
  await owner.query('set default_transaction_read_only = off');
  await mayWrite(true);
  await until(async () => {
    await enqueue(world.db, job, {});
    return true;
  });
  await until(() => runs > 0);
  await worker.stop();
  await owner.end();
});

it('starts once the database is back, if it was down at the start', async () => {
  const proxy = await openProxy(listenerOf(connectionConfig(world.database.server)));
  proxy.set({ kind: 'cut' });
  let runs = 0;
  const job = defineJob({
    name: 'wait-for-the-database',
    payload: z.object({}),
    maxAttempts: 1,
    handle: () => Promise.resolve(void (runs += 1)),
  });
  const said: string[] = [];
  const note = (_detail: object, message: string) => void said.push(message);
  const { user, database } = connectionConfig(world.database.server);
  const away = { host: '127.0.0.1', port: proxy.port, user: String(user), database: String(database) };
  const worker = await startWorker(
    away,
    { config: world.config, clock: () => world.time.now, log: { error: note, warn: note } },
    [job],
  );
  await enqueue(world.db, job, {});
  await until(() => said.includes('a job failed'));
  expect(runs).toBe(0);
  proxy.set({ kind: 'fair' });
  await until(() => runs === 1);
  await worker.stop();
  await proxy.close();
});
