import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, connectionConfig, isConnectionFailure } from '#server/db/database.ts';
import { cutOff } from '#server/db/driver.ts';

/** Names, among PostgreSQL's advisory locks, those by which a worker shows that it lives. */
export const leaseClass = 724_184;

/** The sign that a process lives: a lock in the database, which goes by itself when the process does. */
export type Lease = { readonly key: number; isHeld(): boolean; release(): Promise<void> };

const retryMs = 500;
/** How often the connection that holds the lock is asked whether it still stands, and how long it has to answer, in ms. */
const beatMs = 5000;
const patienceMs = 4000;

/**
 * Takes the lock of this key and keeps it as long as the process lives, again after each loss of the
 * connection. A connection that says nothing any more counts as lost: the database may have given the lock away.
 * `onTaken` is called each time the lock is taken. If the database is unreachable at first, the lock is taken once it is back.
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
      // The database is away: it is tried until it is back.
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
