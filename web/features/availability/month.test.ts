import { expect, test } from 'vitest';
import { dateAfterKey, weeksOf } from '#web/features/availability/month.ts';

test('a month stands in weeks from Monday to Sunday, without the days of its neighbours', () => {
  const november = weeksOf('2026-11');
  expect(november).toHaveLength(6);
  expect(november[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(november[5]).toEqual(['2026-11-30', null, null, null, null, null, null]);
  expect(weeksOf('2027-02')).toHaveLength(4);
});

test.each([
  ['2026-11-30', 'ArrowRight', '2026-12-01'],
  ['2026-11-01', 'ArrowLeft', '2026-10-31'],
  ['2026-11-24', 'ArrowUp', '2026-11-17'],
  ['2026-11-24', 'ArrowDown', '2026-12-01'],
  ['2026-11-25', 'Home', '2026-11-23'],
  ['2026-11-25', 'End', '2026-11-29'],
  ['2026-12-31', 'PageDown', '2027-01-31'],
  ['2027-01-31', 'PageDown', '2027-02-28'],
  ['2026-11-30', 'PageUp', '2026-10-30'],
  ['2026-11-24', 'a', null],
])('from %s %s leads to %s', (date, key, to) => {
  expect(dateAfterKey(date, key)).toBe(to);
});
