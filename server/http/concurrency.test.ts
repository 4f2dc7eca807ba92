import { describe, expect, it } from 'vitest';
import { makeConcurrencyLimit } from '#server/http/concurrency.ts';

/**
 * Makes a limit for ten connections to a database. A transaction takes `aloneMs` when nothing else runs, and `sharedMs`
 * of the processors that all transactions share.
 */
function makeDatabase(times: { aloneMs: number; sharedMs: number }) {
  let atOnce = 2;
  let now = 0;
  let isSilent = false;
  const heldMs = () => (isSilent ? null : Math.max(times.aloneMs, times.sharedMs * atOnce));
  const limit = makeConcurrencyLimit({ size: () => 10, heldMs });
  const pass = (windows: number, overload: 'none' | 'recent' | 'lasting', wanted: number) => {
    let allowed = 0;
    for (let n = 0; n < windows; n += 1) {
      now += 250;
      allowed = limit.at(now, overload);
      atOnce = Math.min(wanted, allowed);
    }
    return allowed;
  };
  return { times, pass, heldMs: () => heldMs() ?? 0, silence: () => (isSilent = true) };
}

describe('the limit on the connections in use', () => {
  it('is that of the pool without a lasting overload, however long transactions take', () => {
    const database = makeDatabase({ aloneMs: 20, sharedMs: 20 });
    expect(database.pass(20, 'none', 10)).toBe(10);
    expect(database.pass(20, 'recent', 10)).toBe(10);
  });

  it.each([
    ['fast processors', 5, 4, 7],
    ['slow processors', 20, 5, 6],
    ['processors so slow that only the least is left', 20, 15, 5],
    ['a database so far away that the processors are never the reason', 200, 15, 10],
  ])(
    'leaves transactions in a lasting overload about as fast as before, with %s',
    (_name, aloneMs, sharedMs, expected) => {
      const database = makeDatabase({ aloneMs, sharedMs });
      database.pass(20, 'none', 1);
      const before = database.heldMs();
      database.pass(2, 'recent', 10);
      const allowed = database.pass(20, 'lasting', 10);
      expect([expected, expected + 1]).toContain(allowed);
      expect(database.heldMs()).toBeLessThanOrEqual(1.1 * Math.max(5 * sharedMs, 30, 1.5 * before));
    },
  );

  it('uses all connections again if fewer at once are not faster, such as with a slow disk', () => {
    const database = makeDatabase({ aloneMs: 20, sharedMs: 1 });
    database.pass(20, 'none', 1);
    database.times.aloneMs = 80;
    expect(database.pass(3, 'lasting', 10)).toBeLessThan(10);
    expect(database.pass(4, 'lasting', 10)).toBe(10);
    expect(database.pass(40, 'lasting', 10)).toBe(10);
  });

  it('does not take a busy minute before the overload for the norm', () => {
    const database = makeDatabase({ aloneMs: 20, sharedMs: 10 });
    database.pass(20, 'none', 1);
    database.pass(240, 'none', 9);
    expect(database.pass(20, 'lasting', 10)).toBeLessThanOrEqual(5);
  });

  it('rises again when transactions become faster, and is gone when the overload ends', () => {
    const database = makeDatabase({ aloneMs: 20, sharedMs: 10 });
    database.pass(20, 'none', 1);
    const inOverload = database.pass(8, 'lasting', 10);
    expect(inOverload).toBe(5);
    database.times.sharedMs = 5;
    expect(database.pass(8, 'lasting', 10)).toBeGreaterThan(inOverload);
    expect(database.pass(1, 'recent', 10)).toBe(10);
  });

  it('stays as it is without transactions to measure, and is that of the pool without any before', () => {
    const database = makeDatabase({ aloneMs: 20, sharedMs: 20 });
    database.silence();
    database.pass(20, 'none', 10);
    expect(database.pass(8, 'lasting', 10)).toBe(10);
  });
});
