import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  availabilityValues,
  availableDays,
  type DateChoice,
  enabledColumns,
  everyDay,
  fitsAvailability,
  isActiveWeek,
  mondayOnWeekdays,
  parseGeneralAvailability,
  type Week,
} from './availability.ts';
import { defaultVacancySettings, type VacancySettings } from './shift.ts';
import { weekdays } from './time.ts';

const none = everyDay('unavailable');

describe('stored weekly availability', () => {
  test('is read as it was saved', () => {
    const value = fc.constantFrom(...availabilityValues);
    const week: fc.Arbitrary<Week> = fc.record({
      monday: value,
      tuesday: value,
      wednesday: value,
      thursday: value,
      friday: value,
      saturday: value,
      sunday: value,
    });
    fc.assert(
      fc.property(week, (saved) => {
        expect(parseGeneralAvailability(JSON.stringify(saved))).toEqual(saved);
      }),
    );
  });

  test('can be missing', () => {
    expect(parseGeneralAvailability(null)).toBeNull();
  });

  test.each([
    '',
    'x',
    '{',
    'null',
    '7',
    '"monday"',
    '[]',
    '{}',
    '["all_day"]',
    '{"Monday":"all_day"}',
    '{"monday":["all_day"]}',
    '{"monday":"always"}',
    '{"__proto__":{"monday":"all_day"}}',
  ])('that reads %j has no availability', (text) => {
    expect(parseGeneralAvailability(text)).toEqual(none);
  });

  test('keeps the days that are valid', () => {
    expect(parseGeneralAvailability('{"monday":"morning","tuesday":"x","extra":1}')).toEqual({
      ...none,
      monday: 'morning',
    });
  });
});

describe('a vacancy fits', () => {
  // 2026-11-20 is a Friday.
  const fits = (
    friday: Week['friday'] | null,
    start: string,
    end: string,
    singleDate: DateChoice | null = null,
    settings: VacancySettings = defaultVacancySettings,
  ) => {
    const week = friday && { ...none, friday };
    const answer = fitsAvailability({ week, singleDate, vacancy: { date: '2026-11-20', start, end }, settings });
    return `${answer.fits ? 'fits' : 'does not'}: ${answer.reason}`;
  };

  test.each([
    ['all_day', '08:00', '15:00', 'fits: within_hours'],
    ['all_day', '06:30', '17:00', 'fits: within_hours'],
    ['morning', '08:00', '12:00', 'fits: within_hours'],
    ['morning', '09:00', '11:00', 'fits: within_hours'],
    ['morning', '07:59', '12:00', 'does not: outside_hours'],
    ['morning', '08:00', '12:01', 'does not: outside_hours'],
    ['morning', '08:00', '15:00', 'does not: outside_hours'],
    ['morning', '12:30', '15:00', 'does not: outside_hours'],
    ['afternoon', '12:30', '15:00', 'fits: within_hours'],
    ['afternoon', '12:29', '15:00', 'does not: outside_hours'],
    ['afternoon', '12:30', '15:01', 'does not: outside_hours'],
    ['unavailable', '08:00', '12:00', 'does not: day_unavailable'],
    [null, '08:00', '15:00', 'fits: never_saved'],
  ] as const)('%s, from %s to %s: %s', (friday, start, end, wanted) => {
    expect(fits(friday, start, end)).toBe(wanted);
  });

  test.each([
    ['morning', '08:00', '12:00', 'fits: date_available'],
    ['morning', '08:00', '15:00', 'does not: date_outside_hours'],
    ['afternoon', '12:30', '15:00', 'fits: date_available'],
    ['afternoon', '08:00', '12:00', 'does not: date_outside_hours'],
  ] as const)('on a date with only the %s free, from %s to %s: %s', (part, start, end, wanted) => {
    expect(fits('unavailable', start, end, part)).toBe(wanted);
    expect(fits('all_day', start, end, part)).toBe(wanted);
    expect(fits(null, start, end, part)).toBe(wanted);
  });

  test("by the school's own hours, or the default hours if it has set none", () => {
    const early = { ...defaultVacancySettings, morningStart: '07:00', morningEnd: '11:00' };
    expect(fits('morning', '07:00', '11:00', null, early)).toBe('fits: within_hours');
    expect(fits('morning', '08:00', '12:00', null, early)).toBe('does not: outside_hours');
    const unset = { ...defaultVacancySettings, morningStart: '', afternoonEnd: '' };
    expect(fits('morning', '08:00', '12:00', null, unset)).toBe('fits: within_hours');
    expect(fits('afternoon', '12:30', '15:00', null, unset)).toBe('fits: within_hours');
    expect(fits('afternoon', '12:00', '15:00', null, unset)).toBe('does not: outside_hours');
  });

  test.each([null, ...availabilityValues])('by the exception for its date, regardless of the weekday: %s', (friday) => {
    expect(fits(friday, '08:00', '15:00', 'available')).toBe('fits: date_available');
    expect(fits(friday, '08:00', '15:00', 'preferred')).toBe('fits: date_available');
    expect(fits(friday, '08:00', '15:00', 'unavailable')).toBe('does not: date_unavailable');
  });

  test.each(weekdays.map((day, index) => [day, `2026-11-${16 + index}`] as const))(
    'on a %s by the choice for that day',
    (day, date) => {
      const question = {
        singleDate: null,
        vacancy: { date, start: '08:00', end: '15:00' },
        settings: defaultVacancySettings,
      };
      expect(fitsAvailability({ ...question, week: { ...none, [day]: 'all_day' } }).fits).toBe(true);
      expect(fitsAvailability({ ...question, week: { ...everyDay('all_day'), [day]: 'unavailable' } }).fits).toBe(
        false,
      );
    },
  );
});

