import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { type Connection, connectionConfig } from '#server/db/database.ts';

const folder = new URL('./migrations/', import.meta.url);
// The advisory lock for processes that start at the same time: one migrates, the others wait.
const lock = 7_241_846_301;

/**
 * How long a migration waits for a lock. Every later statement on that table waits just as long, and calls must be
 * answered within 5 s. So it waits briefly, lets the statements behind it run, and retries after a pause that is long
 * enough even on a slow machine.
 */
const lockTimeout = '1s';
const pauseMs = 2000;
/** How long a migration keeps retrying, in ms. */
const patienceMs = 120_000;
/** How often a process checks whether it may migrate, in ms. */
const turnMs = 200;

export type Migration = { name: string; text: string; sha: string };

/**
 * This version's migrations in order. The grants come last.
 *
 * @throws Error if a file name is invalid, or a number is duplicate or missing.
 */
export async function migrationsOnDisk(from: URL = folder): Promise<Migration[]> {
  // Hidden files belong to an editor or the operating system.
  const names = (await readdir(from)).filter((name) => !name.startsWith('.')).toSorted();
  checkNames(names);
  const grants = await readFile(new URL('./grants.sql', import.meta.url), 'utf8');
  const queue = await readFile(new URL('./queue-grants.sql', import.meta.url), 'utf8');
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(name, from), 'utf8') })),
  );
  return [...files, { name: 'grants.sql', text: `${grants}\n${queue}` }].map((file) => ({
    ...file,
    sha: createHash('sha256').update(file.text).digest('hex'),
  }));
}

const wellNamed = /^[0-9]{4}_[a-z0-9_]+[.]sql$/;
const numberOf = (name: string) => Number(name.slice(0, 4));
const numbered = (number: number) => String(number).padStart(4, '0');

/** Refuses names that don't give a definite order. `names` must be sorted. */
function checkNames(names: readonly string[]): void {
  const bad = names.find((name) => !wellNamed.test(name));
  if (bad !== undefined) {
    throw new Error(
      `${bad} is not a name for a migration. Name it with four digits and lowercase words, like 0023_room_numbers.sql.`,
    );
  }
  for (const [at, name] of names.entries()) {
    const before = names[at - 1];
    if (before !== undefined && numberOf(before) === numberOf(name)) {
      throw new Error(`Two migrations have the same number: ${before} and ${name}. Renumber the newer one.`);
    }
    if (numberOf(name) !== at + 1) {
      throw new Error(
        `There is no migration ${numbered(at + 1)}, but there is ${name}. Number migrations without gaps.`,
      );
    }
  }
}

/** Refuses to run a migration after one that follows it: its author tested the other order. */
function checkOrder(names: readonly string[], applied: Applied): void {
  const newest = newestOf(applied);
  const late = names.find((name) => !applied.has(name));
  if (newest !== undefined && late !== undefined && numberOf(late) <= numberOf(newest)) {
    throw new Error(
      `This database already has migration ${newest}, so ${late} can't run before it. Give a new migration the next free number. If another version of FirstBell made this database, start that version instead.`,
    );
  }
}

/** Returns whether a migration must be applied. Refuses one that was changed after it had been applied. */
function isMissing({ name, sha }: Migration, applied: Applied): boolean {
  const before = applied.get(name);
  if (before !== undefined && before.sha !== sha) {
    throw new Error(
      `Migration ${name} was changed after it had been applied. Restore it, and write the change as a new migration.`,
    );
  }
  return before === undefined;
}

/**
 * Returns whether a newer version has already migrated and granted. Our grants would revoke the rights on its new
 * tables.
 */
function isOfNewerVersion(ours: readonly Migration[], applied: Applied, serverRole: string): boolean {
  const newest = newestOf(applied);
  return (
    newest !== undefined && numberOf(newest) > ours.length && applied.get('grants.sql')?.server_role === serverRole
  );
}

function newestOf(applied: Applied): string | undefined {
  return [...applied.keys()]
    .filter((name) => wellNamed.test(name))
    .toSorted()
    .at(-1);
}

/**
 * Brings the schema up to date as its owner, and grants the rights of the server's role.
 *
 * Safe to run in several processes at once and while an older version serves: an advisory lock lets one work, and no
 * statement waits longer than a second for another session's lock. It retries for two minutes. `onStep` is called for
 * each migration that is applied.
 *
 * Each migration runs in a transaction, unless its first line is `-- no transaction`: then it creates or drops one
 * index concurrently, and a run that was killed is repeated safely.
 *
 * @throws Error when a migration that was applied has since been changed on disk, when one is new but numbered before
 *   one that was applied, or when a lock was never available.
 */
export async function migrate(
  owner: Connection,
  serverRole: string,
  onStep: (name: string) => void = () => {},
  { count = Infinity, wanted: given }: Extent = {},
): Promise<void> {
  const client = await connectAs(owner);
  try {
    const wanted = given ?? (await migrationsOnDisk());
    const migrations = wanted.filter(({ name }) => name !== 'grants.sql');
    const names = migrations.map(({ name }) => name);
    checkNames(names);
    if (await isUpToDate(client, wanted, serverRole)) return;
    await takeTurn(client);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha text not null, server_role text, applied_at timestamptz not null default now())',
    );
    const applied = await appliedMigrations(client);
    checkOrder(names, applied);
    const missing = migrations.slice(0, count).filter((migration) => isMissing(migration, applied));
    for (const migration of missing) {
      onStep(migration.name);
      await apply(client, migration, migration.text, null);
    }
    if (count < migrations.length || isOfNewerVersion(migrations, applied, serverRole)) return;
    const grants = wanted.at(-1);
    // New objects belong only to their owner until they are granted.
    if (grants !== undefined && (missing.length > 0 || !(await isUpToDate(client, wanted, serverRole)))) {
      onStep('queue and grants');
      await migrateQueue(owner);
      await grantRights(client, grants, serverRole);
    }
  } finally {
    await client.end();
  }
}

