import { describe, expect, it } from 'vitest';
import type { OfferedShift } from '#domain/shift.ts';
import {
  absenceProblems,
  beginningAbsence,
  chosenDays,
  emptyAbsence,
  proposedValues,
  shiftsOf,
  typedClass,
  whyNotYet,
  type AbsenceValues,
} from '#web/features/vacancies/post/absence-form.ts';

const today = '2026-11-23';
const whole: AbsenceValues = {
  ...emptyAbsence(today),
  shiftType: 'full_day',
  description: 'Grade 4',
  additionalNotes: 'Room 12.',
};
const problems = (change: Partial<AbsenceValues>) => absenceProblems(today, { ...whole, ...change });

describe('the absence form', () => {
  it('starts with the defaults of the specification', () => {
    expect(emptyAbsence(today)).toMatchObject({
      date: today,
      shiftType: '',
      startTime: '08:00',
      endTime: '15:00',
      absenceReason: 'Personal',
      isUrgent: false,
      mayNeedChanges: false,
      notifyAllSubstitutes: true,
    });
  });

  it('starts with the times of a shift only if the school offers no other', () => {
    const morning = {
      type: 'morning',
      label: 'Morning Shift (7:45 AM - 11:30 AM)',
      start: '07:45',
      end: '11:30',
    } as const;
    const afternoon = { type: 'afternoon', label: 'Afternoon Shift', start: '12:00', end: '14:45' } as const;
    const timesWith = (...shifts: OfferedShift[]) => {
      const { shiftType, startTime, endTime } = beginningAbsence(today, undefined, shifts);
      return [shiftType, startTime, endTime];
    };
    expect(timesWith(morning)).toEqual(['', '07:45', '11:30']);
    expect(timesWith(morning, afternoon)).toEqual(['', '08:00', '15:00']);
    expect(timesWith()).toEqual(['', '08:00', '15:00']);
  });

  it('accepts today, and shows errors with the sentences of the specification', () => {
    expect(problems({})).toEqual({});
    expect(problems({ date: '2026-11-22' })).toEqual({ date: 'Date cannot be in the past' });
    expect(problems({ date: '' })).toEqual({ date: 'Please choose a date.' });
    expect(problems({ shiftType: '' })).toEqual({ shiftType: 'Please select a shift type' });
    expect(problems({ description: '  ' })).toEqual({ description: 'Title is required' });
    expect(problems({ additionalNotes: '' })).toEqual({ additionalNotes: 'Description is required' });
    expect(problems({ endTime: '08:00' })).toEqual({ endTime: 'The end must be after the start.' });
    expect(problems({ startTime: '' })).toEqual({ startTime: 'Please choose a time.' });
    expect(problems({ googleDocLink: 'docs' })).toEqual({
      googleDocLink: 'Enter a link, such as https://docs.google.com.',
    });
  });

  it('suggests urgent for today, and not for the next school day', () => {
    const day = { start: '08:00', end: '15:00' };
    const proposal = {
      today: { date: today, ...day, shiftType: 'afternoon' },
      next: { date: '2026-11-24', ...day, shiftType: 'full_day' },
      shiftType: 'full_day',
      description: 'Grade 4',
      grade: '4',
      subject: null,
      room: 'Room 12',
      additionalNotes: 'Room 12.',
      googleDocLink: null,
    } as const;
    expect(proposedValues(proposal, today, true)).toMatchObject({
      date: today,
      shiftType: 'afternoon',
      isUrgent: true,
      grade: '4',
      subject: '',
      room: 'Room 12',
    });
    expect(proposedValues(proposal, today, false)).toMatchObject({
      date: '2026-11-24',
      shiftType: 'full_day',
      isUrgent: false,
    });
    expect(proposedValues({ ...proposal, today: null }, today, true)).toMatchObject({ isUrgent: false });
  });

  it('shows all errors at once', () => {
    expect(Object.keys(problems({ date: '2026-11-22', shiftType: '', endTime: '07:00' }))).toEqual([
      'date',
      'shiftType',
      'endTime',
    ]);
    expect(
      Object.keys(problems({ description: '', additionalNotes: '', endTime: '07:00', severalDays: true })),
    ).toEqual(['description', 'additionalNotes', 'lastDate', 'endTime']);
  });

  it('takes a class that isn’t named as none', () => {
    expect(typedClass(whole)).toEqual({ grade: null, subject: null, room: null });
    expect(typedClass({ ...whole, grade: 'K', subject: ' Art ', room: ' ' })).toEqual({
      grade: 'K',
      subject: 'Art',
      room: null,
    });
    expect(problems({ subject: 'x'.repeat(61) })).toEqual({ subject: 'This can have at most 60 characters.' });
  });

  it('lists the remaining steps in one line', () => {
    const line = (change: Partial<AbsenceValues>) => whyNotYet(problems(change), { ...whole, ...change }, 'publish');
    expect(line({})).toBeNull();
    expect(line({ shiftType: '' })).toBe('Choose a shift type to publish.');
    expect(line({ shiftType: '', description: '', additionalNotes: '' })).toBe(
      'Choose a shift type, add a title and add a description to publish.',
    );
    expect(line({ endTime: '07:00' })).toBe('Check the end time to publish.');
    expect(line({ endTime: '' })).toBe('Add an end time to publish.');
    expect(line({ severalDays: true, lastDate: '' })).toBe('Choose the last day to publish.');
    expect(line({ date: '' })).toBe('Choose a date to publish.');
    expect(line({ date: '2020-01-06' })).toBe('Check the date to publish.');
  });
});