describe('the columns of the grid', () => {
  const mornings = { ...defaultVacancySettings, allowMorningShift: true };
  const early = { ...mornings, morningStart: '07:00', morningEnd: '11:00' };

  test('are all enabled if no school is selected', () => {
    const column = { isEnabled: true, times: [] };
    expect(enabledColumns([])).toEqual({ morning: column, afternoon: column, all_day: column });
  });

  test('are enabled if any school allows the shift, with the times of those that do', () => {
    expect(enabledColumns([defaultVacancySettings, early])).toEqual({
      morning: { isEnabled: true, times: [{ start: '07:00', end: '11:00' }] },
      afternoon: { isEnabled: false, times: [{ start: '12:30', end: '15:00' }] },
      all_day: { isEnabled: true, times: [{ start: '08:00', end: '15:00' }] },
    });
    const afternoons = { ...defaultVacancySettings, allowAfternoonShift: true, afternoonStart: '13:00' };
    expect(enabledColumns([afternoons, defaultVacancySettings]).afternoon).toEqual({
      isEnabled: true,
      times: [{ start: '13:00', end: '15:00' }],
    });
  });

  test('list each time once, and skip unset ones', () => {
    expect(enabledColumns([mornings, early, mornings, { ...mornings, morningEnd: '' }]).morning.times).toEqual([
      { start: '08:00', end: '12:00' },
      { start: '07:00', end: '11:00' },
    ]);
  });
});

test.each([
  [null, 0],
  [none, 0],
  [{ ...none, sunday: 'afternoon' }, 0.5],
  [{ ...none, monday: 'all_day', friday: 'morning' }, 1.5],
  [everyDay('all_day'), 7],
] as const)('the week %j has %d days', (week, days) => {
  expect(availableDays(week)).toBe(days);
  expect(isActiveWeek(week)).toBe(days > 0);
});

test("Monday's choice is copied to the weekdays but not to the weekend", () => {
  const week = { ...everyDay('morning'), monday: 'all_day', sunday: 'afternoon' } as const;
  expect(mondayOnWeekdays(week)).toEqual({ ...everyDay('all_day'), saturday: 'morning', sunday: 'afternoon' });
});
