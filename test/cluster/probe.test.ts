import { expect, it } from 'vitest';
import { type Acknowledged, twoPrimaries } from '#test/cluster/probe.ts';

const write = (machine: number, branch: number, began: number, ended: number): Acknowledged => ({
  machine,
  n: began,
  timeline: String(branch).padStart(8, '0'),
  began,
  ended,
});

it.each([
  ['one primary after the other', [write(1, 1, 0, 1), write(1, 1, 2, 3), write(2, 2, 10, 11), write(1, 3, 20, 21)], 0],
  ['a frozen primary that answers late what a standby had', [write(1, 1, 0, 50), write(2, 2, 10, 11)], 0],
  ['two primaries', [write(1, 1, 0, 1), write(2, 2, 10, 11), write(1, 1, 12, 13), write(2, 2, 14, 15)], 1],
  ['two primaries, found whatever the order of their answers', [write(1, 1, 12, 13), write(2, 2, 10, 11)], 1],
])('finds two primaries that acknowledge at the same time: %s', (_name, acknowledged, wrong) => {
  expect(twoPrimaries(acknowledged)).toHaveLength(wrong);
});
