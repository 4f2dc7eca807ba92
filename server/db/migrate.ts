import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { type Connection, connectionConfig } from '#server/db/database.ts';

const folder = new URL('./migrations/', import.meta.url);
// Two processes that start together: one migrates, the other waits.
const lock = 7_241_846_301;

/**
 * How long a migration waits for a lock: everybody who comes after it to that table waits just as long, and a call is answered
 * within 5 s. So it waits briefly, steps aside for those behind it, and tries again when a slow machine, too, has let them all by.
 */
const lockTimeout = '1s';
const pauseMs = 2000;
/** How long it goes on trying, in ms. */
const patienceMs = 120_000;

export type Migration = { name: string; text: string; sha: string };

/** What this version brings, in its order; the grants come last. */
export async function migrationsOnDisk(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const grants = await readFile(new URL('./grants.sql', import.meta.url), 'utf8');
  const queue = await readFile(new URL('./queue-grants.sql', import.meta.url), 'utf8');
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })),
  );
  return [...files, { name: 'grants.sql', text: `${grants}\n${queue}` }].map((file) => ({
    ...file,
    sha: createHash('sha256').update(file.text).digest('hex'),
  }));
}

/**
 * Brings the schema up to date as its owner, and grants the server's role what it may do.
 *
 * Safe to run in several processes at once and while an older version serves: an advisory lock lets one
 * work, and no statement waits longer than a second for a lock that somebody else holds; it is tried again for
 * two minutes. `onStep` hears of each migration that is really applied.
 *
 * @throws Error when a migration that was applied has since been changed on disk, or a lock was never free.
 */
export async function migrate(
  owner: Connection,
  serverRole: string,
  onStep: (name: string) => void = () => {},
  { count = Infinity, wanted: given }: Extent = {},
): Promise<void> {
  const client = new pg.Client({
    ...connectionConfig(owner),
    options: `-c TimeZone=UTC -c lock_timeout=${lockTimeout}`,
  });
  // A connection that breaks fails the statement under way, or the next one.
  client.on('error', () => {});
  await client.connect();
  try {
    const wanted = given ?? (await migrationsOnDisk());
    if (await isUpToDate(client, wanted, serverRole)) return;
    await client.query('set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lock]);
    await client.query(`set lock_timeout = '${lockTimeout}'`);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha text not null, server_role text, applied_at timestamptz not null default now())',
    );
    const applied = await appliedMigrations(client);
    let hasChanged = false;
    for (const migration of wanted.filter(({ name }) => name !== 'grants.sql').slice(0, count)) {
      const before = applied.get(migration.name);
      if (before !== undefined && before.sha !== migration.sha) {
        throw new Error(
          `Migration ${migration.name} was changed after it had been applied. Restore it, and write the change as a new migration.`,
        );
      }
      if (before === undefined) {
        onStep(migration.name);
        await apply(client, migration, migration.text, null);
        hasChanged = true;
      }
    }
    if (count < wanted.length - 1) return;
    const grants = wanted.at(-1);
    // What is new belongs to its owner alone until it is granted.
    if (grants !== undefined && (hasChanged || !(await isUpToDate(client, wanted, serverRole)))) {
      onStep('queue and grants');
      await migrateQueue(owner);
      // One role for everything has its rights by owning: taking some from it would take them from the owner.
      const { rows } = await client.query<{ owner: string }>('select current_user as owner');
      const text =
        rows[0]?.owner === serverRole ? '' : grants.text.replaceAll(':server', client.escapeIdentifier(serverRole));
      await apply(client, grants, text, serverRole);
    }
  } finally {
    await client.end();
  }
}

/** How far to migrate: after `count` of them it stops (what a backup was made of); `wanted` are all there are, those on disk unless given. */
type Extent = { count?: number; wanted?: readonly Migration[] };

/** Whether the schema is what this version needs; the server's own role may ask. */
export async function schemaIsReady(
  query: (text: string) => Promise<{ name: string; sha: string }[]>,
): Promise<boolean> {
  const wanted = await migrationsOnDisk();
  const applied = new Map((await query('select name, sha from schema_migrations')).map((row) => [row.name, row.sha]));
  return wanted.every(({ name }) => applied.has(name));
}

/** Applies one in a transaction, again where a lock that it needs is not free for it yet. */
async function apply(client: pg.Client, migration: Migration, text: string, serverRole: string | null): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      await client.query('begin');
      await client.query(text);
      await client.query(
        'insert into schema_migrations (name, sha, server_role) values ($1, $2, $3) on conflict (name) do update set sha = excluded.sha, server_role = excluded.server_role, applied_at = now()',
        [migration.name, migration.sha, serverRole],
      );
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (!isAboutLocks(error) || performance.now() > end) throw error;
      await delay(pauseMs);
    }
  }
}

const lockNotAvailable = '55P03';
const deadlock = '40P01';
function isAboutLocks(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === lockNotAvailable || error.code === deadlock);
}

type Applied = Map<string, { sha: string; server_role: string | null }>;

async function appliedMigrations(client: pg.Client): Promise<Applied> {
  const { rows } = await client.query<{ name: string; sha: string; server_role: string | null }>(
    'select name, sha, server_role from schema_migrations',
  );
  return new Map(rows.map((row) => [row.name, row]));
}

async function isUpToDate(client: pg.Client, wanted: readonly Migration[], serverRole: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('schema_migrations') is not null as there",
  );
  if (rows[0]?.there !== true) return false;
  const applied = await appliedMigrations(client);
  return (
    wanted.every(({ name, sha }) => applied.get(name)?.sha === sha) &&
    applied.get('grants.sql')?.server_role === serverRole
  );
}

async function migrateQueue(owner: Connection): Promise<void> {
  const pool = new pg.Pool({ ...connectionConfig(owner), max: 2 });
  // A pool without listeners would end the process when a connection breaks; runMigrations fails by itself then.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}
