import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageStarts } from '#web/screens/public/wall/wall-pages.ts';

test.each([
  [[], 100, [0]],
  [[40, 40], 80, [0]],
  [[40, 40, 1], 80, [0, 2]],
  [[90, 200, 10, 90], 100, [0, 1, 2]],
  [[30, 30], 0, [0, 1]],
])('rows of %j in a room of %i begin pages at %j', (heights, room, starts) => {
  expect(pageStarts(heights, room)).toEqual(starts);
});

test('every row is on one page, every page fits or has one row, and no page could begin later', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 120 }), (heights) => {
      const room = 100;
      const starts = pageStarts(heights, room);
      const pages = starts.map((start, at) => heights.slice(start, starts[at + 1]));
      expect(pages.flat()).toEqual(heights);
      const sum = (page: readonly number[]) => page.reduce((total, height) => total + height, 0);
      for (const [at, page] of pages.entries()) {
        expect(page.length === 1 || sum(page) <= room).toBe(true);
        if (at > 0) expect(sum(pages[at - 1] ?? []) + (page[0] ?? 0)).toBeGreaterThan(room);
      }
    }),
  );
});
