import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { currentUser } from '#contract/session.ts';
import { createSchool } from '#contract/schools.ts';
import { buildApp } from '#server/app.ts';
import { BadBackup } from '#server/backup/archive.ts';
import { backUp, FileExists } from '#server/backup/back-up.ts';
import { NotEmpty, restore } from '#server/backup/restore.ts';
import { readConfig } from '#server/core/config.ts';
import { connectionConfig, databaseOf, openPool, sql } from '#server/db/database.ts';
import { ensureOwner } from '#server/features/accounts/first-owner.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { startLive } from '#server/live/live.ts';
import { demoPassword, demoSettings } from '#server/demo/sign-ins.ts';
import { openEmptyDatabase, type TestDatabase } from '#test/db.ts';
import { callerAt, mondayMorning, openWorld, type World } from '#test/world.ts';

const now = mondayMorning;
let world: World;
let folder: string;
let file: string;
let empty: TestDatabase;
let made = 0;
/** A backup of the demo, which the tests of a restore only read. */
let shared: string;
beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(path.join(tmpdir(), 'firstbell-backup-'));
  const settings = demoSettings(readConfig({}));
  await ensureOwner(world.db, settings, now);
  await seedDemo(world.db, settings, now, () => undefined);
  shared = path.join(folder, 'shared.backup');
  await backUp(world.database.server, shared, { now });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  made += 1;
  file = path.join(folder, `${made}.backup`);
  empty = await openEmptyDatabase();
  return () => empty.drop();
});

const placeOf = (database: TestDatabase) => ({ owner: database.owner, serverRole: 'firstbell_server' });

/** Returns all rows of all tables, as text, in an order that doesn't depend on storage. */
async function everything(database: TestDatabase): Promise<Record<string, string[]>> {
  const client = new pg.Client({ ...connectionConfig(database.owner), options: '-c TimeZone=UTC' });
  await client.connect();
  // PostgreSQL itself loses unlogged tables in a crash, so a backup skips them.
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' and relname <> 'schema_migrations' order by 1",
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `select t::text as row from ${pg.escapeIdentifier(name)} t order by 1`,
    );
    all[name] = rows.map(({ row }) => row);
  }
  await client.end();
  return all;
}

describe('a backup', () => {
  it('restores every row of every table, including files and history, and the server continues from there', async () => {
    const before = await everything(world.database);
    expect(Object.values(before).flat().length).toBeGreaterThan(5000);
    expect(before['files']?.length).toBeGreaterThan(0);
    const { rows, tables } = await backUp(world.database.server, file, { now });
    expect(await restore(file, placeOf(empty))).toEqual({ createdAt: now.toISOString(), tables, rows });
    expect(await everything(empty)).toEqual(before);

    const pool = openPool(empty.server, 4);
    const config = readConfig({ LOG_LEVEL: 'silent' });
    const live = startLive({
      connection: empty.server,
      db: databaseOf(pool),
      clock: () => now,
      log: pino({ level: config.LOG_LEVEL }),
    });
    const app = await buildApp(
      { db: databaseOf(pool), config, clock: () => now, draining: () => false, live },
      { webFolder: null },
    );
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const owner = await callerAt(url, null).try(login, { body: { username: 'owner', password: demoPassword } });
    const session = callerAt(url, (owner.headers.get('set-cookie') ?? '').split(';')[0] ?? null);
    expect(await session.call(currentUser)).toMatchObject({ username: 'owner' });
    // A new row gets a new id, so the sequences were restored.
    const school = await session.call(createSchool, {
      body: {
        name: 'Founded Afterwards',
        address: '1 New Street',
        city: 'Duluth',
        state: 'Minnesota',
        zipCode: '55801',
        phone: '(218) 555-0100',
      },
    });
    expect(before['schools']?.some((row) => row.startsWith(`(${school.id},`))).toBe(false);
    await app.close();
    await pool.end();
  });

  it('captures one moment while others keep writing', async () => {
    let stopped = false;
    const [substitute] = await world.db.query<{ id: number }>(
      sql`select id from users where role = 'substitute' order by id limit 1`,
    );
    const writing = (async () => {
      for (let day = 1; !stopped; day += 1) {
        await world.db.inTransaction(async (tx) => {
          // Two rows that must either both exist or both be missing.
          for (const status of ['available', 'preferred']) {
            await tx.execute(
              sql`insert into availability_dates (substitute_id, date, status)
                  values (${substitute?.id}, ${status === 'available' ? '2030-01-01' : '2130-01-01'}::date +
                  ${day}::int, ${status})`,
            );
          }
        });
      }
    })();
    await backUp(world.database.server, file, { now });
    stopped = true;
    await writing;
    await restore(file, placeOf(empty));
    const [pair] = await empty.db.query<{ early: number; late: number }>(
      sql`select count(*) filter (where date >= '2030-01-01' and date < '2130-01-01') as early,
          count(*) filter (where date >= '2130-01-01') as late from availability_dates`,
    );
    expect(pair?.early).toBe(pair?.late);
  });

  it('is readable only by its owner, overwrites no other file, and leaves no partial file', async () => {
    await backUp(world.database.server, file, { now });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const first = await readFile(file);
    await expect(backUp(world.database.server, file, { now })).rejects.toThrow(FileExists);
    expect(await readFile(file)).toEqual(first);
    await expect(backUp(world.database.server, path.join(folder, 'no/such/folder'), { now })).rejects.toThrow('ENOENT');
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('that is encrypted opens only with its key', async () => {
    const identity = await generateX25519Identity();
    await backUp(world.database.server, file, { now, recipients: [await identityToRecipient(identity)] });
    const sealed = await readFile(file);
    expect(sealed.toString('latin1', 0, 21)).toBe('age-encryption.org/v1');
    await expect(restore(file, placeOf(empty))).rejects.toThrow(
      'This backup is encrypted. Name its key file: --key FILE.',
    );
    await expect(restore(file, placeOf(empty), { identity: 'swordfish' })).rejects.toThrow(
      'The key file contains no key that begins with AGE-SECRET-KEY-1.',
    );
    await expect(restore(file, placeOf(empty), { identity: await generateX25519Identity() })).rejects.toThrow(
      'This key does not decrypt this backup.',
    );
    await restore(file, placeOf(empty), { identity });
    expect(await everything(empty)).toEqual(await everything(world.database));
  });
});

describe('a restore', () => {
  it('overwrites nothing', async () => {
    const before = await everything(world.database);
    await expect(restore(shared, placeOf(world.database))).rejects.toThrow(NotEmpty);
    expect(await everything(world.database)).toEqual(before);
  });

  const damages: (readonly [string, (whole: Buffer) => Buffer])[] = [
    ['cut off', (whole: Buffer) => whole.subarray(0, Math.floor(whole.length * 0.6))],
    ...[0.02, 0.2, 0.35, 0.5, 0.65, 0.8, 0.98].map(
      (place) =>
        [
          `changed in one byte at ${place}`,
          (whole: Buffer) => {
            const changed = Buffer.from(whole);
            const at = Math.floor(whole.length * place);
            changed[at] = (whole[at] ?? 0) ^ 1;
            return changed;
          },
        ] as const,
    ),
    ['empty', () => Buffer.alloc(0)],
    ['something else', () => Buffer.from('%PDF-1.7 not a backup at all')],
  ];
  it.each(damages)('of a file that is %s restores nothing, and says so', async (_, damage) => {
    await writeFile(file, damage(await readFile(shared)));
    await expect(restore(file, placeOf(empty))).rejects.toThrow(BadBackup);
    expect(Object.values(await everything(empty)).flat()).toEqual([]);
  });
});
