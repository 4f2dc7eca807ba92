import type { Config } from '#server/core/config.ts';
import {
  type Connection,
  connectionConfig,
  databaseOf,
  type Database,
  openPool,
  slowLogOf,
} from '#server/db/database.ts';
import { findEmbedded, startEmbedded } from '#server/db/embedded.ts';
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
 * of this process and the database.
 */
export async function openDatabase(
  config: Config,
  say: (line: string) => void,
  log: Log = { error: () => {}, warn: () => {} },
): Promise<OpenDatabase> {
  const place = await openPlace(config, say);
  try {
    const serverRole = await roleOf(place.server);
    await migrate(place.owner, serverRole, (name) => say(`Preparing the database: ${name}`));
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
