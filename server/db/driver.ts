import type pg from 'pg';

// What we use of pg beyond its documentation, all in this file. A new version of pg fails driver.test.ts.

/**
 * Whether a statement is under way on it, which the driver knows and its types do not. A refusal is an answer, also in the moment
 * before the database says that it is ready for more: who borrows it next only waits for that.
 */
export function isStillAsking(client: pg.ClientBase): boolean {
  return (
    'readyForQuery' in client &&
    client.readyForQuery === false &&
    '_activeQuery' in client &&
    client._activeQuery !== null
  );
}

/** Cuts a connection off at once: `end` would wait for an answer that may never come. */
export function cutOff(client: pg.Client | pg.PoolClient): void {
  client.connection.stream.destroy();
}
