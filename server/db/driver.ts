import type pg from 'pg';

// All uses of pg's undocumented API. driver.test.ts fails if an upgrade breaks this.

/**
 * Returns whether a statement is in progress on the client. The driver knows, but its types don't declare it. An error
 * counts as an answer, even just before the database is ready for the next statement: the next borrower only waits for
 * that.
 */
export function isStillAsking(client: pg.ClientBase): boolean {
  const { readyForQuery, _activeQuery, _sentQueryQueue }: Internals = client as object;
  return readyForQuery === false && (_activeQuery !== null || (_sentQueryQueue ?? []).length > 0);
}

type Internals = { readyForQuery?: boolean; _activeQuery?: unknown; _sentQueryQueue?: unknown[] };

/** Sends the statements of this turn of the event loop in one write, which saves both processes time. */
export function sendTogether(client: pg.Client | pg.PoolClient): void {
  const { stream } = client.connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
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
