import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { Refused } from '#server/core/refused.ts';
import { cutOff, isStillAsking } from '#server/db/driver.ts';
import { isRetryable, unavailable } from '#server/db/failures.ts';
import { checkOut, noteConnected, type PooledClient, statementMs } from '#server/db/pooled-client.ts';
import type { SlowLog } from '#server/db/slow-log.ts';
import { type Plan, type Queryable, readingBy } from '#server/db/statement.ts';
import { makeTogether, type Together } from '#server/db/together.ts';
import { Transaction, type Tx } from '#server/db/transaction.ts';

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';
export type { Queryable } from '#server/db/statement.ts';
export type { Tx } from '#server/db/transaction.ts';

/** Describes the pool's connections to callers who wait until no one else needs one. */
export type Queue = {
  /**
   * Returns the number of connections that new callers could have immediately. It is negative if others wait already.
   */
  free(): number;
  /** Calls the listener after each connection that was returned or closed. */
  onFree(listener: () => void): void;
  /** Returns how many connections there are at most. */
  size(): number;
  /**
   * Returns how long transactions kept their connection, in ms: the median of those that ended since the last call, of
   * the first 200 at most. It is null if fewer than eight have ended.
   */
  heldMs(): number | null;
};

export type Database = Queryable & {
  /**
   * Runs `work` in one transaction and commits when it resolves. Retries after a deadlock (single statements, too), so
   * `work` must have no effects outside the database. A violated constraint becomes its refusal. A statement that
   * `work` sends after it has resolved or failed is refused.
   */
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Returns the same database for a caller who may wait this many milliseconds from now in total, for any number of
   * statements. Statements without a reply by then fail with `unavailable`: it is unknown whether the last one took
   * effect.
   */
  within(milliseconds: number): Database;
  /** Runs a read once for callers who ask at the same time. */
  together: Together;
  /** Returns the number of connections, of idle ones, and of callers waiting for one. */
  connections(): { total: number; idle: number; waiting: number };
  queue(): Queue;
  close(): Promise<void>;
};

// A date is a string at a school, a time is `HH:mm`, and an id fits a JavaScript number.
const bigintArray = 1016;
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(pg.types.builtins.TIME, (text) => text.slice(0, 5));
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(bigintArray, (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)));

/** How to open a pool: a URL, or the parts of a connection. */
export type Connection = string | { host: string; port: number; user: string; database: string };

/** Returns the parts of a pool's configuration that locate the database. */
export function connectionConfig(connection: Connection): pg.PoolConfig {
  return typeof connection === 'string' ? { connectionString: connection } : connection;
}

const writeListeners = new Set<() => void>();

/**
 * Calls `listener` whenever a pool of this process has written something that is now visible to others. Returns a
 * function that unsubscribes.
 */
export function onWrite(listener: () => void): () => void {
  writeListeners.add(listener);
  return () => void writeListeners.delete(listener);
}

/** The database's own timeout of a statement, in ms. It is slightly shorter than ours, so it reports first. */
const databaseSideMs = 4300;
/**
 * How long a transaction may be idle before the database ends it and releases its locks. Ours never pause, so the
 * process must be gone.
 */
const idleInTransactionMs = 5000;
/**
 * How long a connection may be silent before the system probes it, in ms. Network devices drop connections after a few
 * silent minutes.
 */
const probeMs = 60_000;
/** The maximum number of attempts after deadlocks. */
const attempts = 4;

/**
 * Opens the pool. No statement runs longer than 4.5 s and no one waits longer than 4 s for a connection, because a call
 * must be answered within 5 s in any case. Only callers with more time, such as text messages, then wait again. `jit`
 * is off: our statements are short, and compiling one that PostgreSQL misjudges takes longer than running it. Index
 * costs are set for disks without seek times, whatever PostgreSQL's own settings: a large school must not be scanned
 * because of the defaults. Connections stay open when no one calls, because new ones plan every statement again: the
 * first second of a morning would take PostgreSQL twice the time.
 */
