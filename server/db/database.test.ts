import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refused } from '#server/core/refused.ts';
import { allSettled } from '#server/core/settled.ts';
import {
  type Connection,
  connectionConfig,
  type Database,
  databaseOf,
  openPool,
  type Queryable,
  raw,
  sql,
  type Tx,
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
      `update schools set name = name || '-c' || coalesce((select pg_sleep(0.2))::text, '') where id in (${one}, ${other})`,
    ),
  );
  await Promise.all([both(one, other, '-a'), both(other, one, '-b'), alone]);
  const rows = (await names()).filter((name) => name.includes('-a'));
  expect(rows.map((name) => [...name.matchAll(/-[abc]/g)].map(String).toSorted().join(''))).toEqual([
    '-a-b-c',
    '-a-b-c',
  ]);
});

describe('statements of a transaction that are sent without waiting in between', () => {
  /** A statement that a constraint refuses. */
  const doubled = (tx: Queryable) =>
    tx.execute(sql`insert into users (username, password_hash, role, full_name, created_at)
      values ('twice', '', 'overall_admin', 'Twice', now()), ('twice', '', 'overall_admin', 'Twice', now())`);
  const refusal = { code: 'username_taken' };

  it('run in order', async () => {
    const before = (await makeSchool(database.db)).id;
    const seen = await db.inTransaction((tx) =>
      allSettled([
        tx.query(sql`select id from schools where id = ${before}`),
        tx.query(sql`update schools set name = 'Renamed' where id = ${before} returning id`),
        tx.query(sql`select name from schools where id = ${before}`),
      ]),
    );
    expect(seen).toEqual([[{ id: before }], [{ id: before }], [{ name: 'Renamed' }]]);
  });

  it('fail with the refusal of the first that fails, and none of them has an effect', async () => {
    const all = db.inTransaction(async (tx) => {
      const outcomes = await Promise.allSettled([
        makeSchool(tx, { name: 'Before the refusal' }),
        doubled(tx),
        makeSchool(tx, { name: 'After the refusal' }),
        tx.query(sql`select 1`),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
      for (const outcome of outcomes.slice(1)) expect(outcome).toMatchObject({ reason: refusal });
      // Even if the work goes on as if nothing had happened.
    });
    await expect(all).rejects.toMatchObject(refusal);
    expect(await names()).not.toContain('Before the refusal');
    expect(await names()).not.toContain('After the refusal');
  });

  it('are refused once their transaction has ended, by a refusal or by its commit', async () => {
    const over: Tx[] = [];
    const refused = db.inTransaction(async (tx) => {
      over.push(tx);
      await tx.query(sql`select 1`);
      throw new Refused('not_allowed', 'No.');
    });
    await expect(refused).rejects.toMatchObject({ code: 'not_allowed' });
    await db.inTransaction(async (tx) => {
      over.push(tx);
      await tx.query(sql`select 1`);
    });
    expect(over).toHaveLength(2);
    for (const tx of over)
      await expect(makeSchool(tx, { name: 'Too late' })).rejects.toThrow('after the end of its transaction');
    expect(await names()).not.toContain('Too late');
  });

  it('don’t begin before their transaction does, unless they only read', async () => {
    // A transaction can fail to begin, for example if the machine stood still until the statement's timeout.
    const failsToBegin = (client: pg.PoolClient) => {
      const send = client.query.bind(client) as (...given: unknown[]) => unknown;
      client.query = ((given: pg.QueryConfig) =>
        send(given.text === 'begin' ? { text: 'select 1 / 0' } : given)) as typeof client.query;
    };
    pool.on('acquire', failsToBegin);
    const read = vi.fn<() => void>();
    const work = db.inTransaction((tx) =>
      allSettled([
        tx.query(sql`select 1`).then(read),
        makeSchool(tx, { name: 'Without a transaction' }),
        tx.last.execute(sql`update schools set name = 'Without a transaction'`),
      ]),
    );
    await expect(work).rejects.toThrow('division by zero');
    expect(read).toHaveBeenCalled();
    expect(await names()).not.toContain('Without a transaction');
  });

  it('end with the last one, whose commit is sent right behind it', async () => {
    const renamed = await db.inTransaction(async (tx) => {
      const { id } = await makeSchool(tx, { name: 'The last' });
      const [row] = await tx.last.query<{ name: string }>(sql`select name from schools where id = ${id}`);
      await expect(tx.query(sql`select 1`)).rejects.toThrow('after the end of its transaction');
      return row?.name;
    });
    expect(renamed).toBe('The last');
    expect(await names()).toContain('The last');
  });

  it('are refused behind the last one, even if none of them has begun', async () => {
    const rename = (name: string) => sql`update schools set name = ${name}`;
    await makeSchool(database.db);
    const outcomes = await db.inTransaction((tx) =>
      Promise.allSettled([tx.last.execute(rename('By the last')), tx.execute(rename('Behind it'))]),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await names()).not.toContain('Behind it');
  });

  it('are rolled back if the last one fails', async () => {
    const work = db.inTransaction(async (tx) => {
      await makeSchool(tx, { name: 'With a bad end' });
      return doubled(tx.last);
    });
    await expect(work).rejects.toMatchObject(refusal);
    expect(await names()).not.toContain('With a bad end');
    expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });
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
