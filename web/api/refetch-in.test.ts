import { expect, it } from 'vitest';
import { refetchAtEnd } from '#web/api/refetch-in.ts';

const day = { date: '2026-11-24', timeZone: 'America/New_York' };
const now = Date.parse('2026-11-24T19:50:00Z');
const minute = 60_000;
const [assignable, booked, over] = [['assign', 'edit'], ['release'], ['correct', 'remove']];

it.each([
  ['at the end of one that can still be assigned', [{ can: assignable, endTime: '15:00' }], 10 * minute + 500],
  ['at the end of one whose substitute can be released', [{ can: booked, endTime: '14:55' }], 5 * minute + 500],
  [
    'at the first end',
    [
      { can: assignable, endTime: '15:00' },
      { can: booked, endTime: '14:52' },
    ],
    2 * minute + 500,
  ],
  ['soon if the server’s clock is behind', [{ can: assignable, endTime: '14:00' }], 15_000],
  ['never for those that are over', [{ can: over, endTime: '14:00' }], false],
])('refetches classes %s', (_, classes, expected) => {
  const rows = classes.map((each) => ({ ...day, ...each }));
  expect(refetchAtEnd(rows, now)).toBe(expected);
});