export function openPool(connection: Connection, size: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(connection),
    types,
    max: size,
    connectionTimeoutMillis: 4000,
    query_timeout: statementMs,
    options: `-c statement_timeout=${databaseSideMs} -c idle_in_transaction_session_timeout=${idleInTransactionMs} -c TimeZone=UTC -c jit=off -c random_page_cost=1.1`,
    idleTimeoutMillis: 0,
    // The driver sends a statement even if earlier ones of the same connection have no reply yet.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: probeMs,
  });
  // The pool replaces a connection that breaks while idle. Without a listener, the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    // Likewise for a connection that breaks between two statements while in use: the next statement fails anyway.
    client.on('error', () => {});
    noteConnected(client);
  });
  hangUpOnSilence(pool);
  return pool;
}

/**
 * Closes unreliable connections of users of the pool that check connections out themselves, such as the job queue. A
 * connection that is returned without an answer to its statement is closed. So are all idle ones, because the same
 * failure probably affected them.
 */
function hangUpOnSilence(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>();
  const checkedOutAt = new WeakMap<pg.PoolClient, number>();
  pool.on('remove', (client) => idle.delete(client));
  pool.on('acquire', (client) => {
    idle.delete(client);
    checkedOutAt.set(client, performance.now());
  });
  pool.on('release', (error: unknown, client) => {
    // The borrower reported the failure itself.
    if (error) return;
    idle.add(client);
    if (!isStillAsking(client)) return;
    cutOff(client);
    if (performance.now() - (checkedOutAt.get(client) ?? 0) < databaseSideMs) return;
    for (const each of idle) cutOff(each);
  });
}

/** Returns the database behind a pool. */
export function databaseOf(pool: pg.Pool, slow: SlowLog | null = null): Database {
  return databaseUntil(pool, slow, makeTogether(), Infinity);
}

/** Retries work that the database rolled back because of a deadlock or a serialization failure. */
async function untilDone<Result>(once: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (attempt === attempts) throw new Refused('unavailable', unavailable, { cause: error });
    }
  }
}

function databaseUntil(pool: pg.Pool, slow: SlowLog | null, together: Together, endsAt: number): Database {
  const alone = <Result>(work: (client: PooledClient) => Promise<Result>): Promise<Result> =>
    untilDone(async () => {
      const client = await checkOut(pool, slow, endsAt);
      try {
        return await work(client);
      } finally {
        client.release();
        if (client.hasWritten()) for (const listener of writeListeners) listener();
      }
    });
  return {
    ...readingBy(async <Row extends object>(statement: Sql, plan?: Plan) =>
      alone((client) => client.queryable.query<Row>(statement, plan)),
    ),
    execute: async (statement) => alone((client) => client.queryable.execute(statement)),
    inTransaction: (work) =>
      untilDone(async () => {
        const client = await checkOut(pool, slow, endsAt);
        const since = performance.now();
        const transaction = new Transaction(client);
        try {
          const result = await work(transaction.tx);
          await transaction.commit();
          return result;
        } catch (error) {
          await transaction.rollBack();
          throw error;
        } finally {
          if (transaction.hasCommitted) for (const listener of writeListeners) listener();
          noteHeld(pool, performance.now() - since);
          client.release();
        }
      }),
    within: (milliseconds) => databaseUntil(pool, slow, together, Math.min(endsAt, performance.now() + milliseconds)),
    together,
    queue: () => queueOf(pool),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/** How long the last transactions of each pool kept their connection, in ms. */
const heldBy = new WeakMap<pg.Pool, number[]>();
const mostHeld = 200;
const fewestHeld = 8;

function noteHeld(pool: pg.Pool, ms: number): void {
  const held = heldBy.get(pool);
  if (held === undefined) heldBy.set(pool, [ms]);
  else if (held.length < mostHeld) held.push(ms);
}

function medianHeld(pool: pg.Pool): number | null {
  const held = heldBy.get(pool);
  if (held === undefined || held.length < fewestHeld) return null;
  heldBy.delete(pool);
  return held.toSorted((a, b) => a - b)[held.length >> 1] ?? null;
}

function queueOf(pool: pg.Pool): Queue {
  return {
    size: () => pool.options.max,
    heldMs: () => medianHeld(pool),
    free: () => pool.idleCount + pool.options.max - pool.totalCount - pool.waitingCount,
    onFree: (listener) => {
      // The pool emits 'release' before the connection is idle again or with the next caller.
      pool.on('release', () => process.nextTick(listener));
      pool.on('remove', listener);
    },
  };
}
