import { expect, it } from 'vitest';
import { changeOfClass } from './seen-class.ts';

const seen = { date: '2026-11-30', startTime: '08:00', endTime: '15:00', together: null };
const together = '3 days, Mon, Nov 30 to Wed, Dec 2';

it.each([
  [seen, seen, null],
  [seen, { ...seen, date: '2026-12-02' }, 'This class has changed. It is now Wed, Dec 2, 8:00 AM – 3:00 PM.'],
  [seen, { ...seen, startTime: '07:30' }, 'This class has changed. It is now Mon, Nov 30, 7:30 AM – 3:00 PM.'],
  [seen, { ...seen, together }, 'This job has changed. It is now 3 days, Mon, Nov 30 to Wed, Dec 2.'],
  [{ ...seen, together }, seen, 'This class has changed. It is now Mon, Nov 30, 8:00 AM – 3:00 PM.'],
  [
    { ...seen, together },
    { ...seen, together, endTime: '12:00' },
    'This class has changed. It is now Mon, Nov 30, 8:00 AM – 12:00 PM.',
  ],
])('says how a class has changed since a substitute saw it: %#', (before, now, sentence) => {
  expect(changeOfClass(before, now)).toBe(sentence);
});
