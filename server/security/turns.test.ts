import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeTurns } from '#server/security/turns.ts';

/** Makes turns on a clock of its own. */
function makeWork(atOnce: number, mostWaitMs: number, usualMs: number, lastingWaitMs = mostWaitMs) {
  let now = 0;
  const turns = makeTurns(atOnce, {
    mostWaitMs,
    lastingWaitMs,
    usualMs,
    sentence: 'Too many at once.',
    clock: () => now,
  });
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  return {
    turns,
    begun,
    begin: (n: number) =>
      turns.whenFree(() => {
        begun.push(n);
        return new Promise<number>((resolve) => ends.set(n, () => resolve(n)));
      }),
    pass: (ms: number) => void (now += ms),
    /** Ends a piece of work after some time. */
    end: async (n: number, afterMs = 0) => {
      now += afterMs;
      ends.get(n)?.();
      await nextTurn();
    },
  };
}
const refusal = { code: 'busy', message: 'Too many at once.' };

it('runs a few at once in the order they came, lets some wait, and refuses the rest until a place is free', async () => {
  // Three that wait for two places take 3 × 100 / 2 ms.
  const { turns, begun, begin, end } = makeWork(2, 149, 100);
  const running = [1, 2, 3, 4, 5].map((n) => begin(n));
  await nextTurn();
  expect(begun).toEqual([1, 2]);
  await expect(begin(6)).rejects.toMatchObject(refusal);
  expect(() => turns.refuseIfTooMany()).toThrow('Too many at once.');
  await end(2, 100);
  expect(begun).toEqual([1, 2, 3]);
  turns.refuseIfTooMany();
  for (const n of [1, 3, 4, 5]) {
    await end(n);
    expect(await running[n - 1]).toBe(n);
  }
});

it.each([
  [30, 67],
  [120, 17],
  [3000, 1],
])('lets as many wait as take two seconds: when each takes %d ms, %d', async (eachMs, most) => {
  const { turns, begin, end } = makeWork(1, 2000, 30);
  // The mean follows the machine: after 60 pieces of work, the first guess hardly counts.
  for (let n = 0; n < 60; n += 1) {
    const running = begin(n);
    await nextTurn();
    await end(n, eachMs);
    await running;
  }
  const waiting: Promise<unknown>[] = [begin(100)];
  await nextTurn();
  let n = 101;
  for (; n < 300; n += 1) {
    try {
      turns.refuseIfTooMany();
    } catch {
      break;
    }
    waiting.push(begin(n));
    await nextTurn();
  }
  expect(n - 101).toBe(most);
  for (let each = 100; each < n; each += 1) await end(each);
  await Promise.all(waiting);
});

it('lets a burst wait two seconds, but keeps the queue at 0.2 s while sign-ins have been refused for a while', async () => {
  const { turns, begun, begin, end, pass } = makeWork(1, 2000, 30, 200);
  const since: number[] = [];
  const waits: number[] = [];
  let now = 0;
  let refused = 0;
  /** One more arrives every `everyMs`, and each takes 30 ms. */
  const signIns = async (forMs: number, everyMs: number) => {
    waits.length = 0;
    refused = 0;
    const until = now + forMs;
    for (; now < until; now += 10) {
      if (now % everyMs === 0) {
        try {
          turns.refuseIfTooMany();
          since.push(now);
          void begin(since.length - 1);
        } catch {
          refused += 1;
        }
      }
      pass(10);
      await nextTurn();
      if (now % 30 === 20 && begun.length > 0) {
        const n = begun.length - 1;
        waits.push(now + 10 - (since[n] ?? now));
        await end(n);
      }
    }
  };
  // A hundred a second for a second is a burst.
  await signIns(990, 10);
  expect(refused).toBe(0);
  await signIns(3000, 1000);
  expect(Math.max(...waits)).toBeGreaterThan(1500);
  await signIns(9000, 20);
  await signIns(9000, 20);
  expect(Math.max(...waits)).toBeLessThanOrEqual(260);
  // As many are accepted as with a long queue: 9 s have 300 turns.
  expect(waits.length).toBeGreaterThanOrEqual(299);
  // After a calm time, a burst may wait again.
  await signIns(2970, 1000);
  await signIns(990, 10);
  expect(refused).toBe(0);
});

it('counts the time of work that fails, and never refuses work that needs not wait', async () => {
  let now = 0;
  const turns = makeTurns(1, {
    mostWaitMs: 2000,
    lastingWaitMs: 200,
    usualMs: 30,
    sentence: 'Too many at once.',
    clock: () => now,
  });
  for (let n = 0; n < 60; n += 1)
    await expect(
      turns.whenFree(() => {
        now += 60_000;
        return Promise.reject(new Error('wrong'));
      }),
    ).rejects.toThrow('wrong');
  turns.refuseIfTooMany();
  const running = turns.whenFree(() => nextTurn(1));
  const waiting = turns.whenFree(() => nextTurn(2));
  await expect(turns.whenFree(() => nextTurn(3))).rejects.toMatchObject(refusal);
  expect(await Promise.all([running, waiting])).toEqual([1, 2]);
});
