import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allowsShift,
  customTimesLabel,
  defaultTimes,
  defaultVacancySettings,
  durationHours,
  exactDuration,
  hasShiftTimes,
  offeredShifts,
  overlaps,
  shiftName,
  shiftTimes,
  shiftTypes,
  type VacancySettings,
} from './shift.ts';
import { alignAfternoon, shiftProblems } from './shift-settings.ts';
import { addMinutes } from './time.ts';

const all: VacancySettings = { ...defaultVacancySettings, allowMorningShift: true, allowAfternoonShift: true };
const fieldsAtFault = (settings: VacancySettings) => shiftProblems(settings).map(({ field }) => field);

test('a new school has a full day from 8 to 3, and half days ready but off', () => {
  expect(defaultVacancySettings).toEqual({
    allowFullDay: true,
    allowMorningShift: false,
    allowAfternoonShift: false,
    fullDayStart: '08:00',
    fullDayEnd: '15:00',
    morningStart: '08:00',
    morningEnd: '12:00',
    afternoonStart: '12:30',
    afternoonEnd: '15:00',
  });
  expect(shiftProblems(defaultVacancySettings)).toEqual([]);
  expect(shiftTypes.map((type) => allowsShift(defaultVacancySettings, type))).toEqual([true, false, false]);
});

describe('saving settings', () => {
  test('is refused if no shift is left', () => {
    expect(shiftProblems({ ...defaultVacancySettings, allowFullDay: false })).toEqual([
      { field: 'allowFullDay', sentence: 'At least one shift type must be enabled for teachers to create vacancies.' },
    ]);
    expect(shiftProblems({ ...all, allowFullDay: false })).toEqual([]);
  });

  test('is refused if morning and afternoon overlap, but not if they touch', () => {
    expect(shiftProblems({ ...all, morningEnd: '12:31' })).toEqual([
      { field: 'afternoonStart', sentence: 'Morning and afternoon shifts cannot overlap' },
    ]);
    expect(shiftProblems({ ...all, morningEnd: '12:30' })).toEqual([]);
  });

  test.each([
    ['the morning is off', { allowMorningShift: false }],
    ['the afternoon is off', { allowAfternoonShift: false }],
    ['the morning has no times', { morningStart: '' }],
    ['the afternoon has no times', { afternoonEnd: '' }],
  ])('allows an overlap if %s', (_, change) => {
    expect(shiftProblems({ ...all, morningEnd: '14:00', ...change })).toEqual([]);
  });

  test('requires every enabled shift to end after it starts', () => {
    expect(shiftProblems({ ...all, fullDayEnd: '08:00' })).toEqual([
      { field: 'fullDayEnd', sentence: 'The full day shift must end after it starts.' },
    ]);
    expect(fieldsAtFault({ ...all, morningStart: '12:00', afternoonStart: '15:30' })).toEqual([
      'morningEnd',
      'afternoonEnd',
    ]);
    expect(fieldsAtFault({ ...defaultVacancySettings, morningStart: '12:00' })).toEqual([]);
  });

  test('requires valid times, or empty ones', () => {
    expect(fieldsAtFault({ ...all, fullDayStart: '8:00', morningEnd: '24:00', afternoonEnd: '' })).toEqual([
      'fullDayStart',
      'morningEnd',
    ]);
    expect(shiftProblems({ ...all, fullDayStart: 'x' })[0]?.sentence).toBe(
      'Please enter a time as HH:mm, from 00:00 to 23:59.',
    );
  });
});

describe('the afternoon', () => {
  test.each([
    ['11:59', '12:30', '12:30'],
    ['12:29', '12:30', '12:30'],
    ['12:30', '12:30', '13:00'],
    ['13:00', '12:30', '13:30'],
    ['23:45', '12:30', '23:59'],
  ])('after a morning until %s, from %s, begins at %s', (morningEnd, afternoonStart, wanted) => {
    expect(alignAfternoon({ ...all, morningEnd, afternoonStart }).afternoonStart).toBe(wanted);
  });

  test('stays the same if only one of the two shifts is allowed', () => {
    for (const settings of [
      { ...all, allowMorningShift: false },
      { ...all, allowAfternoonShift: false },
    ]) {
      expect(alignAfternoon({ ...settings, morningEnd: '14:00' }).afternoonStart).toBe('12:30');
    }
  });

  test('stays once moved, and no longer overlaps', () => {
    const time = fc.integer({ min: 0, max: 23 * 60 }).map((minutes) => addMinutes('00:00', minutes));
    fc.assert(
      fc.property(time, time, (morningEnd, afternoonStart) => {
        const moved = alignAfternoon({ ...all, morningEnd, afternoonStart });
        expect(alignAfternoon(moved)).toEqual(moved);
        expect(moved.morningEnd < moved.afternoonStart).toBe(true);
      }),
    );
  });
});