describe('several days', () => {
  const days = (change: Partial<AbsenceValues>) => problems({ severalDays: true, ...change });

  it('are the school days from the first to the last, and other days only if added', () => {
    const closures = [{ from: '2026-11-26', to: '2026-11-27', name: 'Thanksgiving break' }];
    const week = { ...whole, severalDays: true, date: '2026-11-25', lastDate: '2026-11-30' };
    expect(chosenDays(week, closures)).toEqual(['2026-11-25', '2026-11-30']);
    const other = { ...week, leftOut: ['2026-11-25'], added: ['2026-11-27', '2026-11-28', '2026-12-05'] };
    expect(chosenDays(other, closures)).toEqual(['2026-11-27', '2026-11-28', '2026-11-30']);
    expect(absenceProblems(today, { ...week, lastDate: '2026-11-27', date: '2026-11-26' }, closures)).toEqual({
      lastDate: 'Choose at least one day.',
    });
  });

  it('are the weekdays from the first to the last, except those left out', () => {
    const friday = { ...whole, date: '2026-11-27', lastDate: '2026-12-02', leftOut: ['2026-11-30'] };
    expect(chosenDays({ ...friday, severalDays: true })).toEqual(['2026-11-27', '2026-12-01', '2026-12-02']);
    expect(chosenDays({ ...friday, severalDays: false })).toEqual(['2026-11-27']);
  });

  it('need a last day, at least one day, and at most the limit', () => {
    expect(days({ lastDate: '2026-11-24' })).toEqual({});
    expect(days({ lastDate: '' })).toEqual({ lastDate: 'Please choose a date.' });
    expect(days({ lastDate: '2026-11-20' })).toEqual({ lastDate: 'The last day can’t be before the first.' });
    expect(days({ lastDate: '2026-11-24', leftOut: ['2026-11-23', '2026-11-24'] })).toEqual({
      lastDate: 'Choose at least one day.',
    });
    expect(days({ lastDate: '2099-12-31' })).toEqual({ lastDate: 'At most 60 days can be posted at once.' });
    expect(problems({ lastDate: '' })).toEqual({});
  });
});

describe('the available shifts', () => {
  const school = { id: 1, name: 'North', city: null, state: null, district: null, isActive: true };
  const settings = {
    allowFullDay: true,
    allowMorningShift: true,
    allowAfternoonShift: false,
    fullDayStart: '08:00',
    fullDayEnd: '15:00',
    morningStart: '08:00',
    morningEnd: '',
    afternoonStart: '12:30',
    afternoonEnd: '15:00',
  };

  it('are those that the school allows and that have both times', () => {
    expect(shiftsOf({ ...school, vacancySettings: settings }).map((shift) => shift.label)).toEqual([
      'Full Day Shift (8:00 AM - 3:00 PM)',
    ]);
    expect(shiftsOf(undefined)).toEqual([]);
  });
});
