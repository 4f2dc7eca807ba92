import { afterAll, beforeAll, expect, it } from 'vitest';
import { forkServer } from '#bench/rush/fork.ts';
import type { Connection, Database } from '#server/db/database.ts';
import { openTestDatabase } from '#test/db.ts';
import { openRace, quantile, raceSettings } from '#test/race.ts';
import { openWorld } from '#test/world.ts';

const isLong = process.env['FIRSTBELL_LONG'] === '1';
const people = isLong ? 1000 : 150;
const rounds = Number(process.env['FIRSTBELL_ROUNDS'] ?? (isLong ? 100 : 3));
/** The limit for the 99th percentile of all answers, in ms. */
const patience = 3000;

type Served = { db: Database; owner: Connection; url: string; close(): Promise<void> };

/**
 * Times count in the long form. There, the server has a process of its own, so its times aren't those of the people's
 * own work.
 */
async function serve(): Promise<Served> {
  if (!isLong) {
    const world = await openWorld(raceSettings, 20);
    return { db: world.db, owner: world.database.owner, url: world.url, close: () => world.close() };
  }
  const database = await openTestDatabase(4);
  const { child, url } = await forkServer(database.server, raceSettings);
  const close = async () => {
    child.disconnect();
    await database.drop();
  };
  return { db: database.db, owner: database.owner, url, close };
}

let served: Served;
let run: Awaited<ReturnType<typeof openRace>>;
beforeAll(async () => {
  served = await serve();
  run = await openRace(served, people);
}, 120_000);
afterAll(() => served.close());

it(`books exactly one of ${people} people who accept a class in the same second, and tells everyone else (${rounds} rounds)`, async () => {
  const waits: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { booked, filled, waits: own } = await run(round);
    expect(booked).toEqual([filled.by]);
    expect(filled.approvals).toBe(1);
    expect(own).toHaveLength(people);
    waits.push(...own);
    if (!isLong || ((round + 1) % 10 > 0 && round + 1 < rounds)) continue;
    const [half, most, all] = [0.5, 0.99, 1].map((share) => Math.round(quantile(waits, share)));
    const replies = `half within ${half} ms, 99 % within ${most} ms, all within ${all} ms`;
    console.log(`${round + 1} of ${rounds} rounds, ${people} people: ${replies}`);
  }
  if (isLong) expect(quantile(waits, 0.99)).toBeLessThan(patience);
}, 600_000);
