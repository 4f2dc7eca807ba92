import { expect, it } from 'vitest';
import { forgottenCalls } from '#bench/world/looks.ts';

it('the benchmarks measure every reading call, or say why not', () => {
  expect(forgottenCalls()).toEqual([]);
});
