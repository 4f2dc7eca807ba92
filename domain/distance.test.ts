import fc from 'fast-check';
import { expect, it } from 'vitest';
import { distanceOf, milesBetween } from './distance.ts';

const boston = { latitude: 42.3601, longitude: -71.0589 };
const newYork = { latitude: 40.7128, longitude: -74.006 };

it('is as far as the crow flies', () => {
  expect(milesBetween(boston, newYork)).toBeCloseTo(190.2, 0);
  expect(milesBetween(boston, boston)).toBe(0);
  expect(milesBetween({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(12_436.8, 0);
});

it('is the same in both directions, and never longer than half around the Earth', () => {
  const place = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(place, place, (one, other) => {
      const miles = milesBetween(one, other);
      expect(miles).toBeCloseTo(milesBetween(other, one), 6);
      expect(miles).toBeGreaterThanOrEqual(0);
      expect(miles).toBeLessThan(12_437);
    }),
  );
});

it.each([
  [null, null],
  [0, 'near'],
  [5, 'near'],
  [5.1, 'usual'],
  [20, 'usual'],
  [20.1, 'far'],
])('%s miles are %s', (miles, word) => {
  expect(distanceOf(miles)).toBe(word);
});
