import { expect, test } from 'vitest';
import { densityOf } from '#web/screens/school-admin/dashboard/paper.ts';

const short = {
  teacherName: 'Maya Okafor',
  description: 'Grade 4 classroom',
  isUrgent: false,
  substitute: { fullName: 'Tom Byron' },
};
const long = {
  teacherName: 'Alexandrina Wolfeschlegelsteinhausen',
  description: 'Fourth grade, fractions and decimals, with the blue folders on the desk',
  isUrgent: true,
  substitute: { fullName: 'Bartholomew Featherstonehaugh' },
};

// A page has at least 40 rows, with names of the usual length.
test.each([
  [40, short, 'tight'],
  [0, short, undefined],
  [18, short, undefined],
  [19, short, 'tight'],
  [48, short, 'tight'],
  [49, short, 'tightest'],
  [55, short, 'tightest'],
  [56, short, 'cut'],
  [7, long, undefined],
  [9, long, 'tight'],
  [13, long, 'tightest'],
  [30, long, 'cut'],
] as const)('%d classes with names of that length print in the largest size that fits', (count, room, density) => {
  expect(densityOf(Array.from({ length: count }, () => room))).toBe(density);
});
