import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#server/core/config.ts';
import { type Connection, connectionConfig, sql } from '#server/db/database.ts';
import { isUnreachable } from '#server/db/failures.ts';
import { openDatabase, roleOf, whileUnreachable } from '#server/db/open-database.ts';
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
let said: string[] = [];
const say = (line: string) => void said.push(line);
beforeEach(() => {
  said = [];
  proxy.set({ kind: 'cut' });
});

/** The database behind a network that the test controls. */
const urlOf = (connection: Connection, name = connectionConfig(connection).database) =>
  `postgres://${connectionConfig(connection).user}@127.0.0.1:${proxy.port}/${name}`;

const databaseError = (code: string) => Object.assign(new pg.DatabaseError('Refused', 0, 'error'), { code });

it('waits for a database that can’t be reached when the process starts, and says so once', async () => {
  const settings = { DATABASE_URL: urlOf(database.server), MIGRATION_DATABASE_URL: urlOf(database.owner) };
  const opening = openDatabase(readConfig(settings), say);
  await until(() => said.length > 0);
  proxy.set({ kind: 'fair' });
  const opened = await opening;
  expect(await opened.db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await opened.stop();
  expect(said).toEqual([
    expect.stringMatching(/^The database can't be reached yet: .*ECONNRESET.* Trying again for up to 120 seconds\.$/),
  ]);
});

it('gives up after a limited time, with the reason', async () => {
  let attempts = 0;
  const work = () => {
    attempts += 1;
    return roleOf(urlOf(database.server));
  };
  await expect(whileUnreachable(say, work, { patienceMs: 50, pauseMs: 10 })).rejects.toThrow(
    /^The database could not be reached for .* seconds: .*ECONNRESET/,
  );
  expect(attempts).toBeGreaterThan(1);
  expect(said).toHaveLength(1);
});

it('doesn’t wait for a database that isn’t there', async () => {
  proxy.set({ kind: 'fair' });
  const opening = openDatabase(readConfig({ DATABASE_URL: urlOf(database.server, 'no_such_database') }), say);
  await expect(opening).rejects.toThrow('database "no_such_database" does not exist');
  expect(said).toEqual([]);
});

it.each([
  ['a lost connection', databaseError('08006'), true],
  ['too many connections', databaseError('53300'), true],
  ['a database that starts', databaseError('57P03'), true],
  ['a broken connection', Object.assign(new Error('read ECONNRESET'), { errno: -104, syscall: 'read' }), true],
  ['a canceled migration', databaseError('57014'), false],
  ['a full disk', databaseError('53100'), false],
  ['a wrong password', databaseError('28P01'), false],
  ['a missing folder', Object.assign(new Error('ENOENT'), { errno: -2, syscall: 'scandir' }), false],
])('knows whether the next attempt could succeed after %s', (_what, error, passes) => {
  expect(isUnreachable(error)).toBe(passes);
});
