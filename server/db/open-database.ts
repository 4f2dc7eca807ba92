import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#server/core/config.ts';
import { type Connection, connectionConfig, databaseOf, type Database, openPool } from '#server/db/database.ts';
import { isUnreachable } from '#server/db/failures.ts';
import { findEmbedded, startEmbedded } from '#server/db/embedded.ts';
import { slowLogOf } from '#server/db/slow-log.ts';
import { openStandby, type Standby } from '#server/db/standby.ts';
import { migrate } from '#server/db/migrate.ts';
import { warnOfOtherZones } from '#server/db/zones.ts';
import type { Log } from '#server/core/log.ts';
import pg from 'pg';

/** The database, ready to serve: started if embedded, migrated, with an open pool. */
export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  /** How the server's own role connects. */
  connection: Connection;
  /** The standby at DATABASE_READ_URL, if there is one. */
  standby: Standby | undefined;
  stop(): Promise<void>;
};

/**
 * Opens the configured database: the one at DATABASE_URL, or the embedded one under DATA_DIR. Migrations run as the
 * owner, and the server itself uses the restricted role. Logs slow statements, and differences between the time zones
 * of this process and the database. Waits up to two minutes for a database that can't be reached, as in a failover.
 */
export async function openDatabase(
  config: Config,
  say: (line: string) => void,
  log: Log = { error: () => {}, warn: () => {} },
): Promise<OpenDatabase> {
  const place = await openPlace(config, say);
  try {
    const serverRole = await whileUnreachable(say, async () => {
      const role = await roleOf(place.server);
      // A migration that was interrupted is safe to repeat.
      await migrate(place.owner, role, (name) => say(`Preparing the database: ${name}`));
      return role;
    });
    if (serverRole === (await roleOf(place.owner)) && config.DATABASE_URL !== undefined) {
      say(
        'The server uses the role that owns the schema. Set MIGRATION_DATABASE_URL to the owner and give the server a separate role.',
      );
    }
    const pool = openPool(place.server, config.DATABASE_CONNECTIONS);
    const db = databaseOf(pool, slowLogOf(config, log));
    const { DATABASE_READ_URL: readUrl } = config;
    const standby =
      readUrl === undefined
        ? undefined
        : openStandby(databaseOf(openPool(readUrl, config.DATABASE_CONNECTIONS), slowLogOf(config, log)));
    void warnOfOtherZones(db, log, new Date());
    return {
      pool,
      connection: place.server,
      standby,
      db,
      stop: async () => {
        await standby?.close();
        await pool.end();
        await place.stop();
      },
    };
  } catch (error) {
    await place.stop();
    throw error;
  }
}

/** How long a starting process waits for the database, and its pause between two attempts, in ms. */
const startPatience = { patienceMs: 120_000, pauseMs: 1000 };

/**
 * Repeats `work` while the database can't be reached, and says so once for each reason.
 *
 * @throws Error with the last reason if that takes longer than `patienceMs`, or the first failure of any other kind.
 */
export async function whileUnreachable<Result>(
  say: (line: string) => void,
  work: () => Promise<Result>,
  { patienceMs, pauseMs } = startPatience,
): Promise<Result> {
  const end = performance.now() + patienceMs;
  const said = new Set<string>();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      const reason = error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : messageOf(error);
      const seconds = Math.round(patienceMs / 1000);
      if (performance.now() + pauseMs > end)
        throw new Error(`The database could not be reached for ${seconds} seconds: ${reason}`, { cause: error });
      if (!said.has(reason))
        say(`The database can't be reached yet: ${reason}. Trying again for up to ${seconds} seconds.`);
      said.add(reason);
      await delay(pauseMs);
    }
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The location of the database, and how its two roles connect. */
export type Place = { owner: Connection; server: Connection; stop(): Promise<void> };

/** Returns the configured database, started if embedded. No other process may be serving it then. */
export async function openPlace(config: Config, say: (line: string) => void): Promise<Place> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = config;
  if (DATABASE_URL !== undefined)
    return { owner: MIGRATION_DATABASE_URL ?? DATABASE_URL, server: DATABASE_URL, stop: async () => {} };
  say(`Starting the database in ${config.DATA_DIR}`);
  const embedded = await startEmbedded({ dataDir: config.DATA_DIR });
  return { owner: embedded.connection('owner'), server: embedded.connection('server'), stop: () => embedded.stop() };
}

/** Like `openPlace`, but for read-only use, even while a FirstBell is serving the database. */
export async function reachPlace(config: Config, say: (line: string) => void): Promise<Place> {
  const running = config.DATABASE_URL === undefined ? findEmbedded(config.DATA_DIR) : null;
  if (running === null) return openPlace(config, say);
  return { owner: running('owner'), server: running('server'), stop: async () => {} };
}

/** Returns the role of a connection. Refuses a PostgreSQL that is too old. */
export async function roleOf(connection: Connection): Promise<string> {
  const client = new pg.Client({ ...connectionConfig(connection), connectionTimeoutMillis: 10_000 });
  // A connection that breaks fails the query.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string; version: number }>(
      "select current_user as role, current_setting('server_version_num')::int as version",
    );
    const [row] = rows;
    if (row === undefined || row.version < 150_000)
      throw new Error('FirstBell needs PostgreSQL 15 or newer at DATABASE_URL.');
    return row.role;
  } finally {
    await client.end();
  }
}
