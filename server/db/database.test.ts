import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  type Connection,
  connectionConfig,
  type Database,
  databaseOf,
  openPool,
  raw,
  sql,
} from '#server/db/database.ts';
import { listenerOf, openProxy, type Proxy } from '#test/faults/proxy.ts';
import { openTestDatabase, type TestDatabase } from '#test/db.ts';
import { makeSchool } from '#test/make.ts';
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

/** The database behind a network that the test controls, with this many connections. */
let db: Database;
let pool: ReturnType<typeof openPool>;
let connections: number;
beforeEach(() => {
  proxy.set({ kind: 'fair' });
  connections = 4;
  pool = openPool(
    { ...connectionConfig(database.server), host: '127.0.0.1', port: proxy.port } as Connection,
    connections,
  );
  db = databaseOf(pool);
  const opened = pool;
  return () => opened.end();
});

/** Opens every connection of the pool. */
const useAll = () =>
  Promise.all(
    Array.from({ length: connections }, () => db.inTransaction((tx) => tx.query(sql`select pg_sleep(0.05)`))),
  );
const names = async () =>
  (await database.db.query<{ name: string }>(sql`select name from schools`)).map(({ name }) => name);

it('gives up after its total time limit, however many statements a silent network leaves unanswered', async () => {
  await useAll();
  proxy.set({ kind: 'hang' });
  const patient = db.within(300);
  const began = performance.now();
  const all = await Promise.allSettled([
    patient.query(sql`select 1`),
    patient.inTransaction(async (tx) => {
      await tx.query(sql`select 1`).catch(() => {});
      await tx.query(sql`select 2`);
    }),
    ...Array.from({ length: 8 }, () => patient.execute(sql`select 3`)),
  ]);
  expect(
    new Set(all.map((one) => (one.status === 'rejected' ? (one.reason as { code: string }).code : 'done'))),
  ).toEqual(new Set(['unavailable']));
  // Without a total time limit, each statement would wait for its own 4.5 s.
  expect(performance.now() - began).toBeLessThan(4000);
});

