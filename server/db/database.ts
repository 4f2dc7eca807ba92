import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { Refused } from '#server/core/refused.ts';
import { refusalOfConstraint } from '#server/db/constraints.ts';
import { cutOff, dropPrepared, isStillAsking, preparedOn } from '#server/db/driver.ts';
import type { Log } from '#server/core/log.ts';

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';

/** Whether a statement's plan is kept, or made each time for the very values, which takes about as long as a short statement itself. */
type Plan = 'prepared' | 'unprepared';

/** Where statements go: the pool, or one transaction. */
export type Queryable = {
  /** All rows of a statement. Every statement is prepared once on each connection, but one whose best plan hangs on what it is given. */
  query<Row extends object>(statement: Sql, plan?: Plan): Promise<Row[]>;
  /** How many rows a writing statement touched. */
  execute(statement: Sql): Promise<number>;
};

declare const transaction: unique symbol;
/** A transaction under way; only `inTransaction` makes one, so what takes a Tx cannot run outside of one. */
export type Tx = Queryable & { readonly [transaction]: true };

export type Database = Queryable & {
  /**
   * Runs `work` in one transaction and commits when it resolves. A deadlock is tried again (a single statement's, too), so
   * `work` does nothing outside the database. A violated constraint becomes its refusal.
   */
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same database for somebody who waits so many milliseconds from now in all, for however many statements. What has
   * not been answered by then is given up with `unavailable`: whether a statement that was on its way still counts, nobody knows.
   */
  within(milliseconds: number): Database;
  /** How many connections there are, how many of them are idle, and how many callers wait for one. */
  connections(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
};

// A date is a string at a school, a time is `HH:mm`, an id fits a JavaScript number.
const bigintArray = 1016;
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(pg.types.builtins.TIME, (text) => text.slice(0, 5));
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(bigintArray, (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)));

// PostgreSQL keeps a prepared statement by its name; a statement's text is its identity.
const names = new Map<string, string>();
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}

/** What opens a pool: a URL, or the parts of a connection. */
export type Connection = string | { host: string; port: number; user: string; database: string };

/** The parts of a pool's configuration that say where the database is. */
export function connectionConfig(connection: Connection): pg.PoolConfig {
  return typeof connection === 'string' ? { connectionString: connection } : connection;
}

const writeListeners = new Set<() => void>();

/** Calls `listener` whenever a pool of this process has written something that others may see now. Answers with what ends that. */
export function onWrite(listener: () => void): () => void {
  writeListeners.add(listener);
  return () => void writeListeners.delete(listener);
}

/** What one statement may take, in ms; the database is told a little less, so that it is the one to say so. */
const statementMs = 4500;
const databaseSideMs = 4300;
/** How long a transaction may stand idle before the database ends it, with its locks: nobody of ours pauses in one, so its process is gone. */
const idleInTransactionMs = 5000;
/** How long a connection under suspicion has to answer, in ms. */
const pingMs = 500;
/** How long a refused transaction waits for its rollback, where the caller's own time is over. */
const rollbackMs = 500;
/**
 * How many statements stay prepared on a connection. A list that is narrowed in many ways has thousands of texts, each of which takes the
 * database up to 240 KB: without a limit, one person could fill its memory by calling it in all ways.
 */
const mostPrepared = 400;
/** How many uses of a connection lie between two looks at that. */
const usesBetweenLooks = 50;
/** How often what ran into a deadlock is tried in all. */
const attempts = 4;

/** When the connection was last known to work, and since when all of a pool are under suspicion. */
const knownGood = new WeakMap<pg.PoolClient, number>();
const suspectedAt = new WeakMap<pg.Pool, number>();
/** How often a connection was used since its prepared statements were last counted. */
const usesOf = new WeakMap<pg.PoolClient, number>();

