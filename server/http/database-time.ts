import type { Database } from '#server/db/database.ts';
import { readingBy } from '#server/db/statement.ts';
import { type Deps, type Route, signedDatabaseMs } from '#server/http/route.ts';

/** Returns the database of one call, which may wait for it this many milliseconds in total. */
export function databaseOfCall(
  { endpoint, prepare }: Pick<Route, 'endpoint' | 'prepare'>,
  { db, standby }: Pick<Deps, 'db' | 'standby'>,
  milliseconds: number,
): Database {
  const { files, signed, computes, fromStandby } = endpoint;
  // The wait of a call that is never refused doesn't count.
  if (signed === true) return withinFromFirstUse(db, signedDatabaseMs);
  if (files !== undefined || computes === true || prepare !== undefined) return withinWhileUsed(db, milliseconds);
  const own = db.within(milliseconds);
  return fromStandby === true && standby !== undefined ? standby.reader(own, milliseconds) : own;
}

/**
 * Returns the same database for a caller who may wait this many milliseconds for it in total, counted from the first
 * statement. The time until then doesn't count.
 */
function withinFromFirstUse(db: Database, milliseconds: number): Database {
  let begun: Database | null = null;
  return usedBy(db, (use) => use((begun ??= db.within(milliseconds))));
}

/**
 * Returns the same database for a caller who may wait this many milliseconds for it in total. Only the time of
 * statements and transactions counts, because redrawing an image, computing ten hashes, or even one on a busy machine,
 * may take longer than a call may wait for the database.
 */
function withinWhileUsed(db: Database, milliseconds: number): Database {
  let left = milliseconds;
  let atOnce = 0;
  let began = 0;
  const leftNow = () => (atOnce === 0 ? left : left - (performance.now() - began));
  return usedBy(db, async (use) => {
    const own = db.within(leftNow());
    if (atOnce === 0) began = performance.now();
    atOnce += 1;
    try {
      return await use(own);
    } finally {
      atOnce -= 1;
      if (atOnce === 0) left -= performance.now() - began;
    }
  });
}

/** Returns the same database, whose statements and transactions run on the one that `run` chooses. */
function usedBy(db: Database, run: <T>(use: (own: Database) => Promise<T>) => Promise<T>): Database {
  return {
    ...readingBy((statement, plan) => run((own) => own.query(statement, plan))),
    execute: (statement) => run((own) => own.execute(statement)),
    inTransaction: (work) => run((own) => own.inTransaction(work)),
    within: (less) => {
      const end = performance.now() + less;
      return usedBy(db, (use) => run((own) => use(own.within(end - performance.now()))));
    },
    together: db.together,
    connections: () => db.connections(),
    queue: () => db.queue(),
    close: () => db.close(),
  };
}
