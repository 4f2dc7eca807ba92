import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { Refused } from '#server/core/refused.ts';
import { cutOff, dropPrepared, isStillAsking, preparedOn, sendTogether } from '#server/db/driver.ts';
import {
  asRefusal,
  isConnectionFailure,
  isNoAnswer,
  isOfStandby,
  isRetryable,
  unavailable,
} from '#server/db/failures.ts';
import type { Log } from '#server/core/log.ts';

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';

/**
 * Whether a statement is prepared, so its plan can be reused, or planned each time for its values, which takes about as long
 * as a short statement.
 */
type Plan = 'prepared' | 'unprepared';

/** Executes statements: in the pool, or in one transaction. */
export type Queryable = {
  /**
   * Returns all rows of a statement. Every statement is prepared once per connection, except those whose best plan depends on
   * their values.
   */
  query<Row extends object>(statement: Sql, plan?: Plan): Promise<Row[]>;
  /** Returns the number of rows that a writing statement changed. */
  execute(statement: Sql): Promise<number>;
};

/** Describes the pool's connections to callers who wait until no one else needs one. */
export type Queue = {
  /** Returns the number of connections that new callers could have immediately. It is negative if others wait already. */
  free(): number;
  /** Calls the listener after each connection that was returned or closed. */
  onFree(listener: () => void): void;
  /** Returns how many connections there are at most. */
  size(): number;
  /**
   * Returns how long transactions kept their connection, in ms: the median of those that ended since the last call, of the first 200 at
   * most. It is null if fewer than eight have ended.
   */
  heldMs(): number | null;
};

declare const transaction: unique symbol;
/**
 * A running transaction. Only `inTransaction` creates one, so a function that takes a Tx can't run outside of one.
 *
 * Statements that don't wait for each other's replies share one wait: `allSettled([first(tx), second(tx)])`. PostgreSQL still runs them
 * one after the other, in the order in which they were sent. Once one has failed, those behind it have no effect and fail with the same error.
 */
export type Tx = Queryable & {
  readonly [transaction]: true;
  /**
   * The same transaction, for its last statement: the commit is sent right behind it, without waiting for its reply. Every later
   * statement is refused. If this statement fails, the transaction is rolled back. Use it only for a statement that waits for no lock and whose
   * result refuses nothing: the commit is on its way even if the caller gives up or can't use the result.
   */
  readonly last: Queryable;
};

export type Database = Queryable & {
  /**
   * Runs `work` in one transaction and commits when it resolves. Retries after a deadlock (single statements, too), so
   * `work` must have no effects outside the database. A violated constraint becomes its refusal. A statement that `work` sends after
   * it has resolved or failed is refused.
   */
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Returns the same database for a caller who may wait this many milliseconds from now in total, for any number of statements.
   * Statements without a reply by then fail with `unavailable`: it is unknown whether the last one took effect.
   */
  within(milliseconds: number): Database;
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

// PostgreSQL caches a prepared statement by name. A statement's text is its identity.
const names = new Map<string, string>();
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}

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

/** The timeout of one statement, in ms. The database's own timeout is slightly shorter, so it reports first. */
const statementMs = 4500;
const databaseSideMs = 4300;
/**
 * How long a transaction may be idle before the database ends it and releases its locks. Ours never pause, so the process
 * must be gone.
 */
const idleInTransactionMs = 5000;
/** How long a suspect connection may take to answer a ping, in ms. */
const pingMs = 500;
/** How long a caller with time left waits before it tries to get a connection again, in ms. */
const beforeRetryMs = 100;
/** How long a refused transaction waits for its rollback after the caller's own time is up. */
const rollbackMs = 500;
/**
 * The number of statements that stay prepared on a connection. A list with many filters has thousands of texts, each of which takes up to
 * 240 KB in the database. Without a limit, one person could fill its memory by trying all combinations.
 */
const mostPrepared = 400;
/** How often a connection is used between two checks of that number. */
const usesBetweenLooks = 50;
/** How long a connection may be silent before the system probes it, in ms. Network devices drop connections after a few silent minutes. */
const probeMs = 60_000;
/** The maximum number of attempts after deadlocks. */
const attempts = 4;

