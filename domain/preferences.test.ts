import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grades } from '#domain/grade.ts';
import {
  type JobPreferences,
  type Nearness,
  noPreferences,
  unwanted,
  unwantedReasons,
  unwantedSentence,
  type WantedClass,
} from '#domain/preferences.ts';
import { subjects } from '#domain/subject.ts';

const full: WantedClass = { start: '08:00', end: '15:00', grade: '4', subject: 'Algebra I' };
const half = { ...full, end: '12:30' };
const near: Nearness = { hoursAhead: 5, milesAway: 10 };

describe('job preferences', () => {
  it.each<[Partial<JobPreferences>, Partial<WantedClass>, Partial<Nearness>, string[]]>([
    [{}, full, { hoursAhead: 0 }, []],
    [{}, half, { hoursAhead: -1 }, []],
    [{ days: 'full' }, full, {}, []],
    [{ days: 'full' }, half, {}, ['day_length']],
    [{ days: 'full' }, { end: '12:31' }, {}, []],
    [{ days: 'half' }, half, {}, []],
    [{ days: 'half', noticeHours: 6 }, full, {}, ['day_length', 'short_notice']],
    [{ noticeHours: 5 }, full, {}, []],
    [{ grades: ['K', '4'] }, full, {}, []],
    [{ grades: ['K'] }, full, {}, ['other_grade']],
    [{ grades: ['K'] }, { grade: null }, {}, []],
    [{ subjects: ['Art', 'Math'] }, full, {}, []],
    [{ subjects: ['Art'] }, full, {}, ['other_subject']],
    [{ subjects: ['Art'] }, { subject: 'Robotics' }, {}, []],
    [{ subjects: ['Art'] }, { subject: null }, {}, []],
    [{ miles: 10 }, full, {}, []],
    [{ miles: 10 }, full, { milesAway: 10.1 }, ['too_far']],
    [{ miles: 10 }, full, { milesAway: null }, []],
  ])('%j of a class with %j, %j: %j', (change, of, where, reasons) => {
    expect(unwanted({ ...noPreferences, ...change }, { ...full, ...of }, { ...near, ...where })).toEqual(reasons);
  });

  it('never rule out a class of which nothing is known, and each further choice rules out no more', () => {
    const chosen = fc.record({
      days: fc.constant('any' as const),
      noticeHours: fc.constant(0),
      grades: fc.subarray([...grades]),
      subjects: fc.subarray([...subjects]),
      miles: fc.option(fc.nat(50)),
    });
    const unknown = { ...full, grade: null, subject: null };
    const grade = fc.constantFrom(...grades);
    fc.assert(
      fc.property(chosen, grade, fc.nat(100), (preferences, another, milesAway) => {
        expect(unwanted(preferences, unknown, { ...near, milesAway: null })).toEqual([]);
        const wide = { ...preferences, grades: [...grades], subjects: [...subjects], miles: 100 };
        expect(unwanted(wide, { ...full, grade: another }, { ...near, milesAway })).toEqual([]);
      }),
    );
  });

  it('are explained in a sentence', () => {
    const preferences = { ...noPreferences, days: 'half', noticeHours: 1, miles: 10 } as const;
    expect(unwantedReasons.map((reason) => unwantedSentence(reason, preferences))).toEqual([
      'In your job preferences, you asked for half days only.',
      'In your job preferences, you asked for at least 1 hour of notice.',
      "You didn't choose this grade in your job preferences.",
      "You didn't choose this subject in your job preferences.",
      'In your job preferences, you asked for schools within 10 miles.',
    ]);
    expect(unwantedSentence('day_length', { ...preferences, days: 'full' })).toContain('full days');
    expect(unwantedSentence('short_notice', { ...preferences, noticeHours: 12 })).toContain('12 hours');
  });
});
