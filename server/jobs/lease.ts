import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, connectionConfig, isConnectionFailure } from '#server/db/database.ts';
import { cutOff } from '#server/db/driver.ts';

/** The class of PostgreSQL advisory locks by which workers show that they are alive. */
export const leaseClass = 724_184;

/** A lease shows that a process is alive. It is a lock in the database that is released when the process dies. */
export type Lease = { readonly key: number; isHeld(): boolean; release(): Promise<void> };

const retryMs = 500;
/** How often the connection that holds the lock is checked, and how long it may take to answer, in ms. */
const beatMs = 5000;
const patienceMs = 4000;

/**
 * Acquires the lock of this key and keeps it while the process lives, reacquiring it after the connection is lost. A
 * connection that doesn't answer counts as lost, because the database may have released the lock. `onTaken` is called
 * each time the lock is acquired. If the database is unreachable at first, the lock is acquired once it is back.
 */
export async function holdLease(connection: Connection, key: number, onTaken: () => void): Promise<Lease> {
  let client: pg.Client | null = null;
  let isReleased = false;

  const take = async () => {
    const taking = new pg.Client({
      ...connectionConfig(connection),
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true,
    });
    taking.on('error', () => {});
    try {
      await taking.connect();
      await taking.query('select pg_advisory_lock($1::int, $2::int)', [leaseClass, key]);
    } catch (error) {
      cutOff(taking);
      throw error;
    }
    client = taking;
    const beating = setInterval(() => void taking.query('select 1').catch(() => cutOff(taking)), beatMs);
    beating.unref();
    taking.once('end', () => {
      clearInterval(beating);
      client = null;
      if (!isReleased) void takeAgain();
    });
    onTaken();
  };
  const takeAgain = async () => {
    while (!isReleased && client === null) {
      await delay(retryMs);
      // The database is unavailable. Retry until it is back.
      await take().catch(() => {});
    }
    if (isReleased) await client?.end();
  };

  await take().catch((error: unknown) => {
    if (!isConnectionFailure(error)) throw error;
    void takeAgain();
  });
  return {
    key,
    isHeld: () => client !== null,
    release: async () => {
      isReleased = true;
      await client?.end();
    },
  };
}
