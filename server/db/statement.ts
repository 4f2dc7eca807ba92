import type pg from 'pg';
import type { Sql } from 'sql-template-tag';

/**
 * Whether a statement is prepared, so its plan can be reused, or planned each time for its values, which takes about as
 * long as a short statement.
 */
export type Plan = 'prepared' | 'unprepared';

/** Executes statements: in the pool, or in one transaction. */
export type Queryable = {
  /**
   * Returns all rows of a statement. Every statement is prepared once per connection, except those whose best plan
   * depends on their values.
   */
  query<Row extends object>(statement: Sql, plan?: Plan): Promise<Row[]>;
  /** Returns the first row of a statement, or null if there is none. */
  first<Row extends object>(statement: Sql, plan?: Plan): Promise<Row | null>;
  /** Returns the row of a statement that always returns one, such as an insert or an aggregate. */
  only<Row extends object>(statement: Sql, plan?: Plan): Promise<Row>;
  /** Returns the number of rows that a writing statement changed. */
  execute(statement: Sql): Promise<number>;
};

/** Returns what reads all rows, and what reads one with it. */
export function readingBy(query: Queryable['query']): Omit<Queryable, 'execute'> {
  return {
    query,
    first: async <Row extends object>(statement: Sql, plan?: Plan) => (await query<Row>(statement, plan))[0] ?? null,
    only: async <Row extends object>(statement: Sql, plan?: Plan) => {
      const [row] = await query<Row>(statement, plan);
      if (row === undefined) throw new Error('A statement that always returns a row returned none.');
      return row;
    },
  };
}

/** Sends a statement and returns its reply. */
export type Ask = <Row extends object>(statement: pg.QueryConfig) => Promise<pg.QueryResult<Row>>;

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

/** Returns what executes statements with `ask`. */
export function queryableOf(ask: Ask): Queryable {
  const prepared = ({ text, values }: Sql) => ({ name: nameOf(text), text, values });
  return {
    // The statement's text determines the row type. Replies are checked by their schema.
    ...readingBy(async <Row extends object>(statement: Sql, plan: Plan = 'prepared') => {
      const { text, values } = statement;
      return (await ask<Row>(plan === 'unprepared' ? { text, values } : prepared(statement))).rows;
    }),
    execute: async (statement) => (await ask(prepared(statement))).rowCount ?? 0,
  };
}