describe('the available shifts', () => {
  test('have labels with their times', () => {
    expect(offeredShifts(all)).toEqual([
      { type: 'full_day', label: 'Full Day Shift (8:00 AM - 3:00 PM)', start: '08:00', end: '15:00' },
      { type: 'morning', label: 'Morning Shift (8:00 AM - 12:00 PM)', start: '08:00', end: '12:00' },
      { type: 'afternoon', label: 'Afternoon Shift (12:30 PM - 3:00 PM)', start: '12:30', end: '15:00' },
    ]);
  });

  test('are those allowed whose start and end are both set', () => {
    const types = (settings: VacancySettings) => offeredShifts(settings).map(({ type }) => type);
    expect(types(defaultVacancySettings)).toEqual(['full_day']);
    expect(types({ ...all, fullDayStart: '', morningEnd: '' })).toEqual(['afternoon']);
  });

  test('fill in their times, or 8 to 3', () => {
    expect(defaultTimes(all, 'morning')).toEqual({ start: '08:00', end: '12:00' });
    expect(defaultTimes({ ...all, morningEnd: '' }, 'morning')).toEqual({ start: '08:00', end: '15:00' });
    expect(defaultTimes({ ...all, fullDayStart: '07:30' }, null)).toEqual({ start: '08:00', end: '15:00' });
    expect(shiftTimes({ ...all, morningStart: '' }, 'morning')).toBeNull();
  });

  test('name only their own times', () => {
    const whole = { start: '08:00', end: '15:00' };
    expect(hasShiftTimes(all, 'full_day', whole)).toBe(true);
    expect(hasShiftTimes(all, 'morning', { start: '08:00', end: '12:00' })).toBe(true);
    expect(hasShiftTimes(all, 'full_day', { start: '10:30', end: '11:45' })).toBe(false);
    expect(hasShiftTimes(all, 'full_day', { start: '07:45', end: '15:00' })).toBe(false);
    expect(hasShiftTimes({ ...all, fullDayStart: '' }, 'full_day', whole)).toBe(true);
    expect(customTimesLabel({ start: '10:30', end: '11:45' })).toBe('Custom (10:30 AM - 11:45 AM)');
  });

  test('have short names', () => {
    expect(shiftTypes.map(shiftName)).toEqual(['Full Day Shift', 'Morning Shift', 'Afternoon Shift']);
  });
});

describe('spans', () => {
  test.each([
    ['08:00', '12:00', '12:00', '15:00', false],
    ['12:00', '15:00', '08:00', '12:00', false],
    ['08:00', '12:01', '12:00', '15:00', true],
    ['08:00', '15:00', '09:00', '10:00', true],
    ['09:00', '10:00', '08:00', '15:00', true],
    ['08:00', '15:00', '08:00', '15:00', true],
  ])('%s to %s and %s to %s overlap: %s', (start, end, otherStart, otherEnd, wanted) => {
    expect(overlaps({ start, end }, { start: otherStart, end: otherEnd })).toBe(wanted);
    const at = (time: string) => new Date(`2026-11-20T${time}Z`);
    expect(overlaps({ start: at(start), end: at(end) }, { start: at(otherStart), end: at(otherEnd) })).toBe(wanted);
  });

  test.each([
    ['08:00', '15:00', '7.0'],
    ['08:00', '14:15', '6.3'],
    ['12:30', '15:00', '2.5'],
    [null, '15:00', 'TBD'],
    ['08:00', undefined, 'TBD'],
    ['x', '15:00', 'TBD'],
    ['08:00', 'x', 'TBD'],
    ['08:00', '07:00', 'TBD'],
    ['08:00', '08:00', 'TBD'],
  ])('from %s to %s is %s hours', (start, end, wanted) => {
    expect(durationHours(start, end)).toBe(wanted);
  });

  test.each([
    ['10:30', '11:45', '1 h 15 min'],
    ['10:30', '11:15', '45 min'],
    ['08:00', '15:00', null],
    ['08:00', '14:30', null],
    ['08:00', '14:06', null],
  ])('from %s to %s is exactly %s, shown if a tenth of an hour is too coarse', (start, end, wanted) => {
    expect(exactDuration(start, end)).toBe(wanted);
  });
});
