import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refused } from '#server/core/refused.ts';
import { allSettled } from '#server/core/settled.ts';
import { type Database, databaseOf, openPool, type Queryable, sql, type Tx } from '#server/db/database.ts';
import { openTestDatabase, type TestDatabase } from '#test/db.ts';
import { makeSchool } from '#test/make.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

let pool: pg.Pool;
let db: Database;
beforeEach(() => {
  pool = openPool(database.server, 4);
  db = databaseOf(pool);
  const opened = pool;
  return () => opened.end();
});

const names = async () => (await db.query<{ name: string }>(sql`select name from schools`)).map(({ name }) => name);

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
