import type pg from 'pg';

// All uses of pg's undocumented API. driver.test.ts fails if an upgrade breaks this.

/**
 * Returns whether a statement is in progress on the client. The driver knows, but its types don't declare it. An error counts as
 * an answer, even just before the database is ready for the next statement: the next borrower only waits for that.
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

/** Returns how many statements are prepared on it, according to the driver. Its types don't declare this. */
export function preparedOn(client: pg.ClientBase): number {
  return Object.keys(statementsOf(client)).length;
}

/** Drops all statements that are prepared on it, in the database and in the driver. None may be running. */
export async function dropPrepared(client: pg.ClientBase, run: (text: string) => Promise<unknown>): Promise<void> {
  await run('deallocate all');
  const prepared = statementsOf(client);
  for (const name of Object.keys(prepared)) delete prepared[name];
}

function statementsOf(client: pg.ClientBase): Record<string, string> {
  const { connection }: { connection?: { parsedStatements?: Record<string, string> } } = client as object;
  return connection?.parsedStatements ?? {};
}
