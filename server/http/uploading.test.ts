import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { sql } from '#server/db/database.ts';
import { unavailable } from '#server/db/failures.ts';
import { withinWhileUsed } from '#server/http/uploading.ts';
import { openWorld, type World } from '#test/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
afterEach(() => vi.restoreAllMocks());

/** Moves the clock of time limits. */
function moveClock(): (milliseconds: number) => void {
  let ahead = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  return (milliseconds) => void (ahead += milliseconds);
}

it('limits the time of statements of a call with files, without what redrawing an image takes between them', async () => {
  const pass = moveClock();
  const db = withinWhileUsed(world.db, 5000);
  await db.execute(sql`select 1`);
  pass(60_000);
  await db.inTransaction((tx) => tx.execute(sql`select 1`));
  pass(60_000);
  const statements = Promise.all([db.execute(sql`select 1`), db.within(4000).execute(sql`select 1`)]);
  pass(3000);
  await statements;
  const last = db.execute(sql`select 1`);
  pass(3000);
  await last.catch(() => {});
  await expect(db.execute(sql`select 1`)).rejects.toThrow(unavailable);
  await expect(db.within(4000).inTransaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow(unavailable);
});
