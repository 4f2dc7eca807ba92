import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeTurns } from '#server/security/turns.ts';

/** Makes turns on a separate clock. */
function makeWork(
  atOnce: number,
  mostWaitMs: number,
  usualMs: number,
  lastingWaitMs = mostWaitMs,
  isOverloaded?: (now: number) => boolean,
) {
  let now = 0;
  const turns = makeTurns(atOnce, {
    mostWaitMs,
    lastingWaitMs,
    usualMs,
    sentence: 'Too many at once.',
    clock: () => now,
    ...(isOverloaded && { isOverloaded }),
  });
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  return {
    turns,
    begun,
    begin: (n: number, caller = 'school') =>
      turns.whenFree(caller, () => {
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
  expect(() => turns.refuseIfTooMany('school')).toThrow('Too many at once.');
  await end(2, 100);
  expect(begun).toEqual([1, 2, 3]);
  turns.refuseIfTooMany('school');
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
      turns.refuseIfTooMany('school');
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
          turns.refuseIfTooMany('school');
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

it('keeps the queue short as soon as the whole process is overloaded, and as long as it is', async () => {
  const { begin, pass } = makeWork(1, 2000, 30, 60, (now) => now >= 100 && now < 200);
  const outcomeOf = async (n: number) => {
    let isRefused = false;
    void begin(n).catch(() => (isRefused = true));
    await nextTurn();
    return isRefused;
  };
  const outcomes: boolean[] = [];
  for (let n = 0; n < 5; n += 1) outcomes.push(await outcomeOf(n));
  pass(100);
  outcomes.push(await outcomeOf(5));
  pass(100);
  outcomes.push(await outcomeOf(6));
  expect(outcomes).toEqual([false, false, false, false, false, true, false]);
});

it('counts the time of work that fails, and never refuses work that doesn’t have to wait', async () => {
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
      turns.whenFree('school', () => {
        now += 60_000;
        return Promise.reject(new Error('wrong'));
      }),
    ).rejects.toThrow('wrong');
  turns.refuseIfTooMany('school');
  const running = turns.whenFree('school', () => nextTurn(1));
  const waiting = turns.whenFree('school', () => nextTurn(2));
  await expect(turns.whenFree('school', () => nextTurn(3))).rejects.toMatchObject(refusal);
  expect(await Promise.all([running, waiting])).toEqual([1, 2]);
});

describe('when a flood from one address fills the queue', () => {
  /**
   * Lets a flood keep the queue full for some turns of 30 ms. Other work arrives before some turns, each from its own
   * address.
   */
  async function floodFor(turnsLong: number, everyTurns: number, lastingWaitMs = 2000) {
    const { begin, begun, end } = makeWork(1, 2000, 30, lastingWaitMs);
    const arrivedAt: number[] = [];
    const isFlood: boolean[] = [];
    const waits = { flood: [] as number[], others: [] as number[] };
    const refused = { flood: 0, others: 0 };
    const latest = { refusedAfter: 0 };
    let now = 0;
    const arrive = (who: 'flood' | 'others') => {
      const n = arrivedAt.push(now) - 1;
      isFlood[n] = who === 'flood';
      begin(n, who === 'flood' ? 'flood' : `other ${n}`).catch(() => {
        refused[who] += 1;
        latest.refusedAfter = Math.max(latest.refusedAfter, now - (arrivedAt[n] ?? 0));
      });
    };
    for (let turn = 0; turn < turnsLong; turn += 1) {
      for (let each = 0; each < (turn === 0 ? 100 : 5); each += 1) arrive('flood');
      if (turn % everyTurns === 1 % everyTurns) arrive('others');
      await nextTurn();
      const n = begun.at(-1) ?? 0;
      waits[isFlood[n] === true ? 'flood' : 'others'].push(now - (arrivedAt[n] ?? 0));
      now += 30;
      await end(n, 30);
    }
    return { waits, refused, latest };
  }

  it.each([
    ['while the queue is long', 2000],
    ['while it is short because the flood goes on', 200],
  ])('admits every other caller within two turns %s, and the flood gets the rest', async (_, lastingWaitMs) => {
    const { waits, refused } = await floodFor(601, 3, lastingWaitMs);
    expect(refused.others).toBe(0);
    expect(waits.others).toHaveLength(200);
    expect(Math.max(...waits.others)).toBeLessThanOrEqual(60);
    expect(waits.flood).toHaveLength(401);
  });

  it('keeps no work longer than two seconds, even if others take nearly every turn', async () => {
    const { waits, refused, latest } = await floodFor(601, 1);
    expect(Math.max(...waits.flood, ...waits.others)).toBeLessThanOrEqual(2000);
    expect(latest.refusedAfter).toBeLessThanOrEqual(2030);
    expect(refused.others).toBe(0);
  });

  it('lets callers take turns in the order they came, each with its own work in order', async () => {
    const { begin, begun, end } = makeWork(1, 2000, 30);
    const work: [number, string][] = [
      [0, 'a'],
      [1, 'a'],
      [2, 'a'],
      [3, 'b'],
      [4, 'b'],
      [5, 'c'],
    ];
    for (const [n, caller] of work) void begin(n, caller);
    await nextTurn();
    for (let n = 0; n < work.length; n += 1) await end(begun.at(-1) ?? 0);
    expect(begun).toEqual([0, 1, 3, 5, 2, 4]);
  });
});

it('takes a place from the caller with the most work, its newest, and only for a caller with less', async () => {
  // Four that wait take 120 ms.
  const given: [number, unknown][] = [];
  const { turns, begun, begin, end } = makeWork(1, 100, 30);
  for (const n of [0, 1, 2, 3, 4]) begin(n, 'a').catch((error: unknown) => given.push([n, error]));
  await nextTurn();
  expect(() => turns.refuseIfTooMany('a')).toThrow('Too many at once.');
  turns.refuseIfTooMany('b');
  for (const n of [5, 6]) void begin(n, 'b');
  await nextTurn();
  expect(given).toEqual([
    [4, expect.objectContaining(refusal)],
    [3, expect.objectContaining(refusal)],
  ]);
  // Both now have as much work, counting the piece that runs.
  expect(() => turns.refuseIfTooMany('b')).toThrow('Too many at once.');
  await expect(begin(7, 'b')).rejects.toMatchObject(refusal);
  for (let n = 0; n < 5; n += 1) await end(begun.at(-1) ?? 0);
  expect(begun).toEqual([0, 1, 5, 2, 6]);
});

it('counts the work that runs, so that a machine with one place to wait does not keep it for one caller', async () => {
  const { begun, begin, end } = makeWork(1, 200, 300);
  const first = begin(0, 'a');
  const second = begin(1, 'a');
  await nextTurn();
  const third = begin(2, 'b');
  await expect(second).rejects.toMatchObject(refusal);
  await end(0);
  // The first caller's work is over, so what it had no longer counts.
  const fourth = begin(3, 'a');
  await expect(begin(4, 'c')).rejects.toMatchObject(refusal);
  await end(2);
  await end(3);
  expect(await Promise.all([first, third, fourth])).toEqual(begun);
});

it('never refuses the work of a caller who is alone after it was accepted, no matter how slow the machine becomes', async () => {
  const { begun, begin, end } = makeWork(1, 2000, 30);
  const work = Array.from({ length: 20 }, (_, n) => begin(n));
  for (let n = 0; n < 20; n += 1) {
    await nextTurn();
    await end(begun.at(-1) ?? 0, 1000);
  }
  expect(await Promise.all(work)).toEqual(begun);
});
