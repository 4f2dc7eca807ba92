import type { Config } from '#server/config.ts';
import { type Connection, connectionConfig, databaseOf, type Database, openPool } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import pg from 'pg';

/** The database, ready to serve: started where it is the embedded one, migrated, its pool open. */
export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  /** How the server's own role reaches it. */
  connection: Connection;
  stop(): Promise<void>;
};

/**
 * Opens the database of the settings: the one at DATABASE_URL, or the embedded one under DATA_DIR. The
 * schema is brought up to date as its owner; the server itself works as the lesser role.
 */
export async function openDatabase(config: Config, say: (line: string) => void): Promise<OpenDatabase> {
  const place = await placeOf(config, say);
  try {
    const serverRole = await roleOf(place.server);
    await migrate(place.owner, serverRole, (name) => say(`Preparing the database: ${name}`));
    if (serverRole === (await roleOf(place.owner)) && config.DATABASE_URL !== undefined) {
      say('The server uses the role that owns the schema. Set MIGRATION_DATABASE_URL to the owner and give the server a role of its own.');
    }
    const pool = openPool(place.server, config.DATABASE_CONNECTIONS);
    return {
      pool,
      connection: place.server,
      db: databaseOf(pool),
      stop: async () => {
        await pool.end();
        await place.stop();
      },
    };
  } catch (error) {
    await place.stop();
    throw error;
  }
}

type Place = { owner: Connection; server: Connection; stop(): Promise<void> };

async function placeOf(config: Config, say: (line: string) => void): Promise<Place> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL } = config;
  if (DATABASE_URL !== undefined) return { owner: MIGRATION_DATABASE_URL ?? DATABASE_URL, server: DATABASE_URL, stop: async () => {} };
  say(`Starting the database in ${config.DATA_DIR}`);
  const embedded = await startEmbedded({ dataDir: config.DATA_DIR });
  return { owner: embedded.connection('owner'), server: embedded.connection('server'), stop: () => embedded.stop() };
}

async function roleOf(connection: Connection): Promise<string> {
  const client = new pg.Client({ ...connectionConfig(connection), connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string; version: number }>("select current_user as role, current_setting('server_version_num')::int as version");
    const [row] = rows;
    if (row === undefined || row.version < 150_000) throw new Error('FirstBell needs PostgreSQL 15 or newer at DATABASE_URL.');
    return row.role;
  } finally {
    await client.end();
  }
}
