import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { grouped } from '#domain/grouped.ts';

it('groups digits by threes, like Intl', () => {
  expect([0, 999, 1000, 98_304, 1_234_567].map(grouped)).toEqual(['0', '999', '1,000', '98,304', '1,234,567']);
  fc.assert(fc.property(fc.nat(), (count) => grouped(count) === count.toLocaleString('en-US')));
});