/**
 * Connections whose last commit was acknowledged although no second machine has it, because someone canceled its wait
 * for the synchronous standby. PostgreSQL only raises a warning, and a failover could lose that commit.
 */
const unconfirmed = new WeakSet<pg.PoolClient>();
/** The PostgreSQL function that raises this warning. Unlike the message, its name isn't translated. */
const waitForStandby = 'SyncRepWaitForLSN';
/** When each connection was last known to work, and since when all connections of a pool are suspect. */
const knownGood = new WeakMap<pg.PoolClient, number>();
const suspectedAt = new WeakMap<pg.Pool, number>();
/** How often a connection was used since its prepared statements were last counted. */
const usesOf = new WeakMap<pg.PoolClient, number>();

/**
 * Opens the pool. No statement runs longer than 4.5 s and no one waits longer than 4 s for a connection, because a call
 * must be answered within 5 s in any case. Only callers with more time, such as text messages, then wait again. `jit` is off: our statements are short, and compiling one
 * that PostgreSQL misjudges takes longer than running it. Index costs are set for disks without seek times, whatever
 * PostgreSQL's own settings: a large school must not be scanned because of the defaults. Connections stay open when no one calls, because
 * new ones plan every statement again: the first second of a morning would take PostgreSQL twice the time.
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
    knownGood.set(client, performance.now());
    // Likewise for a connection that breaks between two statements while in use: the next statement fails anyway.
    client.on('error', () => {});
    client.on('notice', ({ routine }) => routine === waitForStandby && unconfirmed.add(client));
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

/** Receives statements that took longer than `afterMs`, without their values. */
export type SlowLog = { afterMs: number; report(statement: string, ms: number): void };

/** Logs slow statements, as configured. Returns null if it is off. */
export function slowLogOf({ SLOW_QUERY_MS }: { SLOW_QUERY_MS: number }, log: Log): SlowLog | null {
  if (SLOW_QUERY_MS === 0) return null;
  return {
    afterMs: SLOW_QUERY_MS,
    report: (statement, ms) =>
      log.warn({ ms: Math.round(ms), statement: statement.replaceAll(/\s+/g, ' ').slice(0, 2000) }, 'slow statement'),
  };
}

