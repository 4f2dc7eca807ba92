import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { bellLimits, bellProblems, templateBell } from './bell.ts';
import { readBells, timeIn } from './bell-file.ts';
import { formatTime } from './time.ts';

const header = ['Schedule', 'Period', 'Starts', 'Ends', 'Notes'];
const read = (...rows: string[][]) => readBells([header, ...rows]);

describe('a time in a file', () => {
  it.each([
    ['8:05', '08:05'],
    ['08:05', '08:05'],
    ['8.05', '08:05'],
    ['805', '08:05'],
    ['14:05', '14:05'],
    ['1405', '14:05'],
    ['14:05:00', '14:05'],
    ['8:05 AM', '08:05'],
    ['1:10 p.m.', '13:10'],
    ['1:10p', '13:10'],
    ['12:00 PM', '12:00'],
    ['12:10 am', '00:10'],
    ['1:10', '13:10'],
    ['5:59', '17:59'],
    ['6:00', '06:00'],
    ['01:10', '01:10'],
    ['0:30', '00:30'],
    ['24:00', null],
    ['8:60', null],
    ['13:00 PM', null],
    ['0:10 AM', null],
    ['8', null],
    ['noon', null],
    ['', null],
  ])('%s is %s', (cell, time) => {
    expect(timeIn(cell)).toBe(time);
  });
});

describe('a file with bell schedules', () => {
  it('takes time in proportion to its rows, however many schedules it names', () => {
    const rows = Array.from({ length: 500 }, (_, nth) => [`Day ${nth}`, '1', '8:00', '9:00']);
    const compared = vi.spyOn(String.prototype, 'toLowerCase');
    read(...rows);
    const { length } = compared.mock.calls;
    compared.mockRestore();
    expect(length).toBeLessThan(10 * rows.length);
  });

  it('has schedules in the order of their first rows, and periods by their start', () => {
    const { schedules, problems } = read(
      ['Regular', '2', '8:50', '9:35', 'x'],
      ['', '', '', '', ''],
      ['Late start', '1', '10:00', '10:30', ''],
      ['regular', '1', '8:00 AM', '8:45 AM', ''],
      ['', 'Advisory', '7:40', '7:55'],
    );
    expect(problems).toEqual([]);
    expect(schedules).toEqual([
      {
        name: 'Regular',
        periods: [
          { period: '1', start: '08:00', end: '08:45' },
          { period: '2', start: '08:50', end: '09:35' },
        ],
      },
      { name: 'Late start', periods: [{ period: '1', start: '10:00', end: '10:30' }] },
      { name: 'Regular day', periods: [{ period: 'Advisory', start: '07:40', end: '07:55' }] },
    ]);
  });

  it('needs only periods and times, under many names', () => {
    const only = readBells([
      ['To', 'Block', 'Begins'],
      ['8:45', 'A', '8:00'],
    ]);
    expect(only).toEqual({
      schedules: [{ name: 'Regular day', periods: [{ period: 'A', start: '08:00', end: '08:45' }] }],
      problems: [],
    });
    for (const table of [[], [['Period', 'Starts']]])
      expect(readBells(table).problems).toEqual([
        { row: 1, sentence: "The first row must name the columns, including 'Period', 'Starts' and 'Ends'." },
      ]);
    expect(read().problems).toEqual([{ row: 2, sentence: 'The file has no periods.' }]);
  });

  it('is corrected once: every problem of every row is named, in order', () => {
    const { problems } = read(
      ['Regular', '1', '8:00', '8:45'],
      ['Regular', '', '8:50', 'late'],
      ['x'.repeat(41), 'x'.repeat(13), '', '9:00'],
      ['Regular', '1', '9:00', '8:50'],
      ['Regular', '3', '8:30', '9:30'],
    );
    expect(problems).toEqual([
      { row: 3, sentence: 'The period is missing.' },
      { row: 3, sentence: '“late” isn’t a time. Write 8:05 AM or 14:05.' },
      { row: 4, sentence: 'The period has more than 12 characters.' },
      { row: 4, sentence: 'The schedule’s name has more than 40 characters.' },
      { row: 4, sentence: 'A time is missing.' },
      { row: 5, sentence: 'A period must end after it starts.' },
      { row: 5, sentence: 'Two periods have this name.' },
      { row: 6, sentence: 'Periods must be in order and may not overlap.' },
    ]);
    expect(read(['Regular', '', '', '']).problems).toHaveLength(3);
  });

  it('has at most as many schedules and periods as a school', () => {
    const time = (minutes: number) => `${6 + Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} AM`;
    const periods = Array.from({ length: bellLimits.periods + 2 }, (_, nth) => [
      'Long',
      String(nth),
      time(nth * 10),
      time(nth * 10 + 9),
    ]);
    expect(read(...periods).problems).toEqual([{ row: 18, sentence: 'A day can have at most 16 periods.' }]);
    const schedules = Array.from({ length: bellLimits.schedules + 1 }, (_, nth) => [`Day ${nth}`, '1', '8:00', '8:45']);
    expect(read(...schedules).problems).toEqual([{ row: 10, sentence: 'A school can have at most 8 schedules.' }]);
  });

  it('gives back every school’s bells, whatever the order of its rows, and its content can always be saved', () => {
    const template = fc.record({
      periods: fc.integer({ min: 1, max: 9 }),
      start: fc.constantFrom('07:30', '08:05', '09:00'),
      minutes: fc.integer({ min: 15, max: 55 }),
      passing: fc.integer({ min: 0, max: 10 }),
    });
    fc.assert(
      fc.property(
        template,
        fc.array(fc.nat(), { minLength: 27, maxLength: 27 }),
        fc.boolean(),
        (given, chance, isOf24) => {
          const { schedules } = templateBell(given);
          const write = (time: string) => (isOf24 ? time : formatTime(time));
          const rows = schedules
            .flatMap(({ name, periods }) =>
              periods.map(({ period, start, end }) => [name, period, write(start), write(end)]),
            )
            .map((row, nth) => ({ row, key: chance[nth] ?? 0 }));
          const found = read(...rows.toSorted((a, b) => a.key - b.key).map(({ row }) => row));
          expect(found.problems).toEqual([]);
          const byName = (all: typeof schedules) => all.toSorted((a, b) => a.name.localeCompare(b.name));
          expect(byName(found.schedules)).toEqual(byName(schedules));
          expect(bellProblems({ schedules: found.schedules, weekly: {}, days: [] })).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
