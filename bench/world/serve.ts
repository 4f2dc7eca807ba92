import { pino } from 'pino';
import type { Pool } from 'pg';
import { folderOf, makeWorld } from '#bench/world/load.ts';
import { partOfCountry, populationOf, tokenOf, worldMorning } from '#bench/world/shape.ts';
import { buildApp } from '#server/app.ts';
import { backlog } from '#server/http/arrival.ts';
import { readConfig } from '#server/core/config.ts';
import { type Connection, databaseOf, openPool } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { startLive } from '#server/live/live.ts';

/** A share of the country, served by this process. */
export type ServedWorld = {
  pool: Pool;
  connection: Connection;
  /** The ids of the people with each role, from the first to the last. */
  people: Record<'owner' | 'admin' | 'teacher' | 'substitute', { first: number; count: number }>;
  /** Returns the address, and this person's cookie. */
  as(userId: number): { url: string; cookie: string };
  close(): Promise<void>;
};

/** Serves the world of this share from its folder below `folder`, and generates it first if necessary. */
export async function serveWorld(share: number, folder: string, say: (line: string) => void): Promise<ServedWorld> {
  await makeWorld(share, folder, say);
  const embedded = await startEmbedded({ dataDir: folderOf(share, folder) });
  // A world may be older than the schema.
  await migrate(embedded.connection('owner'), 'firstbell_server', () => {});
  const connection = embedded.connection('server');
  const served = await serveApp(connection);
  const size = partOfCountry(share);
  const { firstTeacher, teachers, firstSubstitute, substitutes } = populationOf(size);
  return {
    pool: served.pool,
    connection,
    people: {
      owner: { first: 1, count: 1 },
      admin: { first: 2, count: size.schools },
      teacher: { first: firstTeacher, count: teachers },
      substitute: { first: firstSubstitute, count: substitutes },
    },
    as: (userId) => ({ url: served.url, cookie: `firstbell=${tokenOf(userId)}` }),
    close: async () => {
      await served.close();
      await embedded.stop();
    },
  };
}

/** Serves a world's database from this process. By default, its clock shows the world's morning. */
export async function serveApp(
  connection: Connection,
  clock = () => worldMorning,
  settings: Record<string, string> = {},
): Promise<{ url: string; pool: Pool; close(): Promise<void> }> {
  const pool = openPool(connection, 10);
  const db = databaseOf(pool);
  const live = startLive({ connection, db, clock, log: pino({ level: 'error' }) });
  const app = await buildApp(
    { db, config: readConfig({ LOG_LEVEL: 'error', ...settings }), clock, draining: () => false, live },
    { webFolder: null },
  );
  const url = await app.listen({ port: 0, host: '127.0.0.1', backlog });
  return {
    url,
    pool,
    close: async () => {
      await app.close();
      await live.close();
      await pool.end();
    },
  };
}
