import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeTurns } from '#server/security/turns.ts';

it('runs a few at once in the order they came, lets some wait, and refuses the rest until a place is free', async () => {
  const turns = makeTurns(2, 3, 'Too many at once.');
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const work = (n: number) => () => {
    begun.push(n);
    return new Promise<number>((resolve) => ends.set(n, () => resolve(n)));
  };
  const running = [1, 2, 3, 4, 5].map((n) => turns.whenFree(work(n)));
  await nextTurn();
  expect(begun).toEqual([1, 2]);
  const refusal = { code: 'busy', message: 'Too many at once.' };
  await expect(turns.whenFree(work(6))).rejects.toMatchObject(refusal);
  expect(() => turns.refuseIfTooMany()).toThrow('Too many at once.');
  ends.get(2)?.();
  await running[1];
  await nextTurn();
  expect(begun).toEqual([1, 2, 3]);
  turns.refuseIfTooMany();
  for (const n of [1, 3, 4, 5]) {
    ends.get(n)?.();
    expect(await running[n - 1]).toBe(n);
    await nextTurn();
  }
});
