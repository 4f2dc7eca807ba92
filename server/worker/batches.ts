import type { Queryable, Sql } from '#server/db/database.ts';

/** The maximum number of rows that one statement deletes, so that none runs long or holds many locks. */
export const batch = 5000;

/** Repeats a deletion, which has a limit, until it finds nothing more. */
export async function inBatches(db: Queryable, deletion: Sql): Promise<void> {
  while ((await db.execute(deletion)) > 0);
}
