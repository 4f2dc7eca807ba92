import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { register } from '#contract/accounts.ts';
import { addPlanFile } from '#contract/plans.ts';
import { finishSecondFactor, renewRecoveryCodes } from '#contract/second-factor.ts';
import { getUser } from '#contract/person.ts';
import { sql } from '#server/db/database.ts';
import { unavailable } from '#server/db/failures.ts';
import { accountRoutes } from '#server/features/accounts/routes.ts';
import { databaseOfCall } from '#server/http/database-time.ts';
import { openWorld, type World } from '#test/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
afterEach(() => vi.restoreAllMocks());

/** Returns a function that moves the clock of time limits. */
function movableClock(): (milliseconds: number) => void {
  let ahead = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  return (milliseconds) => void (ahead += milliseconds);
}

const registering = accountRoutes.find(({ endpoint }) => endpoint === register);

it.each([
  ['with files', { endpoint: addPlanFile }],
  ['that turns on a second factor', { endpoint: finishSecondFactor }],
  ['that makes recovery codes', { endpoint: renewRecoveryCodes }],
  ['that hashes a password before its transaction', registering ?? { endpoint: register }],
])('a call %s may compute for a minute, but its statements have five seconds in total', async (_what, route) => {
  const pass = movableClock();
  const db = databaseOfCall(route, world, 5000);
  await db.execute(sql`select 1`);
  pass(60_000);
  await db.inTransaction((tx) => tx.execute(sql`select 1`));
  pass(60_000);
  const two = Promise.all([db.execute(sql`select 1`), db.within(4000).execute(sql`select 1`)]);
  pass(3000);
  await two;
  const last = db.execute(sql`select 1`);
  pass(3000);
  await last.catch(() => {});
  await expect(db.execute(sql`select 1`)).rejects.toThrow(unavailable);
  await expect(db.within(4000).inTransaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow(unavailable);
});

it('a part of a call with files has its time in total, from its start', async () => {
  const pass = movableClock();
  const part = databaseOfCall({ endpoint: addPlanFile }, world, 5000).within(1000);
  await part.execute(sql`select 1`);
  pass(1500);
  await expect(part.execute(sql`select 1`)).rejects.toThrow(unavailable);
});

it('any other call has five seconds in total', async () => {
  const pass = movableClock();
  const db = databaseOfCall({ endpoint: getUser }, world, 5000);
  await db.execute(sql`select 1`);
  pass(6000);
  await expect(db.execute(sql`select 1`)).rejects.toThrow(unavailable);
});
