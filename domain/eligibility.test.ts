import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyDay } from './availability.ts';
import { eligibility, type EligibilityFacts } from './eligibility.ts';
import { noPreferences } from './preferences.ts';
import { defaultVacancySettings } from './shift.ts';

const facts: EligibilityFacts = {
  hasDeclined: false,
  isExcluded: false,
  isBooked: false,
  week: null,
  singleDate: null,
  vacancy: {
    date: '2026-11-24',
    start: '08:00',
    end: '15:00',
    grade: '4',
    subject: 'Math',
    needsSubject: false,
    needsGrade: false,
  },
  settings: defaultVacancySettings,
  preferences: null,
  knows: '',
  hoursAhead: 20,
  milesAway: null,
};
const needsMath = { ...facts.vacancy, needsSubject: true };
const needsGrade4 = { ...facts.vacancy, needsGrade: true };
const needsLatin = { ...needsMath, subject: 'LATIN' };

describe('a vacancy is offered to', () => {
  it.each<[string, Partial<EligibilityFacts>, string[]]>([
    ['a substitute who never saved a week', {}, []],
    ['one who is available all day', { week: everyDay('all_day') }, []],
    ['one whose exception beats the week', { week: everyDay('unavailable'), singleDate: 'preferred' }, []],
    ['no one who is away that weekday', { week: everyDay('unavailable') }, ['unavailable']],
    ['no one who has only the morning', { singleDate: 'morning' }, ['unavailable']],
    ['no one who is booked', { isBooked: true }, ['booked']],
    ['no one whom the school excludes', { isExcluded: true }, ['excluded']],
    ['no one beyond a work limit', { isOverLimit: true }, ['over_limit']],
    ['no one who wants other days', { preferences: { ...noPreferences, days: 'half' } }, ['day_length']],
    ['no one who wants more notice', { preferences: { ...noPreferences, noticeHours: 24 } }, ['short_notice']],
    ['no one who wants other grades', { preferences: { ...noPreferences, grades: ['K'] } }, ['other_grade']],
    ['no one who wants other subjects', { preferences: { ...noPreferences, subjects: ['Art'] } }, ['other_subject']],
    ['no one who finds it too far', { preferences: { ...noPreferences, miles: 10 }, milesAway: 11 }, ['too_far']],
    ['one whose distance isn’t known', { preferences: { ...noPreferences, miles: 10 } }, []],
    ['no one who doesn’t know a subject that it needs', { vacancy: needsMath }, ['unknown_subject']],
    ['one whose profile names that subject', { vacancy: needsMath, knows: 'B.S. Mathematics' }, []],
    ['one who wants that subject', { vacancy: needsMath, preferences: { ...noPreferences, subjects: ['Math'] } }, []],
    [
      'no one whose profile doesn’t name the school’s own subject',
      { vacancy: needsLatin, knows: 'Platinum' },
      ['unknown_subject'],
    ],
    ['one whose profile names it, in any case', { vacancy: needsLatin, knows: 'French | Latin, Greek' }, []],
    ['no one who doesn’t teach a grade that it needs', { vacancy: needsGrade4, knows: 'Grade 5' }, ['unknown_grade']],
    ['no one whose profile names no grade', { vacancy: needsGrade4, knows: 'Math' }, ['unknown_grade']],
    ['one whose profile names that grade in a range', { vacancy: needsGrade4, knows: 'Math | Grades 3 to 5' }, []],
    ['one whose profile names the level of that grade', { vacancy: needsGrade4, knows: 'Elementary education' }, []],
    ['one who chose that grade', { vacancy: needsGrade4, preferences: { ...noPreferences, grades: ['4'] } }, []],
    [
      'no one whose profile and job preferences name other grades',
      { vacancy: needsGrade4, preferences: { ...noPreferences, grades: ['5'] }, knows: 'K-3' },
      ['unknown_grade', 'other_grade'],
    ],
    ['everyone if it needs a grade that no one named', { vacancy: { ...needsGrade4, grade: null } }, []],
    [
      'no one who has neither the subject nor the grade, the subject first',
      { vacancy: { ...needsMath, needsGrade: true } },
      ['unknown_subject', 'unknown_grade'],
    ],
    ['everyone if it needs a subject that no one named', { vacancy: { ...needsMath, subject: null } }, []],
    ['no one who declined, their own answer first', { isBooked: true, hasDeclined: true }, ['declined', 'booked']],
    [
      'no one for three reasons',
      { isBooked: true, hasDeclined: true, singleDate: 'unavailable' },
      ['declined', 'booked', 'unavailable'],
    ],
  ])('%s', (_, change, reasons) => {
    expect(eligibility({ ...facts, ...change })).toEqual({ isEligible: reasons.length === 0, reasons });
  });

  it('depends only on what people say and do: a name, gender or age changes nothing', () => {
    const who = fc.record({ fullName: fc.string(), gender: fc.string(), age: fc.nat(90) });
    fc.assert(
      fc.property(who, who, fc.boolean(), (one, other, isBooked) => {
        expect(eligibility({ ...facts, isBooked, ...one })).toEqual(eligibility({ ...facts, isBooked, ...other }));
      }),
    );
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
