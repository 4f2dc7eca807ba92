import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyDay } from './availability.ts';
import { eligibility, type EligibilityFacts } from './eligibility.ts';
import { defaultVacancySettings } from './shift.ts';

const facts: EligibilityFacts = {
  hasDeclined: false,
  isExcluded: false,
  isBooked: false,
  week: null,
  singleDate: null,
  vacancy: { date: '2026-11-24', start: '08:00', end: '15:00' },
  settings: defaultVacancySettings,
  preferences: null,
  hoursAhead: 20,
};

describe('a vacancy is offered to', () => {
  it.each<[string, Partial<EligibilityFacts>, string[]]>([
    ['a substitute who never saved a week', {}, []],
    ['one who is available all day', { week: everyDay('all_day') }, []],
    ['one whose exception beats the week', { week: everyDay('unavailable'), singleDate: 'preferred' }, []],
    ['no one who is away that weekday', { week: everyDay('unavailable') }, ['unavailable']],
    ['no one who has only the morning', { singleDate: 'morning' }, ['unavailable']],
    ['no one who is booked', { isBooked: true }, ['booked']],
    ['no one whom the school excludes', { isExcluded: true }, ['excluded']],
    ['no one beyond a limit of their work', { isOverLimit: true }, ['over_limit']],
    ['no one who wants other days', { preferences: { days: 'half', noticeHours: 0 } }, ['day_length']],
    ['no one who wants more notice', { preferences: { days: 'any', noticeHours: 24 } }, ['short_notice']],
    ['no one who declined, their own answer first', { isBooked: true, hasDeclined: true }, ['declined', 'booked']],
    [
      'no one for three reasons',
      { isBooked: true, hasDeclined: true, singleDate: 'unavailable' },
      ['declined', 'booked', 'unavailable'],
    ],
  ])('%s', (_, change, reasons) => {
    expect(eligibility({ ...facts, ...change })).toEqual({ isEligible: reasons.length === 0, reasons });
  });

  it('is never offered to someone whom the school excludes, and that changes no other reason', () => {
    const person = fc.record({
      hasDeclined: fc.boolean(),
      isBooked: fc.boolean(),
      isOverLimit: fc.boolean(),
      singleDate: fc.constantFrom(null, 'morning', 'preferred', 'unavailable'),
      hoursAhead: fc.nat(100),
    });
    fc.assert(
      fc.property(person, (change) => {
        const free = eligibility({ ...facts, ...change });
        const excluded = eligibility({ ...facts, ...change, isExcluded: true });
        expect(excluded.isEligible).toBe(false);
        expect(excluded.reasons.filter((reason) => reason !== 'excluded')).toEqual(free.reasons);
      }),
    );
  });
});
