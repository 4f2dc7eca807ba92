import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mediansOf } from './offer-record.ts';

const people = (days: readonly number[]) => days.map((each) => ({ offers: 2 * each, answers: 1, days: each }));

test.each([
  [[], null],
  [[1, 2, 3, 4], null],
  [[5, 1, 3, 2, 4], { offers: 6, answers: 1, days: 3 }],
  [[6, 1, 3, 2, 4, 5], { offers: 7, answers: 1, days: 3.5 }],
])('the medians of %j', (days, medians) => {
  expect(mediansOf(people(days))).toEqual(medians);
});

test('half of the people are at or below a median, and half at or above it', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40), { minLength: 5, maxLength: 60 }), (days) => {
      const found = mediansOf(people(days))?.days ?? NaN;
      expect(days.filter((each) => each <= found).length).toBeGreaterThanOrEqual(days.length / 2);
      expect(days.filter((each) => each >= found).length).toBeGreaterThanOrEqual(days.length / 2);
    }),
  );
});
