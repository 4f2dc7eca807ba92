import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neededPeriods, type Slot, slotAt, slotProblems } from './timetable.ts';
import { daysIn, readTimetable } from './timetable-file.ts';

const teachers = [
  { id: 1, fullName: 'Ada Lovelace', username: 'ada', email: 'ada@example.org' },
  { id: 2, fullName: 'Ben Lee', username: 'ben', email: null },
  { id: 3, fullName: 'Ben Lee', username: null, email: null },
];
const header = ['Teacher', 'Period', 'Class', 'Room', 'Students', 'Days', 'Kind', 'Notes'];
const read = (...rows: string[][]) => readTimetable([header, ...rows], teachers, ['1', '2', 'B']);

describe('a timetable file', () => {
  it('finds teachers by name in either order, by username or email, and reads every column', () => {
    const { slots, entries, problems } = read(
      ['Ada Lovelace', '1', 'Algebra I', '12', '24', '', ''],
      ['Lovelace, Ada', 'b', 'Geometry', 'Gym', '', 'MWF', 'class'],
      ['ada@example.org', '2', '', '', '', '', 'Lunch'],
      ['', '', '', '', '', '', ''],
      ['ben', '1', '', '', '', 'Tue/Thu', 'prep'],
    );
    expect(problems).toEqual([]);
    expect(entries).toBe(4);
    expect(slots.get(1)).toEqual([
      { period: '1', days: [], kind: 'class', title: 'Algebra I', room: 'Room 12', size: 24 },
      {
        period: 'B',
        days: ['monday', 'wednesday', 'friday'],
        kind: 'class',
        title: 'Geometry',
        room: 'Gym',
        size: null,
      },
      { period: '2', days: [], kind: 'lunch', title: '', room: '', size: null },
    ]);
    expect(slots.get(2)?.[0]).toMatchObject({ kind: 'planning', days: ['tuesday', 'thursday'] });
  });

  it('names every problem of every row at once', () => {
    const { problems, entries } = read(
      ['Nobody', '9', 'x'.repeat(81), 'x'.repeat(41), 'many', 'Xyz', 'party'],
      ['Ben Lee', '', '', '', '', '', ''],
      ['', '1', '', '', '', '', ''],
      ['ada', '1', '', '', '', '', ''],
      ['ada', '1', '', '', '', '', ''],
    );
    expect(entries).toBe(1);
    expect(problems.map(({ row }) => row)).toEqual([2, 2, 2, 2, 2, 2, 2, 3, 3, 4, 6]);
    expect(problems.at(-1)?.sentence).toBe('Ada Lovelace: Period 1 has two entries for the same day.');
    expect(problems[7]?.sentence).toBe('Several teachers are named “Ben Lee”. Use the username or email.');
    expect(readTimetable([['Teacher']], teachers, [])).toMatchObject({ entries: 0, problems: [{ row: 1 }] });
    expect(readTimetable([], teachers, []).problems).toHaveLength(1);
  });

  it('refuses more rows than a teacher has periods', () => {
    const periods = Array.from({ length: 61 }, (_, nth) => String(nth));
    const rows = periods.map((period) => ['ada', period]);
    const { problems } = readTimetable([['Teacher', 'Period'], ...rows], teachers, periods);
    expect(problems).toEqual([{ row: 62, sentence: 'Ada Lovelace has too many rows.' }]);
  });

  it.each([
    ['', []],
    ['Daily', []],
    ['MTWRF', []],
    ['M W', ['monday', 'wednesday']],
    ['mon, Thurs', ['monday', 'thursday']],
    ['TR', ['tuesday', 'thursday']],
    ['Sat', ['saturday']],
    ['M/Q', null],
  ])('reads the days %j', (cell, days) => {
    expect(daysIn(cell)).toEqual(days);
  });
});

describe('who teaches when', () => {
  const slot = (period: string, days: Slot['days'], kind: Slot['kind'] = 'class'): Slot => ({
    period,
    days,
    kind,
    title: 'Art',
    room: '',
    size: null,
  });
  const periods = [
    { period: '1', start: '08:00', end: '08:45' },
    { period: '2', start: '08:50', end: '09:35' },
    { period: '3', start: '09:40', end: '10:25' },
  ];

  it('prefers an entry for the weekday, and counts a period without an entry as planning', () => {
    const slots = [slot('1', []), slot('1', ['monday'], 'lunch')];
    expect(slotAt(slots, '1', '2026-11-23')?.kind).toBe('lunch');
    expect(slotAt(slots, '1', '2026-11-24')?.kind).toBe('class');
    expect(slotAt(slots, '2', '2026-11-24')).toBeNull();
    expect(slotProblems([slot('1', []), slot('1', ['monday']), slot('1', ['monday', 'friday'])])).toHaveLength(1);
  });

  it('needs someone for classes and duties within the absence, and for every period of a teacher without a timetable', () => {
    const absence = { date: '2026-11-23', start: '08:45', end: '10:00' };
    const names = (slots: Slot[]) => neededPeriods(absence, periods, slots).map(({ period }) => period);
    expect(names([])).toEqual(['2', '3']);
    expect(names([slot('1', []), slot('2', []), slot('3', [], 'planning')])).toEqual(['2']);
    expect(names([slot('3', [], 'duty')])).toEqual(['3']);
    fc.assert(
      fc.property(fc.constantFrom('08:00', '08:45', '08:50', '09:40'), (end) => {
        expect(neededPeriods({ ...absence, start: '07:00', end }, periods, []).every(({ start }) => start < end)).toBe(
          true,
        );
      }),
    );
  });
});
