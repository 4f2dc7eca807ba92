import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, databaseOf, openPool, sql } from '#server/db/database.ts';
import { isConnectionFailure } from '#server/db/failures.ts';
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded.ts';
import { until } from '#test/until.ts';

let folder: string;
/** A primary whose commits wait for a standby that never comes. */
let primary: EmbeddedDatabase;
let owner: pg.Client;
let db: Database;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'firstbell-failover-'));
  primary = await startEmbedded({
    dataDir: folder,
    tuning: { synchronous_standby_names: 'nobody', shared_buffers: '16MB' },
  });
  owner = new pg.Client(primary.connection('owner'));
  await owner.connect();
  await owner.query('set synchronous_commit = local');
  await owner.query('create table noted (text text); grant select, insert on noted to firstbell_server');
  db = databaseOf(openPool(primary.connection('server'), 1));
});
afterAll(async () => {
  await db.close();
  await owner.end();
  await primary.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Cancels the commit that waits for the standby, as the same role may. */
async function cancelWaiting(): Promise<void> {
  const client = new pg.Client(primary.connection('server'));
  await client.connect();
  const waiting = async () =>
    (await client.query<{ pid: number }>("select pid from pg_stat_activity where wait_event = 'SyncRep'")).rows[0];
  const { pid } = await until(waiting);
  await client.query('select pg_cancel_backend($1)', [pid]);
  await client.end();
}

it('does not report a commit as done if no standby has it because someone canceled the wait', async () => {
  const writing = [
    () => db.execute(sql`insert into noted values ('single')`),
    () => db.inTransaction((tx) => tx.execute(sql`insert into noted values ('transaction')`)),
    () => db.inTransaction((tx) => tx.last.execute(sql`insert into noted values ('with its commit')`)),
  ];
  for (const write of writing) {
    const [written] = await Promise.allSettled([write(), cancelWaiting()]);
    expect(written).toMatchObject({
      status: 'rejected',
      reason: { code: 'unavailable', cause: { message: 'No standby confirmed a commit.' } },
    });
  }
  // The connection works as before.
  expect(await db.query(sql`select text from noted order by 1`)).toEqual(
    ['single', 'transaction', 'with its commit'].map((text) => ({ text })),
  );
});

it('treats a primary that became a standby as unreachable, and does not reuse its connection', async () => {
  const connection = async () => (await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid;
  const before = await connection();
  const refused = db.inTransaction(async (tx) => {
    await tx.execute(sql`set transaction read only`);
    await tx.execute(sql`insert into noted values ('late')`);
  });
  await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
  expect(await connection()).not.toBe(before);
  const error = await owner
    .query("begin read only; insert into noted values ('late')")
    .catch((reason: unknown) => reason);
  await owner.query('rollback');
  expect(isConnectionFailure(error)).toBe(true);
});
