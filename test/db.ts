import pg from 'pg';
import { inject } from 'vitest';
import { type Connection, databaseOf, type Database, openPool } from '#server/db/database.ts';

/** A separate database, created from the migrated template, used with the server's restricted role. */
export type TestDatabase = {
  db: Database;
  pool: pg.Pool;
  server: Connection;
  owner: Connection;
  drop(): Promise<void>;
};

/**
 * Copying the template's files takes a third of the CPU time of copying them through the log. It flushes every database
 * first, which would take longer on a durable PostgreSQL at TEST_DATABASE_URL.
 */
const strategy = process.env['TEST_DATABASE_URL'] === undefined ? 'strategy file_copy' : '';

let made = 0;

/** Creates a database for this test file. `drop` it afterward. */
export function openTestDatabase(connections = 10): Promise<TestDatabase> {
  return open(inject('cluster').template, connections);
}

/** Like `openTestDatabase`, but without tables. */
export function openEmptyDatabase(connections = 2): Promise<TestDatabase> {
  return open('template0', connections);
}

async function open(template: string, connections: number): Promise<TestDatabase> {
  const cluster = inject('cluster');
  made += 1;
  const database = `firstbell_test_${process.pid}_${made}`;
  const admin = new pg.Client(cluster.owner);
  await admin.connect();
  await admin.query(`create database ${database} template ${template} ${strategy}`);
  await admin.end();
  const server = { ...cluster.server, database } as Connection;
  const pool = openPool(server, connections);
  return {
    db: databaseOf(pool),
    pool,
    server,
    owner: { ...cluster.owner, database } as Connection,
    drop: async () => {
      await pool.end();
      const client = new pg.Client(cluster.owner);
      await client.connect();
      await client.query(`drop database if exists ${database} with (force)`);
      await client.end();
    },
  };
}
