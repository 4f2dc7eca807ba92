import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  closedOn,
  closureOver,
  closureProblem,
  closuresInWords,
  closuresSince,
  dayInView,
  schoolDayFrom,
} from './closure.ts';
import { addDays } from './time.ts';

const thanksgiving = { from: '2026-11-26', to: '2026-11-27', name: 'Thanksgiving break' };

describe('a school day', () => {
  it.each([
    ['2026-11-25', null],
    ['2026-11-26', 'Thanksgiving break'],
    ['2026-11-27', 'Thanksgiving break'],
    ['2026-11-28', 'Weekend'],
    ['2026-11-29', 'Weekend'],
    ['2026-11-30', null],
  ])('%s is closed by %s', (date, closed) => {
    expect(closedOn(date, [thanksgiving])).toBe(closed);
  });

  it.each([
    ['2026-11-25', '2026-11-25'],
    ['2026-11-26', '2026-11-30'],
    ['2026-11-28', '2026-11-30'],
  ])('from %s on is %s', (date, next) => {
    expect(schoolDayFrom(date, [thanksgiving])).toBe(next);
  });

  it('is never during a closure, however long it is', () => {
    const start = '2026-01-01';
    fc.assert(
      fc.property(fc.nat(600), fc.array(fc.tuple(fc.nat(600), fc.nat(40)), { maxLength: 8 }), (from, spans) => {
        const closures = spans.map(([first, days]) => ({
          from: addDays(start, first),
          to: addDays(start, first + days),
          name: 'Break',
        }));
        const day = schoolDayFrom(addDays(start, from), closures);
        expect(day >= addDays(start, from)).toBe(true);
        expect(closedOn(day, closures)).toBeNull();
      }),
    );
    const forever = [{ from: '2000-01-01', to: '2100-12-31', name: 'Closed' }];
    expect(schoolDayFrom('2026-11-23', forever)).toBe('2026-11-23');
  });
});

it.each([
  ['2026-11-26', '2026-11-26', null],
  ['2026-11-26', '2026-11-25', "The last day can't be before the first."],
  ['2026-06-01', '2026-09-28', null],
  ['2026-06-01', '2026-09-29', 'At most 120 days can be closed at once.'],
  ['soon', '2026-09-29', null],
])('a closure from %s to %s is refused with %s', (from, to, sentence) => {
  expect(closureProblem({ from, to })).toBe(sentence);
});

it('says closures in words', () => {
  const labor = { from: '2026-09-07', to: '2026-09-07', name: 'Labor Day' };
  expect(closuresInWords([labor, thanksgiving])).toBe(
    'Labor Day: 2026-09-07; Thanksgiving break: 2026-11-26 to 2026-11-27',
  );
  expect(closuresInWords([])).toBeNull();
});

it.each([
  ['2026-11-26', '2026-11-27', true],
  ['2026-11-27', '2026-11-27', true],
  ['2026-11-25', '2026-11-26', false],
  ['2026-11-27', '2026-11-28', false],
])('knows whether %s to %s is closed already: %s', (from, to, isClosed) => {
  expect(closureOver({ from, to }, [thanksgiving])).toEqual(isClosed ? thanksgiving : null);
});

it('lists current and future closures by their first day', () => {
  const spring = { from: '2027-03-29', to: '2027-04-02', name: 'Spring break' };
  const over = { from: '2026-09-07', to: '2026-09-07', name: 'Labor Day' };
  expect(closuresSince('2026-11-27', [spring, over, thanksgiving])).toEqual([thanksgiving, spring]);
});

it.each([
  ['a school day', '2026-11-25', false, '2026-11-25'],
  ['the day of a closure', '2026-11-26', false, '2026-11-30'],
  ['the day before a weekend, closed', '2026-11-27', false, '2026-11-30'],
  ['a weekend', '2026-11-28', false, '2026-11-30'],
  ['a weekend with a class', '2026-11-28', true, '2026-11-28'],
])('a school that opens its board on %s looks at a school day', (_case, today, hasClasses, day) => {
  expect(dayInView(today, [thanksgiving], hasClasses)).toBe(day);
});
