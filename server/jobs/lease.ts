import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, connectionConfig } from '#server/db/database.ts';
import { leaseClass } from '#server/notices/deliveries.ts';

/** The sign that a process lives: a lock in the database, which goes by itself when the process does. */
export type Lease = { readonly key: number; isHeld(): boolean; release(): Promise<void> };

const retryMs = 500;

/**
 * Takes the lock of this key and keeps it as long as the process lives, again after each loss of the
 * connection. `onTaken` is called each time it is held anew.
 */
export async function holdLease(connection: Connection, key: number, onTaken: () => void): Promise<Lease> {
  let client: pg.Client | null = null;
  let isReleased = false;

  const take = async () => {
    const taking = new pg.Client({ ...connectionConfig(connection), connectionTimeoutMillis: 4000, keepAlive: true });
    taking.on('error', () => {});
    try {
      await taking.connect();
      await taking.query('select pg_advisory_lock($1::int, $2::int)', [leaseClass, key]);
    } catch (error) {
      await taking.end().catch(() => {});
      throw error;
    }
    client = taking;
    taking.once('end', () => {
      client = null;
      if (!isReleased) void takeAgain();
    });
    onTaken();
  };
  const takeAgain = async () => {
    while (!isReleased && client === null) {
      await delay(retryMs);
      // The database is away: it is tried until it is back.
      await take().catch(() => {});
    }
    if (isReleased) await client?.end();
  };

  await take();
  return {
    key,
    isHeld: () => client !== null,
    release: async () => {
      isReleased = true;
      await client?.end();
    },
  };
}
