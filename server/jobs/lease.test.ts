import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { connectionConfig, sql } from '#server/db/database.ts';
import { holdLease, type Lease } from '#server/jobs/lease.ts';
import { openTestDatabase, type TestDatabase } from '#test/db.ts';
import { listenerOf, openProxy, type Proxy } from '#test/faults/proxy.ts';
import { until } from '#test/until.ts';

let database: TestDatabase;
let proxy: Proxy;
beforeAll(async () => {
  database = await openTestDatabase();
  proxy = await openProxy(listenerOf(connectionConfig(database.server)));
});
afterAll(async () => {
  await proxy.close();
  await database.drop();
});
const leases: Lease[] = [];
afterEach(async () => {
  proxy.set({ kind: 'fair' });
  for (const each of leases.splice(0)) await each.release();
  await database.db.execute(sql`delete from worker_leases`);
});

async function take(through: 'proxy' | 'database', onFree = () => {}): Promise<Lease> {
  const { user, database: name } = connectionConfig(database.server);
  const away = { host: '127.0.0.1', port: proxy.port, user: String(user), database: String(name) };
  const lease = await holdLease(through === 'proxy' ? away : database.server, { seconds: 1, onFree });
  leases.push(lease);
  return lease;
}
const beatsOf = async (key: number) =>
  (await database.db.query<{ beats: number }>(sql`select beats from worker_leases where key = ${key}`))[0]?.beats ??
  null;
const cutOff = () => {
  proxy.set({ kind: 'cut' });
  proxy.breakAll('reset');
};
const silent = 2 ** 31 + 7;

it('a lease is renewed while its process lives, and given back when it stops', async () => {
  let calls = 0;
  const watching = await take('database', () => (calls += 1));
  const lease = await take('database');
  await until(async () => ((await beatsOf(lease.key)) ?? 0) > 8 && ((await beatsOf(watching.key)) ?? 0) > 8);
  await until(() => lease.isHeld());
  // The other one may notice it before the next line runs.
  const before = calls;
  await lease.release();
  expect([lease.isHeld(), await beatsOf(lease.key)]).toEqual([false, null]);
  await until(() => calls > before);
});

it('a process that lost its connection keeps its lease if it is back in time, and gets a new one if not', async () => {
  const lease = await take('proxy');
  const { key } = lease;
  cutOff();
  await until(() => !lease.isHeld());
  proxy.set({ kind: 'fair' });
  await until(() => lease.isHeld());
  expect(lease.key).toBe(key);

  cutOff();
  await take('database');
  await until(async () => (await beatsOf(key)) === null);
  proxy.set({ kind: 'fair' });
  await until(() => lease.isHeld());
  expect(lease.key).not.toBe(key);
});

it('a process that was without the database counts from zero how long others are silent', async () => {
  await database.db.execute(sql`insert into worker_leases (key) values (${silent})`);
  const lease = await take('proxy');
  const beats = await until(async () => {
    const count = (await beatsOf(lease.key)) ?? 0;
    return count >= 5 && count;
  });
  cutOff();
  proxy.set({ kind: 'fair' });
  await until(async () => (await beatsOf(silent)) === null);
  // One beat to come back, one for the first look, and six looks without a change.
  expect(await beatsOf(lease.key)).toBeGreaterThanOrEqual(beats + 8);
});

it('a worker of the previous version, which looks for locks, finds one for each lease', async () => {
  const lease = await take('database');
  const [held] = await database.db.query<{ held: boolean }>(
    sql`select ${lease.key}::bigint in (select objid::bigint from pg_locks
        where locktype = 'advisory' and classid = 724184 and objsubid = 2 and granted) as held`,
  );
  expect(held).toEqual({ held: true });
});