it('lets only a caller with more time wait for a connection again', async () => {
  await useAll();
  // The pool gives up this early, instead of after 4 s.
  pool.options.connectionTimeoutMillis = 50;
  const borrowed = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  const patient = db.within(12_000).query(sql`select 1 as one`);
  await expect(db.within(4400).query(sql`select 2`)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(db.query(sql`select 3`)).rejects.toMatchObject({ code: 'unavailable' });
  for (const client of borrowed) client.release();
  expect(await patient).toEqual([{ one: 1 }]);
});

it('lets such a caller try again while the database accepts no connections', async () => {
  proxy.set({ kind: 'cut' });
  const patient = db.within(12_000).query(sql`select 1 as one`);
  await expect(db.within(4400).query(sql`select 2`)).rejects.toMatchObject({ code: 'unavailable' });
  proxy.set({ kind: 'fair' });
  expect(await patient).toEqual([{ one: 1 }]);
});

it('pings the other connections before handing them out, once one stopped responding, and finds one that works', async () => {
  await useAll();
  proxy.set({ kind: 'forgotten' });
  await expect(db.within(200).query(sql`select 1`)).rejects.toMatchObject({ code: 'unavailable' });
  // Three more are dead. The next caller gets a new one.
  expect(await db.within(4000).query(sql`select 2 as two`)).toEqual([{ two: 2 }]);
});

it('does not hand out a connection that another user, such as the job queue, returned in the middle of a statement, and suspects the others', async () => {
  await useAll();
  proxy.set({ kind: 'forgotten' });
  const borrowed = await pool.connect();
  await expect(borrowed.query('select 1')).rejects.toThrow('Query read timeout');
  borrowed.release();
  // Without the ping, each of them would have hung in turn.
  await until(async () => (await pool.query<{ two: number }>('select 2 as two')).rows[0]?.two === 2, 4000);
});

it('keeps a connection that has refused a statement but is not yet ready for the next', async () => {
  const itself = async () => (await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid;
  const before = await itself();
  proxy.set({ kind: 'torn' });
  await expect(db.query(sql`select 1 / 0`)).rejects.toThrow('division by zero');
  expect(await itself()).toBe(before);
});

it('says that the outcome is unknown if a commit got no reply, and closes the connection', async () => {
  const lost = db.within(300).inTransaction(async (tx) => {
    await makeSchool(tx, { name: 'Between' });
    proxy.set({ kind: 'hang' });
  });
  await expect(lost).rejects.toMatchObject({ code: 'unavailable' });
  proxy.breakAll('reset');
  proxy.set({ kind: 'fair' });
  expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await until(
    async () =>
      (
        await database.db.query(
          raw("select 1 from pg_stat_activity where state = 'idle in transaction' and datname = current_database()"),
        )
      ).length === 0,
  );
  expect(await names()).not.toContain('Between');
});

it('retries after a deadlock, a transaction as well as a single statement', async () => {
  const [one, other] = [(await makeSchool(database.db)).id, (await makeSchool(database.db)).id];
  const both = async (first: number, second: number, word: string) =>
    db.inTransaction(async (tx) => {
      await tx.execute(sql`update schools set name = name || ${word} where id = ${first}`);
      await tx.query(sql`select pg_sleep(0.1)`);
      await tx.execute(sql`update schools set name = name || ${word} where id = ${second}`);
    });
  // A single slow statement that locks its rows in the opposite order.
  const alone = db.execute(
    raw(
      `update schools set name = name || '-c' || coalesce((select pg_sleep(0.2))::text, '')
          where id in (${one}, ${other})`,
    ),
  );
  await Promise.all([both(one, other, '-a'), both(other, one, '-b'), alone]);
  const rows = (await names()).filter((name) => name.includes('-a'));
  expect(rows.map((name) => [...name.matchAll(/-[abc]/g)].map(String).toSorted().join(''))).toEqual([
    '-a-b-c',
    '-a-b-c',
  ]);
});

it('keeps the plan of a statement, unless it asks for a custom plan', async () => {
  const kept = await db.inTransaction(async (tx) => {
    for (const plan of ['prepared', 'unprepared'] as const)
      await tx.query(sql`select name from schools where name = ${'any'} and ${raw(`'${plan}' <> ''`)}`, plan);
    return tx.query<{ statement: string }>(
      sql`select statement from pg_prepared_statements where statement like 'select name from schools%'`,
    );
  });
  expect(kept.map(({ statement }) => statement)).toEqual([expect.stringContaining("'prepared'")]);
});

it('keeps its connections through a night without calls', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await useAll();
    vi.advanceTimersByTime(12 * 3_600_000);
    expect(db.connections()).toEqual({ total: connections, idle: connections, waiting: 0 });
  } finally {
    vi.useRealTimers();
  }
});

it('limits the prepared statements on a connection, however many different ones a caller causes', async () => {
  const one = openPool(database.server, 1);
  const single = databaseOf(one);
  const kept = async () =>
    (await single.query<{ count: number }>(sql`select count(*)::int as count from pg_prepared_statements`))[0]?.count ??
    0;
  try {
    let most = 0;
    for (let n = 0; n < 1000; n += 1) {
      const [row] = await single.query<{ n: number }>(raw(`select ${n} as n`));
      expect(row?.n).toBe(n);
      if (n % 50 === 0) most = Math.max(most, await kept());
    }
    expect(most).toBeLessThanOrEqual(460);
    expect(most, 'a statement is prepared once').toBeGreaterThan(300);
    // The same holds for one that was prepared before the others, and within a transaction.
    expect(await single.query(raw('select 0 as n'))).toEqual([{ n: 0 }]);
    expect(await single.inTransaction((tx) => tx.query(raw('select 1 as n')))).toEqual([{ n: 1 }]);
  } finally {
    await one.end();
  }
});
