import { expect, test } from 'vitest';
import { percentAt, stepsTo } from '#web/ui/chart-scale.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 2, 4]],
  [7, [0, 5, 10]],
  [27, [0, 10, 20, 30]],
  [61, [0, 50, 100]],
])('an axis of counts up to %i has round integer steps that cover it', (most, steps) => {
  expect(stepsTo(most)).toEqual(steps);
});

test('an axis fits any count, in at most three steps', () => {
  for (let most = 0; most < 3000; most += 1) {
    const steps = stepsTo(most);
    expect(steps.at(-1)).toBeGreaterThanOrEqual(most);
    expect(steps.length).toBeLessThanOrEqual(4);
  }
});

test('a share becomes a percentage with two decimals at most', () => {
  expect([percentAt(1 / 3), percentAt(0), percentAt(1)]).toEqual(['33.33%', '0%', '100%']);
});
