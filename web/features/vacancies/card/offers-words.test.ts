import { expect, it } from 'vitest';
import { offersInWords } from './offers-words.ts';

const now = new Date('2026-11-24T10:45:00Z');
const some = {
  offered: 10,
  saw: 6,
  declined: 3,
  whyDeclined: null,
  nextAt: '2026-11-24T11:05:00.000Z',
  nextSize: 10,
  everyoneAt: '2026-11-24T11:20:00.000Z',
  isPaused: false,
};

it.each([
  [null, null],
  [undefined, null],
  [some, 'Offered to 10 · 6 saw it · 3 declined · next 10 at 6:05 AM · everyone at 6:20 AM'],
  [
    { ...some, unsent: 4 },
    'Offered to 10 · 4 not sent yet · 6 saw it · 3 declined · next 10 at 6:05 AM · everyone at 6:20 AM',
  ],
  [{ ...some, nextSize: null }, 'Offered to 10 · 6 saw it · 3 declined · next wave at 6:05 AM · everyone at 6:20 AM'],
  [
    { ...some, whyDeclined: '2 distance', nextAt: null, everyoneAt: null },
    'Offered to 10 · 6 saw it · 3 declined (2 distance)',
  ],
  [{ ...some, nextAt: some.everyoneAt }, 'Offered to 10 · 6 saw it · 3 declined · everyone at 6:20 AM'],
  [
    { ...some, saw: 0, declined: 0, nextAt: '2026-11-25T10:30:00.000Z', everyoneAt: '2026-11-30T12:20:00.000Z' },
    'Offered to 10 · next 10 on Wed, Nov 25 at 5:30 AM · everyone on Mon, Nov 30 at 7:20 AM',
  ],
  [
    { ...some, nextAt: null, everyoneAt: null, isPaused: true },
    'Offered to 10 · 6 saw it · 3 declined · further offers are paused',
  ],
  [
    { ...some, offered: 0, saw: 0, declined: 0, nextAt: null, everyoneAt: null },
    'No substitute fits and is free. We’ll look again before the start',
  ],
  [
    { ...some, offered: 0, saw: 0, declined: 0, nextAt: null, everyoneAt: null, isPaused: true },
    'No offers sent yet · further offers are paused',
  ],
  // The vacancy was posted at night.
  [
    { ...some, offered: 0, saw: 0, declined: 0, nextSize: 6 },
    'No offers sent yet · first 6 at 6:05 AM · everyone at 6:20 AM',
  ],
  [{ ...some, nextAt: '2026-11-24T10:45:00.000Z', everyoneAt: null }, 'Offered to 10 · 6 saw it · 3 declined'],
])('%j', (offers, words) => {
  expect(offersInWords({ offers, timeZone: 'America/New_York' }, now)).toBe(
    words?.replaceAll(/(?<=\w{3},) (?=\w{3} \d)|(?<=Nov) | (?=AM|PM)/g, '\u00A0') ?? null,
  );
});
