import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type BoardClass, boardSections, byBoard, nextStepOf, sectionOf, triedWords } from './board.ts';

const now = new Date('2026-11-23T12:00:00Z');
const later = new Date('2026-11-23T20:00:00Z');
const untried = {
  notified: 0,
  saw: 0,
  declined: 0,
  waiting: 0,
  isNotifying: false,
  hasWavesAhead: false,
  isHeld: false,
};

test.each([
  ['open', null, 'uncovered'],
  ['pending_approval', null, 'uncovered'],
  ['filled', false, 'unconfirmed'],
  ['filled', true, 'covered'],
  ['filled', null, 'covered'],
] as const)('a class that is %s and confirmed=%s is %s', (status, confirmed, section) => {
  expect(sectionOf({ status, confirmed })).toBe(section);
});

test.each([
  [false, later, 'offer_again'],
  [true, later, 'offer_again'],
  [true, now, null],
] as const)(
  'a class whose substitute did not come (confirmed=%s) is uncovered, and next comes %s %s',
  (confirmed, endsAt, next) => {
    const one = { status: 'filled', confirmed, isNoShow: true, endsAt } as const;
    expect([sectionOf(one), nextStepOf(one, untried, now)]).toEqual(['uncovered', next]);
  },
);

const aClass = fc.record<BoardClass>({
  id: fc.nat({ max: 5 }),
  status: fc.constantFrom('open', 'pending_approval', 'filled'),
  confirmed: fc.constantFrom(null, true, false),
  isUrgent: fc.boolean(),
  startTime: fc.constantFrom('07:00', '08:00', '12:30'),
  teacherName: fc.constantFrom('Ann', 'ann', 'Bo'),
});

describe('the order of the board', () => {
  it('is by section, then start, urgent first, then teacher', () => {
    const base: BoardClass = {
      id: 1,
      status: 'open',
      confirmed: null,
      isUrgent: false,
      startTime: '08:00',
      teacherName: 'Ann',
    };
    const wanted: BoardClass[] = [
      { ...base, id: 9, startTime: '07:00', status: 'pending_approval' },
      { ...base, id: 8, isUrgent: true, teacherName: 'Zoe' },
      { ...base, id: 7 },
      { ...base, id: 10, teacherName: 'ann' },
      { ...base, id: 6, teacherName: 'Bo' },
      { ...base, id: 5, startTime: '07:00', status: 'filled', confirmed: false },
      { ...base, id: 4, startTime: '07:00', status: 'filled', confirmed: true },
    ];
    expect(wanted.toReversed().toSorted(byBoard)).toEqual(wanted);
  });

  it('is an order, and keeps the sections together', () => {
    fc.assert(
      fc.property(
        fc.array(aClass, { maxLength: 12 }),
        fc.array(aClass, { minLength: 3, maxLength: 3 }),
        (rows, three) => {
          const places = rows.toSorted(byBoard).map((row) => boardSections.indexOf(sectionOf(row)));
          expect(places).toEqual(places.toSorted((one, other) => one - other));
          const [a, b, c] = three as [BoardClass, BoardClass, BoardClass];
          expect(Math.sign(byBoard(a, b))).toBe(-Math.sign(byBoard(b, a)) + 0);
          if (byBoard(a, b) <= 0 && byBoard(b, c) <= 0) expect(byBoard(a, c)).toBeLessThanOrEqual(0);
        },
      ),
    );
  });
});

test.each([
  ['open', null, untried, 'offer'],
  ['open', null, { ...untried, isNotifying: true }, 'notifying'],
  ['open', null, { ...untried, isHeld: true }, 'held'],
  ['open', null, { ...untried, notified: 3, declined: 3, waiting: 0, isHeld: true }, 'held'],
  ['open', null, { ...untried, notified: 3, declined: 3, waiting: 1 }, 'wait'],
  ['open', null, { ...untried, hasWavesAhead: true }, 'wave'],
  ['open', null, { ...untried, notified: 3, declined: 3, waiting: 0, hasWavesAhead: true }, 'wave'],
  ['open', null, { ...untried, notified: 3, declined: 3, waiting: 0 }, 'assign'],
  ['pending_approval', null, untried, 'review'],
  ['filled', false, untried, 'confirm'],
  ['filled', true, untried, null],
] as const)(
  'after %s, confirmed=%s, %j comes %s, and nothing once the class is over',
  (status, confirmed, tried, next) => {
    expect(nextStepOf({ status, confirmed, endsAt: later }, tried, now)).toBe(next);
    expect(nextStepOf({ status, confirmed, endsAt: now }, tried, now)).toBeNull();
  },
);

test.each([
  ['open', 'covered', null],
  ['pending_approval', 'uncovered', 'review'],
  ['filled', 'unconfirmed', 'confirm'],
] as const)('a class that colleagues cover and that is %s is %s, and next comes %s', (status, section, next) => {
  const one = { status, confirmed: status === 'filled' ? false : null, coveredInside: true, endsAt: later };
  expect([sectionOf(one), nextStepOf(one, untried, now)]).toEqual([section, next]);
});

test.each([
  [null, null],
  [{ notified: 0, saw: 0, declined: 0, whyDeclined: null }, null],
  [{ notified: 1, saw: 0, declined: 0, whyDeclined: null }, '1 notified'],
  [{ notified: 37, saw: 12, declined: 3, whyDeclined: null }, '37 notified, 12 saw it, 3 declined'],
  [{ notified: 5, saw: 4, declined: 3, whyDeclined: '2 distance' }, '5 notified, 4 saw it, 3 declined (2 distance)'],
  [
    { notified: 17, saw: 4, declined: 0, whyDeclined: null, undelivered: 6 },
    '17 notified, 6 couldn’t be reached, 4 saw it',
  ],
  [{ notified: 21, saw: 2, declined: 0, whyDeclined: null, unsent: 12 }, '9 notified, 12 not sent yet, 2 saw it'],
  [{ notified: 1, saw: 0, declined: 0, whyDeclined: null, unsent: 1 }, '1 offer not sent yet'],
  [{ notified: 21, saw: 0, declined: 0, whyDeclined: null, unsent: 21 }, '21 offers not sent yet'],
  [{ notified: 2000, saw: 12, declined: 0, whyDeclined: null }, '2,000+ notified, 12 saw it'],
])('%j was tried: %s', (tried, words) => {
  expect(triedWords(tried)).toBe(words);
});
