import { expect, test } from 'vitest';
import { inPlace } from './in-place.ts';

const row = (id: number, name = '') => ({ id, name });
const kept = (order: number[], ...ids: number[]) =>
  new Map(ids.map((id) => [id, { row: row(id, 'answered'), order }] as const));
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

test.each([
  ['in the middle', [1, 3], kept([1, 2, 3], 2), [1, 2, 3]],
  ['at the top', [2, 3], kept([1, 2, 3], 1), [1, 2, 3]],
  ['at the end', [1, 2], kept([1, 2, 3], 3), [1, 2, 3]],
  ['alone', [], kept([1], 1), [1]],
  ['two neighbors', [1, 4], kept([1, 2, 3, 4], 2, 3), [1, 2, 3, 4]],
  ['two neighbors, the later one answered first', [1, 4], kept([1, 2, 3, 4], 3, 2), [1, 2, 3, 4]],
  ['after its neighbor left, too', [3], kept([1, 2, 3], 2), [2, 3]],
  ['while another one arrives', [1, 9, 3], kept([1, 2, 3], 2), [1, 2, 9, 3]],
])('an answered row stays %s', (_, rows, answered, expected) => {
  expect(
    idsOf(
      inPlace(
        rows.map((id) => row(id)),
        answered,
      ),
    ),
  ).toEqual(expected);
});

test('a kept row that the list still contains is shown as it was', () => {
  expect(inPlace([row(1), row(2)], kept([1, 2], 2))).toEqual([row(1), row(2, 'answered')]);
});
