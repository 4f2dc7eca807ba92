import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { Refused } from '#server/http/refused.ts';
import { refusalOfConstraint } from '#server/db/constraints.ts';

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';

/** Where statements go: the pool, or one transaction. */
export type Queryable = {
  /** All rows of a statement. Every statement is prepared once on each connection. */
  query<Row extends object>(statement: Sql): Promise<Row[]>;
  /** How many rows a writing statement touched. */
  execute(statement: Sql): Promise<number>;
};

declare const transaction: unique symbol;
/** A transaction under way; only `inTransaction` makes one, so what takes a Tx cannot run outside of one. */
export type Tx = Queryable & { readonly [transaction]: true };

export type Database = Queryable & {
  /**
   * Runs `work` in one transaction and commits when it resolves. A deadlock is tried again, so `work`
   * does nothing outside the database. A violated constraint becomes its refusal.
   */
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
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

/**
 * Opens the pool. No statement runs longer than 4.5 s and nobody waits longer than 4 s for a
 * connection: a call must answer within 5 s, whatever the database does.
 */
export function openPool(connection: Connection, size: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(connection),
    types,
    max: size,
    connectionTimeoutMillis: 4000,
    query_timeout: 4800,
    options: '-c statement_timeout=4500 -c idle_in_transaction_session_timeout=10000 -c TimeZone=UTC',
    keepAlive: true,
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  // The same for one that breaks while in use, between two statements: the next statement fails by itself.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** The database behind a pool. */
export function databaseOf(pool: pg.Pool): Database {
  return {
    ...queryable(pool),
    async inTransaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        const client = await connect(pool);
        try {
          await client.query('begin');
          // The one place where a Tx comes from: a transaction has just begun on this client.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          const result = await work(queryable(client) as Tx);
          await client.query('commit');
          client.release();
          return result;
        } catch (error) {
          await client.query('rollback').then(
            () => client.release(),
            () => client.release(true),
          );
          if (attempt < 4 && isRetryable(error)) continue;
          throw error;
        }
      }
    },
    close: () => pool.end(),
  };
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw asRefusal(error);
  }
}

function queryable(client: pg.Pool | pg.PoolClient): Queryable {
  const run = async <Row extends object>(statement: Sql) => {
    try {
      return await client.query<Row>({ name: nameOf(statement.text), text: statement.text, values: statement.values });
    } catch (error) {
      throw asRefusal(error);
    }
  };
  return {
    // Rows are what the statement's text says; what leaves the server is checked by its schema.
    query: async <Row extends object>(statement: Sql) => (await run<Row>(statement)).rows,
    execute: async (statement) => (await run(statement)).rowCount ?? 0,
  };
}

const deadlock = '40P01';
const serialization = '40001';
function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === deadlock || error.code === serialization);
}

/** A violated constraint is a refusal with a sentence; a database that is not there is 'unavailable'. */
function asRefusal(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    if (error.code?.startsWith('23')) return refusalOfConstraint(error.constraint) ?? error;
    if (error.code?.startsWith('57') || error.code?.startsWith('53')) return new Refused('unavailable', unavailable, { cause: error });
    return error;
  }
  return isConnectionFailure(error) ? new Refused('unavailable', unavailable, { cause: error }) : error;
}

const unavailable = 'FirstBell cannot reach its database right now. Please try again in a moment.';

function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return 'errno' in error || /timeout|terminated|Connection|not queryable/i.test(error.message);
}
