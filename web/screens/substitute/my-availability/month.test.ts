import { expect, test } from 'vitest';
import { dateAfterKey, weeksOf } from '#web/screens/substitute/my-availability/month.ts';

test('the weeks of a month run from Sunday to Saturday, without days of other months', () => {
  const november = weeksOf('2026-11');
  expect(november).toHaveLength(5);
  expect(november[0]?.[0]).toBe('2026-11-01');
  expect(november[4]).toEqual(['2026-11-29', '2026-11-30', null, null, null, null, null]);
  expect(weeksOf('2026-08')).toHaveLength(6);
  expect(weeksOf('2026-08')[0]).toEqual([null, null, null, null, null, null, '2026-08-01']);
});

test.each([
  ['2026-11-30', 'ArrowRight', '2026-12-01'],
  ['2026-11-01', 'ArrowLeft', '2026-10-31'],
  ['2026-11-24', 'ArrowUp', '2026-11-17'],
  ['2026-11-24', 'ArrowDown', '2026-12-01'],
  ['2026-11-25', 'Home', '2026-11-22'],
  ['2026-11-25', 'End', '2026-11-28'],
  ['2026-11-22', 'Home', '2026-11-22'],
  ['2026-12-31', 'PageDown', '2027-01-31'],
  ['2027-01-31', 'PageDown', '2027-02-28'],
  ['2026-11-30', 'PageUp', '2026-10-30'],
  ['2026-11-24', 'a', null],
])('from %s %s leads to %s', (date, key, to) => {
  expect(dateAfterKey(date, key)).toBe(to);
});
