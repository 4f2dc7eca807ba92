import { expect, it } from 'vitest';
import { isKnownZip, milesBetweenZips } from '#server/core/zip-codes.ts';

it('knows the place of a ZIP code, and of its longer form', () => {
  expect(['55811', ' 55811-1234 ', '00000', '558', '558111', 'M5V 2T6', ''].map(isKnownZip)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

it('measures between the centers of two ZIP codes, if both are known', () => {
  // Boston to Manhattan.
  expect(milesBetweenZips('02108', '10001')).toBeCloseTo(188, -1);
  expect(milesBetweenZips('55811', '55811-0001')).toBe(0);
  expect(milesBetweenZips('55811', '00000')).toBeNull();
  expect(milesBetweenZips(null, '55811')).toBeNull();
  expect(milesBetweenZips('55811', null)).toBeNull();
});
