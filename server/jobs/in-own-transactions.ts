import type { Database, Tx } from '#server/db/database.ts';

/**
 * Handles each item in its own transaction, so a failure doesn't hold back the others.
 *
 * @throws the first failure, once all have been tried.
 */
export async function inOwnTransactions<Item>(
  db: Database,
  items: readonly Item[],
  handle: (tx: Tx, item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await db.inTransaction((tx) => handle(tx, item)).catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