/**
 * Opens the pool. No statement runs longer than 4.5 s and nobody waits longer than 4 s for a
 * connection: a call must answer within 5 s, whatever the database does. Statements are not compiled (`jit`): they are short, and
 * where PostgreSQL takes one for long, compiling it takes longer than running it. Indexes cost what they cost on a disk without seek
 * times, however PostgreSQL is set (its own default counts on them): a large school must not be read from end to end for that.
 */
export function openPool(connection: Connection, size: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(connection),
    types,
    max: size,
    connectionTimeoutMillis: 4000,
    query_timeout: statementMs,
    options: `-c statement_timeout=${databaseSideMs} -c idle_in_transaction_session_timeout=${idleInTransactionMs} -c TimeZone=UTC -c jit=off -c random_page_cost=1.1`,
    keepAlive: true,
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    knownGood.set(client, performance.now());
    // The same for one that breaks while in use, between two statements: the next statement fails by itself.
    client.on('error', () => {});
  });
  hangUpOnSilence(pool);
  return pool;
}

/**
 * For those who checkOut from the pool by themselves, as the job queue does, and give back a connection whose statement was never
 * answered: it is closed, and so are all that lie idle, which the same silence has probably taken.
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
    // Who says that it is broken has seen to it.
    if (error) return;
    idle.add(client);
    if (!isStillAsking(client)) return;
    cutOff(client);
    if (performance.now() - (checkedOutAt.get(client) ?? 0) < databaseSideMs) return;
    for (const each of idle) cutOff(each);
  });
}

/** Hears of statements that took longer than so many milliseconds; of what they were given it hears nothing. */
export type SlowLog = { afterMs: number; report(statement: string, ms: number): void };

/** What writes slow statements into a log, by the setting; null where it is off. */
export function slowLogOf({ SLOW_QUERY_MS }: { SLOW_QUERY_MS: number }, log: Log): SlowLog | null {
  if (SLOW_QUERY_MS === 0) return null;
  return {
    afterMs: SLOW_QUERY_MS,
    report: (statement, ms) =>
      log.warn({ ms: Math.round(ms), statement: statement.replaceAll(/\s+/g, ' ').slice(0, 2000) }, 'slow statement'),
  };
}

/** The database behind a pool. */
export function databaseOf(pool: pg.Pool, slow: SlowLog | null = null): Database {
  return databaseUntil(pool, slow, Infinity);
}

function databaseUntil(pool: pg.Pool, slow: SlowLog | null, endsAt: number): Database {
  /** Again what the database undid because others were in its way. */
  const untilDone = async <Result>(once: () => Promise<Result>): Promise<Result> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once();
      } catch (error) {
        if (!isRetryable(error)) throw error;
        if (attempt === attempts) throw new Refused('unavailable', unavailable, { cause: error });
      }
    }
  };
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
        try {
          await client.command('begin');
          // The one place where a Tx comes from: a transaction has just begun on this client.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          const result = await work(client.queryable as Tx);
          await client.command('commit');
          for (const listener of writeListeners) listener();
          return result;
        } catch (error) {
          await client.rollBack();
          throw error;
        } finally {
          client.release();
        }
      }),
    within: (milliseconds) => databaseUntil(pool, slow, Math.min(endsAt, performance.now() + milliseconds)),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/** A connection of the pool in one hand. */
