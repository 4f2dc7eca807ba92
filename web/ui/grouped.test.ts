import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { grouped } from '#web/ui/grouped.ts';

it('groups a count by threes, as the language does', () => {
  expect([0, 999, 1000, 98_304, 1_234_567].map(grouped)).toEqual(['0', '999', '1,000', '98,304', '1,234,567']);
  fc.assert(fc.property(fc.nat(), (count) => grouped(count) === count.toLocaleString('en-US')));
});
