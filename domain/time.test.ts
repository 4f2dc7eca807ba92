import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  addDays,
  addMinutes,
  addMonths,
  dayName,
  firstDayOf,
  formatDate,
  formatLongDate,
  formatMonth,
  formatShortDate,
  formatTime,
  formatTimeRange,
  instantOf,
  isDate,
  isMonth,
  isTime,
  lastDayOf,
  localDate,
  localTime,
  minutesOf,
  monthOf,
  weekdayOf,
} from './time.ts';

const dateArb = fc
  .integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 11, 31) })
  .map((instant) => new Date(instant).toISOString().slice(0, 10));
const timeArb = fc.integer({ min: 0, max: 24 * 60 - 1 }).map((minutes) => addMinutes('00:00', minutes));
const zoneArb = fc.constantFrom(
  'America/New_York',
  'America/Phoenix',
  'America/St_Johns',
  'Pacific/Honolulu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Apia',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Europe/Dublin',
  'UTC',
);

describe('valid dates and times', () => {
  test.each([
    ['2026-11-20', true],
    ['2024-02-29', true],
    ['2000-01-01', true],
    ['2100-12-31', true],
    ['2000-02-29', true],
    ['2026-02-29', false],
    ['2100-02-29', false],
    ['2026-02-30', false],
    ['2026-04-31', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-01-00', false],
    ['1999-12-31', false],
    ['2101-01-01', false],
    ['26-01-01', false],
    ['2026-1-1', false],
    ['2026-01-01 ', false],
    ['2026-01-01\n', false],
    ['٢٠٢٦-٠١-٠١', false],
    ['', false],
  ])('%j is a date: %s', (text, wanted) => {
    expect(isDate(text)).toBe(wanted);
  });

  test.each([
    ['00:00', true],
    ['09:59', true],
    ['23:59', true],
    ['24:00', false],
    ['12:60', false],
    ['8:00', false],
    ['08:00:00', false],
    ['08:00\n', false],
    ['', false],
  ])('%j is a time: %s', (text, wanted) => {
    expect(isTime(text)).toBe(wanted);
  });

  test.each([
    ['2026-02', true],
    ['2026-13', false],
    ['2026-00', false],
    ['2026', false],
  ])('%j is a month: %s', (text, wanted) => {
    expect(isMonth(text)).toBe(wanted);
  });
});

describe("a school's clock", () => {
  test.each([
    ['2026-11-20T04:59:59Z', 'America/New_York', '2026-11-19', '23:59'],
    ['2026-11-20T05:00:00Z', 'America/New_York', '2026-11-20', '00:00'],
    ['2026-07-01T04:00:00Z', 'America/New_York', '2026-07-01', '00:00'],
    ['2026-01-01T09:59:00Z', 'Pacific/Honolulu', '2025-12-31', '23:59'],
    ['2025-12-31T10:00:00Z', 'Pacific/Kiritimati', '2026-01-01', '00:00'],
    ['2026-06-01T18:30:00Z', 'Asia/Kolkata', '2026-06-02', '00:00'],
  ])('at %s in %s shows %s %s', (instant, zone, date, time) => {
    expect([localDate(new Date(instant), zone), localTime(new Date(instant), zone)]).toEqual([date, time]);
  });

  test.each([
    ['2026-11-20', '08:00', 'America/New_York', '2026-11-20T13:00:00Z'],
    ['2026-07-20', '08:00', 'America/New_York', '2026-07-20T12:00:00Z'],
    ['2026-07-20', '08:00', 'America/Phoenix', '2026-07-20T15:00:00Z'],
    ['2026-07-20', '08:00', 'Pacific/Honolulu', '2026-07-20T18:00:00Z'],
    ['2026-07-20', '08:00', 'Pacific/Kiritimati', '2026-07-19T18:00:00Z'],
    ['2026-07-20', '08:00', 'Asia/Kolkata', '2026-07-20T02:30:00Z'],
  ])('shows %s %s in %s at %s', (date, time, zone, instant) => {
    expect(instantOf(date, time, zone)).toEqual(new Date(instant));
  });

  test.each([
    ['the last minute before it leaps', '2026-03-08', '01:59', '2026-03-08T06:59:00Z'],
    ['a time that it never shows, as much later', '2026-03-08', '02:30', '2026-03-08T07:30:00Z'],
    ['the first minute after the leap', '2026-03-08', '03:00', '2026-03-08T07:00:00Z'],
    ['the first of a time that it shows twice', '2026-11-01', '01:30', '2026-11-01T05:30:00Z'],
    ['the time when it has been set back', '2026-11-01', '02:00', '2026-11-01T07:00:00Z'],
  ])('in New York knows %s', (_, date, time, instant) => {
    expect(instantOf(date, time, 'America/New_York')).toEqual(new Date(instant));
  });

  test.each([
    ['half an hour forward in Lord Howe', '2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00Z'],
    ['half an hour back in Lord Howe', '2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00Z'],
    ['a day that Samoa left out', '2011-12-30', '12:00', 'Pacific/Apia', '2011-12-30T22:00:00Z'],
  ])('also %s', (_, date, time, zone, instant) => {
    expect(instantOf(date, time, zone)).toEqual(new Date(instant));
  });

  test('converts every instant to a date and time and back, except in the repeated hour', () => {
    fc.assert(
      fc.property(dateArb, timeArb, zoneArb, (date, time, zone) => {
        const instant = instantOf(date, time, zone);
        const shown = [localDate(instant, zone), localTime(instant, zone)] as const;
        expect(instantOf(...shown, zone)).toEqual(instant);
        if (`${shown[0]} ${shown[1]}` !== `${date} ${time}`) {
          // This time doesn't exist there: the clock skips it, and we show a later time.
          expect(`${shown[0]} ${shown[1]}` > `${date} ${time}`).toBe(true);
        } else {
          // The clock shows this time twice, and this is the first: one hour and half an hour earlier, it showed
          // another time.
          for (const minutes of [30, 60]) {
            const earlier = new Date(instant.getTime() - minutes * 60_000);
            expect(`${localDate(earlier, zone)} ${localTime(earlier, zone)}`).not.toBe(`${date} ${time}`);
          }
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('agrees with the formatter of the platform', () => {
    fc.assert(
      fc.property(dateArb, timeArb, zoneArb, (date, time, zone) => {
        const instant = new Date(`${date}T${time}:00Z`);
        const wanted = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'short',
        }).format(instant);
        expect(`${localDate(instant, zone)} ${localTime(instant, zone)}`).toBe(wanted);
      }),
    );
  });

  test('refuses a zone that does not exist', () => {
    expect(() => localDate(new Date(0), 'Mars/Olympus')).toThrow(RangeError);
  });
});

describe('counting', () => {
  test.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-03-08', 1, '2026-03-09'],
    ['2026-01-01', -1, '2025-12-31'],
  ])('%s and %i days is %s', (date, days, wanted) => {
    expect(addDays(date, days)).toBe(wanted);
  });

  test('days forward and back lead to the same date, and every week has the same weekday', () => {
    fc.assert(
      fc.property(dateArb, fc.integer({ min: -400, max: 400 }), (date, days) => {
        expect(addDays(addDays(date, days), -days)).toBe(date);
        expect(weekdayOf(addDays(date, 7))).toBe(weekdayOf(date));
      }),
    );
  });

  test('knows the weekdays', () => {
    const week = [16, 17, 18, 19, 20, 21, 22].map((day) => weekdayOf(`2026-11-${day}`));
    expect(week).toEqual(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']);
    expect(() => weekdayOf('someday')).toThrow(RangeError);
  });

  test.each([
    ['12:00', 30, '12:30'],
    ['12:45', 30, '13:15'],
    ['23:45', 30, '23:59'],
    ['00:10', -30, '00:00'],
    ['08:05', 0, '08:05'],
  ])('%s and %i minutes is %s', (time, minutes, wanted) => {
    expect(addMinutes(time, minutes)).toBe(wanted);
  });

  test('minutes of a time', () => {
    expect(['00:00', '08:05', '23:59'].map(minutesOf)).toEqual([0, 485, 1439]);
  });

  test.each([
    ['2026-11', 1, '2026-12'],
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-03', -15, '2024-12'],
    ['2026-03', 0, '2026-03'],
  ])('%s and %i months is %s', (month, months, wanted) => {
    expect(addMonths(month, months)).toBe(wanted);
  });

  test('a month has its first and last day', () => {
    expect(monthOf('2028-02-17')).toBe('2028-02');
    expect([firstDayOf('2028-02'), lastDayOf('2028-02')]).toEqual(['2028-02-01', '2028-02-29']);
    expect([lastDayOf('2026-12'), lastDayOf('2026-02'), lastDayOf('2026-04')]).toEqual([
      '2026-12-31',
      '2026-02-28',
      '2026-04-30',
    ]);
  });
});

describe('formatted for people', () => {
  test('dates match the platform’s American English', () => {
    expect(formatDate('2026-11-05')).toBe('November 5, 2026');
    fc.assert(
      fc.property(dateArb, (date) => {
        const wanted = new Date(`${date}T00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
        expect(formatDate(date)).toBe(wanted);
      }),
    );
  });

  test.each([
    ['00:00', '12:00 AM'],
    ['00:05', '12:05 AM'],
    ['08:00', '8:00 AM'],
    ['11:59', '11:59 AM'],
    ['12:00', '12:00 PM'],
    ['13:30', '1:30 PM'],
    ['23:59', '11:59 PM'],
    [null, 'TBD'],
    [undefined, 'TBD'],
    ['', 'TBD'],
    ['soon', 'TBD'],
  ])('the time %j as %s', (time, wanted) => {
    expect(formatTime(time)).toBe(wanted);
  });

  test('spans with an en dash, and months', () => {
    expect(formatTimeRange('08:00', '15:00')).toBe('8:00 AM – 3:00 PM');
    expect(formatTimeRange('08:00', null)).toBe('8:00 AM – TBD');
    expect(formatMonth('2026-11')).toBe('November 2026');
  });
});

describe('with Temporal', () => {
  afterEach(() => void vi.unstubAllGlobals());

  test('the clock shows the same as without it', () => {
    // This Node has it behind a flag, which applies to contexts created from now on.
    setFlagsFromString('--harmony-temporal');
    const temporal: unknown = runInNewContext('Temporal');
    const ask = (instant: Date, zone: string) => `${localDate(instant, zone)} ${localTime(instant, zone)}`;
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-02T00:00Z'), max: new Date('2100-12-30T00:00Z'), noInvalidDate: true }),
        zoneArb,
        (instant, zone) => {
          vi.unstubAllGlobals();
          const without = ask(instant, zone);
          vi.stubGlobal('Temporal', temporal);
          expect(ask(instant, zone)).toBe(without);
        },
      ),
      { numRuns: 2000 },
    );
    expect(() => localDate(new Date(0), 'Mars/Base')).toThrow('Invalid time');
  });
});

test('a day is formatted by its date or its weekday, short or in full', () => {
  expect([dayName('2026-11-23'), dayName('sunday')]).toEqual(['Monday', 'Sunday']);
  expect([formatLongDate('2026-11-23'), formatShortDate('2026-11-23')]).toEqual([
    'Monday, November 23, 2026',
    'Mon, Nov 23',
  ]);
  expect(() => dayName('Funday')).toThrow(RangeError);
});
