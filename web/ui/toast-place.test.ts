import fc from 'fast-check';
import { expect, test } from 'vitest';
import { riseOf, type Box } from '#web/ui/toast-place.ts';

/** Returns a box across a phone's width, from `top` to `bottom`. */
const across = (top: number, bottom: number): Box => ({ top, bottom, left: 16, right: 374 });
const toast = across(760, 828);
const bar = across(784, 844);

test.each<[string, Box[], number | null]>([
  ['stays at the bottom where nothing is', [], 0],
  ['stays where the controls are above it', [across(600, 644)], 0],
  ['rises above the bottom bar', [bar], 48],
  ['rises above bar and save bar', [bar, across(700, 774)], 132],
  ['takes the lowest gap that is high enough', [bar, across(690, 734), across(500, 544)], 142],
  ['takes a gap between two rows', [bar, across(600, 644)], 48],
  ['has no place below the ceiling', [bar, across(400, 780)], null],
  ['has no place where everything is taken', [across(0, 844)], null],
  ['ignores controls beside it', [{ top: 700, bottom: 844, left: 400, right: 600 }], 0],
])('a toast %s', (_name, avoided, rise) => {
  expect(riseOf(toast, avoided, 420)).toBe(rise);
});

test('a toast covers nothing, and takes the lowest free place', () => {
  const box = fc
    .record({ top: fc.integer({ min: 0, max: 843 }), height: fc.integer({ min: 1, max: 300 }) })
    .map(({ top, height }) => across(top, top + height));
  fc.assert(
    fc.property(fc.array(box, { maxLength: 12 }), (avoided) => {
      const covers = (rise: number, below = 0) =>
        avoided.some(({ top, bottom }) => bottom > toast.top - rise && top < toast.bottom + below - rise);
      const places = Array.from({ length: toast.top }, (_, at) => at);
      const rise = riseOf(toast, avoided, 1);
      expect(rise === null || !covers(rise)).toBe(true);
      expect(rise).toBe(places.find((at) => !covers(at, at === 0 ? 0 : 4)) ?? null);
    }),
  );
});
