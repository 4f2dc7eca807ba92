import { expect, it } from 'vitest';
import type { Caller } from '#server/http/caller.ts';
import { makeShares, type Shares } from '#server/http/shares.ts';

const account = (id: number): Caller => ({ key: `account ${id}`, isKnown: true });
const address = (key: string): Caller => ({ key, isKnown: false });

/** Takes calls for some time, ten per ms. Returns how many there were. */
function flood(shares: Shares, callerOf: (n: number) => Caller, from: number, to: number): number {
  let taken = 0;
  for (let n = 0; n < (to - from) * 10; n += 1) {
    const now = from + Math.floor(n / 10);
    if (!shares.has(callerOf(n), now)) continue;
    shares.take(callerOf(n), now);
    taken += 1;
  }
  return taken;
}

it('gives each account eight calls at once and then 20 per second, no matter what others do', () => {
  const shares = makeShares(true);
  expect(flood(shares, () => account(1), 5000, 5001)).toBe(8);
  expect(flood(shares, () => account(2), 5000, 5001)).toBe(8);
  expect(flood(shares, () => account(1), 5001, 15_001)).toBe(200);
});

it('gives a school behind one address as many shares as it has accounts, beyond the share of the address', () => {
  const shares = makeShares(true);
  expect(flood(shares, () => address('203.0.113.1'), 0, 1)).toBe(10);
  expect(flood(shares, (n) => account(n % 30), 0, 24)).toBe(240);
});

it('gives an address without sessions a quarter of the accepted calls, but at least 40 per second', () => {
  const quiet = makeShares(true);
  expect(flood(quiet, () => address('a'), 0, 10_000) / 10).toBeCloseTo(41, 0);

  const busy = makeShares(true);
  let taken = 0;
  // A thousand calls of others are accepted per second.
  for (let now = 0; now < 10_000; now += 1) {
    busy.take(null, now);
    taken += flood(busy, () => address('a'), now, now + 1);
  }
  // A quarter of all, so a third of the others' calls.
  expect(taken / 10_000).toBeGreaterThan(0.28);
  expect(taken / 10_000).toBeLessThan(0.34);
});

/**
 * Lets calls from as many addresses come for ten seconds, beside a thousand of others. Returns how many of them go
 * before others, per second.
 */
function ofStrangers(shares: Shares, areOthers: boolean): number {
  let due = 0;
  for (let now = 0; now < 10_000; now += 1) {
    if (areOthers) shares.take(null, now);
    const caller = address(`${now % 4000}`);
    // The rest may begin too, while no one else wants to.
    if (shares.dueAt(caller, now) > now) continue;
    shares.take(caller, now);
    due += 1;
  }
  return due / 10;
}

it('lets half of the accepted calls be of such addresses before others, but at least 80 per second, and refuses none for that', () => {
  expect(ofStrangers(makeShares(true), false)).toBeCloseTo(82, 0);
  expect(ofStrangers(makeShares(true), true)).toBeGreaterThan(800);
  const shares = makeShares(true);
  expect(flood(shares, (n) => address(`${n % 400}`), 0, 40)).toBe(400);
  expect(shares.dueAt(address('new'), 40)).toBeGreaterThan(40);
  // However many came, they are on a par with others again after a second.
  expect(shares.dueAt(address('new'), 1040)).toBe(1040);
});

it('has no share of all addresses together where there is none to keep', () => {
  const shares = makeShares(false);
  expect(flood(shares, (n) => address(`${n % 400}`), 0, 40)).toBe(400);
  expect(flood(shares, () => address('0'), 40, 1040)).toBeLessThan(55);
  expect(shares.dueAt(address('new'), 40)).toBe(40);
});

it('counts the calls accepted in the last second, and none after two quiet seconds', () => {
  for (const [now, most] of [
    [1000, 62],
    [1999, 62],
    [2000, 10],
  ] as const) {
    const shares = makeShares(true);
    for (let n = 0; n < 1000; n += 1) shares.take(null, 0);
    let taken = 0;
    for (; shares.has(address('a'), now); taken += 1) shares.take(address('a'), now);
    expect([now, taken]).toEqual([now, most]);
  }
});