type PooledClient = {
  queryable: Queryable;
  command(text: 'begin' | 'commit'): Promise<void>;
  /** Ends what stands open; a connection that gives no answer needs none: the database sees it close. */
  rollBack(): Promise<void>;
  /** Whether a statement has written, as far as PostgreSQL names it so: a writing `with` of a reading statement is not known. */
  hasWritten(): boolean;
  /** To the pool, or, where it failed as a connection, out of it. */
  release(): void;
};

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
      hasWritten ||= result.command !== 'SELECT';
      return result;
    } catch (error) {
      isBroken ||= isConnectionFailure(error);
      // One connection that stopped answering is seldom alone: a network between has forgotten them all.
      if (isNoAnswer(error)) suspectedAt.set(pool, performance.now());
      throw asRefusal(error);
    } finally {
      const took = slow === null ? 0 : performance.now() - began;
      if (slow !== null && took >= slow.afterMs) slow.report(statement.text, took);
    }
  };
  const prepared = ({ text, values }: Sql) => ({ name: nameOf(text), text, values });
  return {
    queryable: {
      // Rows are what the statement's text says; what leaves the server is checked by its schema.
      query: async <Row extends object>(statement: Sql, plan: Plan = 'prepared') =>
        (
          await run<Row>(
            plan === 'unprepared' ? { text: statement.text, values: statement.values } : prepared(statement),
          )
        ).rows,
      execute: async (statement) => (await run(prepared(statement))).rowCount ?? 0,
    },
    command: async (text) => void (await run({ text })),
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

/** The statement with how long it is waited for, in ms, which the driver's types do not know. */
function waiting(statement: pg.QueryConfig, milliseconds: number): pg.QueryConfig & { query_timeout: number } {
  return { ...statement, query_timeout: milliseconds };
}

/** How long a statement may be waited for, in ms. */
function waitUntil(endsAt: number): number {
  const left = endsAt - performance.now();
  if (left < 1) throw new Refused('unavailable', unavailable, { cause: new Error('The call timed out.') });
  return Math.min(statementMs, left);
}

/** A connection that works, as far as can be known. */
async function connect(pool: pg.Pool, endsAt: number): Promise<pg.PoolClient> {
  for (;;) {
    const client = await connectWithin(pool, waitUntil(endsAt));
    const isSuspected = (knownGood.get(client) ?? Infinity) < (suspectedAt.get(pool) ?? 0);
    const isFull = hasTooManyPrepared(client);
    if (!isSuspected && !isFull) return client;
    const ask = (text: string) => client.query(waiting({ text }, Math.min(pingMs, waitUntil(endsAt))));
    try {
      await (isFull ? dropPrepared(client, ask) : ask('select 1'));
      knownGood.set(client, performance.now());
      return client;
    } catch {
      client.release(true);
    }
  }
}

/** Whether it is time to drop the prepared statements of a connection. */
function hasTooManyPrepared(client: pg.PoolClient): boolean {
  const uses = (usesOf.get(client) ?? 0) + 1;
  usesOf.set(client, uses % usesBetweenLooks);
  return uses === usesBetweenLooks && preparedOn(client) > mostPrepared;
}

/** A connection within so many ms; one that comes too late goes back. */
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

const deadlock = '40P01';
const serialization = '40001';
function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === deadlock || error.code === serialization);
}

/** The database's own troubles: stopping, starting or giving up (57), out of room or connections (53), a broken disk (58). */
const troubles = ['53', '57', '58'];

/** A violated constraint is a refusal with a sentence; a database that is not there is 'unavailable'. */
function asRefusal(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    if (error.code?.startsWith('23')) return refusalOfConstraint(error.constraint) ?? error;
    if (troubles.includes(error.code?.slice(0, 2) ?? ''))
      return new Refused('unavailable', unavailable, { cause: error });
    return error;
  }
  return isConnectionFailure(error) ? new Refused('unavailable', unavailable, { cause: error }) : error;
}

const unavailable = 'FirstBell cannot reach its database right now. Please try again in a moment.';

/** Whether the connection failed, and not what was asked through it. */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity === 'FATAL' || error.severity === 'PANIC';
  if (!(error instanceof Error)) return false;
  // A name with several addresses fails with the errors of all of them.
  return (
    'errno' in error ||
    error instanceof AggregateError ||
    /timeout|terminated|Connection|not queryable/i.test(error.message)
  );
}

/** Whether the database let a statement stand until we gave up, which it does not do while it lives and hears us. */
function isNoAnswer(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}
