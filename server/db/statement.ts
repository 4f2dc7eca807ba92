import type pg from 'pg';
import type { Sql } from 'sql-template-tag';

/**
 * Whether a statement is prepared, so its plan can be reused, or planned each time for its values, which takes about as long
 * as a short statement.
 */
export type Plan = 'prepared' | 'unprepared';

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
    query: async <Row extends object>(statement: Sql, plan: Plan = 'prepared') =>
      (await ask<Row>(plan === 'unprepared' ? { text: statement.text, values: statement.values } : prepared(statement)))
        .rows,
    execute: async (statement) => (await ask(prepared(statement))).rowCount ?? 0,
  };
}