async function connectAs(owner: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionConfig(owner),
    options: `-c TimeZone=UTC -c lock_timeout=${lockTimeout}`,
  });
  // A broken connection fails the current or the next statement.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Grants the rights of the server's role. */
async function grantRights(client: pg.Client, grants: Migration, serverRole: string): Promise<void> {
  // If one role does everything, it has its rights by ownership. Revoking some would revoke them from the owner.
  const { rows } = await client.query<{ owner: string }>('select current_user as owner');
  const text =
    rows[0]?.owner === serverRole ? '' : grants.text.replaceAll(':server', client.escapeIdentifier(serverRole));
  await apply(client, grants, text, serverRole);
}

/**
 * The extent of a migration: it stops after `count` migrations (the state of a backup). `wanted` is the full list, by
 * default those on disk.
 */
type Extent = { count?: number; wanted?: readonly Migration[] };

/** Returns whether this version can run on the schema. The server's own role may check it. */
export async function schemaIsReady(
  query: (text: string) => Promise<{ name: string; sha: string }[]>,
): Promise<boolean> {
  const wanted = await migrationsOnDisk();
  const applied = new Map((await query('select name, sha from schema_migrations')).map((row) => [row.name, row.sha]));
  return wanted.every(({ name }) => applied.has(name));
}

/**
 * Waits until no other process migrates. It polls, because a session that blocks on the advisory lock holds a snapshot,
 * and `create index concurrently` waits for every older snapshot: the two would deadlock.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [lock]);
    if (rows[0]?.isOurs === true) return;
    await delay(turnMs);
  }
}

/** Applies a migration in a transaction, and retries while a lock isn't available. */
async function apply(client: pg.Client, migration: Migration, text: string, serverRole: string | null): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      if (hasNoTransaction(text)) {
        await changeIndex(client, indexChangeOf(migration));
        await record(client, migration, serverRole);
        return;
      }
      await client.query('begin');
      await client.query(text);
      await record(client, migration, serverRole);
      await client.query('commit');
      return;
    } catch (error) {
      // If the connection broke, the error says so and there is nothing to roll back.
      await client.query('rollback').catch(() => undefined);
      if (!isAboutLocks(error) || performance.now() > end) throw error;
      await delay(pauseMs);
    }
  }
}

async function record(client: pg.Client, { name, sha }: Migration, serverRole: string | null): Promise<void> {
  await client.query(
    'insert into schema_migrations (name, sha, server_role) values ($1, $2, $3) on conflict (name) do update set sha = excluded.sha, server_role = excluded.server_role, applied_at = now()',
    [name, sha, serverRole],
  );
}

const hasNoTransaction = (text: string) => /^-- no transaction *\r?\n/.test(text);

/** The content of a migration without a transaction: one statement that creates or drops the index with this name. */
type IndexChange = { statement: string; name: string; creates: boolean };

const creation = /^create (?:unique )?index concurrently ([a-z_][a-z0-9_]*) on [^;]+;$/;
const removal = /^drop index concurrently if exists ([a-z_][a-z0-9_]*);$/;

/** @throws Error if it contains anything else: without a transaction, a failure halfway couldn't be undone. */
function indexChangeOf({ name: file, text }: Migration): IndexChange {
  const statement = text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim();
  const [, created] = creation.exec(statement) ?? [];
  const [, removed] = removal.exec(statement) ?? [];
  const name = created ?? removed;
  if (name === undefined) {
    throw new Error(
      `Migration ${file} runs without a transaction, so it must hold one statement only: 'create index concurrently NAME on …;' or 'drop index concurrently if exists NAME;'.`,
    );
  }
  return { statement: text, name, creates: created !== undefined };
}

/**
 * Creates or drops an index concurrently. A killed run leaves an invalid index, which PostgreSQL keeps up to date but
 * never reads: it is dropped first. A valid index means that a run was killed before it could record the migration.
 */
async function changeIndex(client: pg.Client, { statement, name, creates }: IndexChange): Promise<void> {
  // No reads or writes queue behind this statement, so it may wait for older transactions to end.
  await client.query(`set lock_timeout = ${patienceMs}`);
  try {
    if (creates) {
      const { rows } = await client.query<{ isWhole: boolean }>(
        'select indisvalid as "isWhole" from pg_index where indexrelid = to_regclass($1)',
        [name],
      );
      if (rows[0]?.isWhole === true) return;
      if (rows[0] !== undefined) await client.query(`drop index concurrently ${client.escapeIdentifier(name)}`);
    }
    await client.query(statement);
  } finally {
    await client.query(`set lock_timeout = '${lockTimeout}'`).catch(() => undefined);
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
  // A pool without listeners would end the process when a connection breaks; runMigrations then fails on its own.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}