/** Returns the database behind a pool. */
export function databaseOf(pool: pg.Pool, slow: SlowLog | null = null): Database {
  return databaseUntil(pool, slow, Infinity);
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

function databaseUntil(pool: pg.Pool, slow: SlowLog | null, endsAt: number): Database {
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
    query: async <Row extends object>(statement: Sql, plan?: Plan) =>
      alone((client) => client.queryable.query<Row>(statement, plan)),
    execute: async (statement) => alone((client) => client.queryable.execute(statement)),
    inTransaction: (work) =>
      untilDone(async () => {
        const client = await checkOut(pool, slow, endsAt);
        const since = performance.now();
        const running = begin(client);
        try {
          const result = await work(running.tx);
          await running.commit();
          return result;
        } catch (error) {
          await running.rollBack();
          throw error;
        } finally {
          if (running.hasCommitted()) for (const listener of writeListeners) listener();
          noteHeld(pool, performance.now() - since);
          client.release();
        }
      }),
    within: (milliseconds) => databaseUntil(pool, slow, Math.min(endsAt, performance.now() + milliseconds)),
    queue: () => queueOf(pool),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/** Sends a statement and returns its reply. */
type Ask = <Row extends object>(statement: pg.QueryConfig) => Promise<pg.QueryResult<Row>>;

/** A pooled client, checked out. */
type PooledClient = {
  ask: Ask;
  queryable: Queryable;
  /** Sends the statements of this turn of the event loop together. */
  sendTogether(): void;
  /**
   * Rolls back an open transaction. A connection that doesn't answer needs no rollback, because closing it has the same
   * effect.
   */
  rollBack(): Promise<void>;
  /**
   * Returns whether a statement has written, according to PostgreSQL's command tag. A writing `with` in a select isn't detected.
   */
  hasWritten(): boolean;
  /** Returns the client to the pool, or removes it if its connection failed. */
  release(): void;
};

/** A transaction, and how it ends. */
type Running = { tx: Tx; commit(): Promise<void>; rollBack(): Promise<void>; hasCommitted(): boolean };

/**
 * Returns whether a statement only reads or locks, so it would do no harm outside of a transaction. It knows the functions of the job queue, but not our
 * own functions that write (`forget_people`, `announce` and others): call those only after a reply.
 */
const isHarmless = (text: string) => /^\s*select\b/.test(text) && !text.includes('graphile_worker.');

/**
 * Begins a transaction, without waiting for the reply to `begin`: the first reads and locks are sent right behind it. Anything else waits,
 * because if `begin` failed, PostgreSQL would commit the next statement at once.
 */
function begin(client: PooledClient): Running {
  let state: 'beginning' | 'begun' | 'over' | 'committed' = 'beginning';
  /** The first failure. PostgreSQL refuses the statements behind it with an error that says only that. */
  let failed: { error: unknown } | undefined;
  let waitingCount = 0;
  let committing: Promise<void> | undefined;
  const ask: Ask = async <Row extends object>(statement: pg.QueryConfig) => {
    client.sendTogether();
    try {
      return await client.ask<Row>(statement);
    } catch (error) {
      failed ??= { error };
      throw failed.error;
    }
  };
  const began = ask({ text: 'begin' });
  void began.then(
    () => state === 'beginning' && (state = 'begun'),
    () => {},
  );
  const refuse = () => {
    if (failed !== undefined) throw failed.error;
    if (state === 'over' || state === 'committed')
      throw new Error('A statement was sent after the end of its transaction.');
  };
  /** Refuses a statement that has no effect anymore. If it has to wait for `begin`, returns that wait; no statement overtakes one that waits. */
  const turnOf = (statement: pg.QueryConfig): Promise<unknown> | undefined => {
    refuse();
    if (waitingCount === 0 && (state !== 'beginning' || isHarmless(statement.text ?? ''))) return undefined;
    waitingCount += 1;
    return Promise.allSettled([began]);
  };
  const endTurn = () => {
    waitingCount -= 1;
    refuse();
  };
  const commit = async () => {
    const { command } = await ask({ text: 'commit' });
    if (failed !== undefined) throw failed.error;
    if (command !== 'COMMIT') throw new Error(`PostgreSQL answered a commit with ${command}.`);
    state = 'committed';
  };
  const inside = queryableOf(async <Row extends object>(statement: pg.QueryConfig) => {
    const turn = turnOf(statement);
    if (turn !== undefined) {
      await turn;
      endTurn();
    }
    return ask<Row>(statement);
  });
  const last = queryableOf(async <Row extends object>(statement: pg.QueryConfig) => {
    const turn = turnOf(statement);
    if (turn !== undefined) {
      await turn;
      endTurn();
    }
    state = 'over';
    const reply = ask<Row>(statement);
    committing = commit();
    // A failure is also that of the transaction, which waits for it.
    committing.catch(() => {});
    return reply;
  });
  return {
    // The only place that creates a Tx: a transaction has just begun on this client.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    tx: { ...inside, last } as Tx,
    commit: async () => {
      if (committing === undefined) {
        if (failed !== undefined) throw failed.error;
        state = 'over';
        committing = commit();
      }
      await committing;
    },
    rollBack: async () => {
      if (state !== 'committed') state = 'over';
      await committing?.catch(() => {});
      if (state !== 'committed') await client.rollBack();
    },
    hasCommitted: () => state === 'committed',
  };
}

/** Returns what executes statements with `ask`. */
function queryableOf(ask: Ask): Queryable {
  const prepared = ({ text, values }: Sql) => ({ name: nameOf(text), text, values });
  return {
    // The statement's text determines the row type. Replies are checked by their schema.
    query: async <Row extends object>(statement: Sql, plan: Plan = 'prepared') =>
      (await ask<Row>(plan === 'unprepared' ? { text: statement.text, values: statement.values } : prepared(statement)))
        .rows,
    execute: async (statement) => (await ask(prepared(statement))).rowCount ?? 0,
  };
}

async function checkOut(pool: pg.Pool, slow: SlowLog | null, endsAt: number): Promise<PooledClient> {
  const client = await connect(pool, endsAt);
  let isBroken = false;
  let hasWritten = false;
  const run = async <Row extends object>(
    statement: pg.QueryConfig,
    waitMs = waitUntil(endsAt),
  ): Promise<pg.QueryResult<Row>> => {
    const began = slow === null ? 0 : performance.now();
    try {
      const result = await client.query<Row>(waiting(statement, waitMs));
      if (unconfirmed.delete(client))
        throw new Refused('unavailable', unavailable, { cause: new Error('No standby confirmed a commit.') });
      hasWritten ||= result.command !== 'SELECT';
      return result;
    } catch (error) {
      isBroken ||= isConnectionFailure(error);
      // If one connection stops answering, a network device has usually dropped the others, too. And if one leads to a
      // former primary, so do the others.
      if (isNoAnswer(error) || isOfStandby(error)) suspectedAt.set(pool, performance.now());
      throw asRefusal(error);
    } finally {
      const took = slow === null ? 0 : performance.now() - began;
      if (slow !== null && took >= slow.afterMs) slow.report(statement.text, took);
    }
  };
  return {
    ask: run,
    queryable: queryableOf(run),
    sendTogether: () => sendTogether(client),
    rollBack: async () => {
      if (!isBroken)
        await run({ text: 'rollback' }, Math.max(rollbackMs, Math.min(statementMs, endsAt - performance.now()))).catch(
          () => (isBroken = true),
        );
    },
    hasWritten: () => hasWritten,
    release: () => client.release(isBroken),
  };
}

/** Adds the timeout in ms, which the driver's types lack. */
function waiting(statement: pg.QueryConfig, milliseconds: number): pg.QueryConfig & { query_timeout: number } {
  return { ...statement, query_timeout: milliseconds };
}

/** Returns how long to wait for a statement, in ms. */
function waitUntil(endsAt: number): number {
  const left = endsAt - performance.now();
  if (left < 1) throw new Refused('unavailable', unavailable, { cause: new Error('The call timed out.') });
  return Math.min(statementMs, left);
}

/** Returns a connection that works as far as we know. */
async function connect(pool: pg.Pool, endsAt: number): Promise<pg.PoolClient> {
  for (;;) {
    const client = await connectUntil(pool, endsAt);
    const isSuspected = (knownGood.get(client) ?? Infinity) < (suspectedAt.get(pool) ?? 0);
    const isFull = hasTooManyPrepared(client);
    if (!isSuspected && !isFull) return client;
    const ask = (text: string) => client.query(waiting({ text }, Math.min(pingMs, waitUntil(endsAt))));
    try {
      await (isFull ? dropPrepared(client, ask) : ask(failsOnStandby));
      knownGood.set(client, performance.now());
      return client;
    } catch {
      client.release(true);
    }
  }
}

/** Returns whether it is time to drop the prepared statements of a connection. */
function hasTooManyPrepared(client: pg.PoolClient): boolean {
  const uses = (usesOf.get(client) ?? 0) + 1;
  usesOf.set(client, uses % usesBetweenLooks);
  return uses === usesBetweenLooks && preparedOn(client) > mostPrepared;
}

/**
 * Returns a connection before the caller's time is up. The pool gives up after 4 s, and at once if the database accepts no connections. A
 * caller with more time than that, such as a text message, tries again: no statement was sent.
 */
async function connectUntil(pool: pg.Pool, endsAt: number): Promise<pg.PoolClient> {
  for (;;) {
    const mayTryAgain = endsAt !== Infinity && endsAt - performance.now() > statementMs;
    try {
      return await connectWithin(pool, waitUntil(endsAt));
    } catch (error) {
      if (!mayTryAgain || !(error instanceof Refused)) throw error;
      await delay(beforeRetryMs);
    }
  }
}

/** Returns a connection within this many ms. A connection that arrives late goes back to the pool. */
async function connectWithin(pool: pg.Pool, milliseconds: number): Promise<pg.PoolClient> {
  let isLate = false;
  const coming = pool.connect();
  void coming.then(
    (client) => isLate && client.release(),
    () => {},
  );
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(new Error('timeout while waiting for a connection'));
    }, milliseconds);
  });
  try {
    return await Promise.race([coming, patience]);
  } catch (error) {
    throw asRefusal(error);
  } finally {
    clearTimeout(timer);
  }
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

/** A ping that a standby refuses: a connection that led to the primary may lead to a former primary by now. */
const failsOnStandby = 'select 1 / (not pg_is_in_recovery())::int';
