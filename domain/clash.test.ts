import { describe, expect, it } from 'vitest';
import { type DateChoice, everyDay, type Week } from './availability.ts';
import { clashOf, type OverlappingAssignment, requestOverlapSentence } from './clash.ts';
import type { ExclusionScope } from './exclusion.ts';
import { type JobPreferences, noPreferences } from './preferences.ts';
import { defaultVacancySettings } from './shift.ts';

const tuesday = {
  date: '2026-11-24',
  start: '08:00',
  end: '15:00',
  grade: '4' as const,
  subject: 'Math',
  needsSubject: false,
  needsGrade: false,
};
const northfield: OverlappingAssignment = {
  schoolName: 'Northfield High School',
  startTime: '08:00',
  endTime: '12:00',
};
const ask = (
  overlapping: OverlappingAssignment | null,
  week: Week | null,
  singleDate: DateChoice | null,
  preferences: JobPreferences | null = null,
  exclusion: ExclusionScope | null = null,
) =>
  clashOf({
    bookedOn: null,
    vacancy: tuesday,
    overlapping,
    exclusion,
    week,
    singleDate,
    settings: defaultVacancySettings,
    preferences,
    knows: 'Art',
    hoursAhead: 20,
    milesAway: 12,
  });

describe('conflicts with a vacancy', () => {
  it('are the length of the day or the notice, after the availability', () => {
    const half = { ...noPreferences, days: 'half' } as const;
    expect(ask(null, null, null, half)).toEqual({
      kind: 'preferences',
      sentence: 'In your job preferences, you asked for half days only.',
    });
    expect(ask(null, null, 'unavailable', half)?.kind).toBe('availability');
    expect(ask(null, null, null, { ...noPreferences, noticeHours: 24 })?.sentence).toContain('24 hours of notice');
  });

  it('are the grade, the subject and the distance that someone chose', () => {
    expect(ask(null, null, null, { ...noPreferences, grades: ['K'] })?.sentence).toContain('this grade');
    expect(ask(null, null, null, { ...noPreferences, subjects: ['Art'] })?.sentence).toContain('this subject');
    expect(ask(null, null, null, { ...noPreferences, miles: 10 })?.sentence).toContain('within 10 miles');
    expect(ask(null, null, null, { ...noPreferences, miles: 15 })).toBeNull();
  });

  it('are a subject or grade that the class needs and the profile doesn’t name', () => {
    const question = {
      overlapping: null,
      bookedOn: null,
      exclusion: null,
      week: null,
      singleDate: null,
      preferences: null,
    };
    const about = { ...question, settings: defaultVacancySettings, hoursAhead: 20, milesAway: null };
    const needed = { ...about, vacancy: { ...tuesday, needsSubject: true } };
    expect(clashOf({ ...needed, knows: 'Algebra' })).toBeNull();
    expect(clashOf({ ...needed, knows: 'Art' })).toEqual({
      kind: 'preferences',
      sentence: 'The school offers this class to substitutes with its subject in their profile.',
    });
    const forGrade4 = { ...about, vacancy: { ...tuesday, needsGrade: true } };
    expect(clashOf({ ...forGrade4, knows: 'Elementary' })).toBeNull();
    expect(clashOf({ ...forGrade4, knows: 'Grade 5' })).toEqual({
      kind: 'preferences',
      sentence: 'The school offers this class to substitutes with Grade 4 in their profile.',
    });
  });

  it('are an exclusion before the availability, without its reason', () => {
    expect(ask(null, null, 'unavailable', null, 'school')).toEqual({
      kind: 'excluded',
      sentence: 'This school is not offering you jobs.',
    });
    expect(ask(null, null, null, null, 'teacher')?.sentence).toBe('This school is not offering you this job.');
    expect(ask(northfield, null, null, null, 'school')?.kind).toBe('assignment');
  });

  it.each<[string, OverlappingAssignment | null, Week | null, DateChoice | null, ReturnType<typeof ask>]>([
    ['nothing said', null, null, null, null],
    [
      'an assignment',
      northfield,
      null,
      null,
      { kind: 'assignment', sentence: "You're booked at Northfield High School from 8:00 AM to 12:00 PM that day." },
    ],
    [
      'an assignment before the availability',
      northfield,
      null,
      'unavailable',
      { kind: 'assignment', sentence: "You're booked at Northfield High School from 8:00 AM to 12:00 PM that day." },
    ],
    [
      'the date',
      null,
      everyDay('all_day'),
      'unavailable',
      { kind: 'availability', sentence: 'You marked this day as unavailable.' },
    ],
    [
      'the weekday',
      null,
      everyDay('unavailable'),
      null,
      { kind: 'availability', sentence: 'You marked Tuesdays as unavailable.' },
    ],
    [
      'the hours of a morning',
      null,
      everyDay('morning'),
      null,
      { kind: 'availability', sentence: "On Tuesdays, you're available only in the morning." },
    ],
    [
      'the hours of an afternoon',
      null,
      everyDay('afternoon'),
      null,
      { kind: 'availability', sentence: "On Tuesdays, you're available only in the afternoon." },
    ],
    ['a weekday that the date beats', null, everyDay('unavailable'), 'preferred', null],
    ['a day that fits', null, everyDay('all_day'), null, null],
  ])('%s', (_, overlapping, week, singleDate, expected) => {
    expect(ask(overlapping, week, singleDate)).toEqual(expected);
  });
});

describe('other requests for the same time', () => {
  const algebra = { ...northfield, title: 'Algebra I' };
  const art = { schoolName: 'Cedar Hollow', startTime: '11:00', endTime: '12:30', title: 'Art' };

  it.each([
    ['none', [], 'before_request', null],
    [
      'one, before a request',
      [algebra],
      'before_request',
      'You also requested Algebra I at Northfield High School, 8:00 AM – 12:00 PM. You can request both. As soon as one is approved, we withdraw the other request.',
    ],
    [
      'one, before a request that books at once',
      [algebra],
      'before_booking',
      'You also requested Algebra I at Northfield High School, 8:00 AM – 12:00 PM. If you are booked here, we withdraw that request.',
    ],
    [
      'several, once requested',
      [algebra, art],
      'after_request',
      'You also requested Algebra I at Northfield High School, 8:00 AM – 12:00 PM; Art at Cedar Hollow, 11:00 AM – 12:30 PM. As soon as one is approved, we withdraw the others.',
    ],
  ] as const)('%s', (_, others, reading, sentence) => {
    expect(requestOverlapSentence(others, reading)).toBe(sentence);
  });
});
