import type pg from 'pg';

// All uses of pg's undocumented API. driver.test.ts fails if an upgrade breaks this.

/**
 * Whether a statement is in progress on the client. The driver knows, but its types don't. An error counts as an
 * answer, even just before the database is ready for the next statement: the next borrower only waits for that.
 */
export function isStillAsking(client: pg.ClientBase): boolean {
  return (
    'readyForQuery' in client &&
    client.readyForQuery === false &&
    '_activeQuery' in client &&
    client._activeQuery !== null
  );
}

/** Closes a connection immediately. `end` would wait for an answer that may never come. */
export function cutOff(client: pg.Client | pg.PoolClient): void {
  client.connection.stream.destroy();
}
