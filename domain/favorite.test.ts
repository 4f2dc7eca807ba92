import { expect, it } from 'vitest';
import { chooseFirst } from './favorite.ts';

it.each([
  [[1], [], [1, 9]],
  [[1, 2], [1], [1, 2, 9]],
  [[1, 2, 3, 4, 5], [2], [1, 3, 4, 5, 9]],
  [
    [1, 2, 3, 4, 5],
    [2, 4],
    [1, 3, 4, 5, 9],
  ],
])('of %j with the misfits %j, a sixth makes %j', (chosen, misfits, after) => {
  expect(chooseFirst(chosen, 9, misfits)).toEqual(after);
});
