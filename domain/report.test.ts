import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { teacherReport } from '#test/teacher-report.ts';
import { vacancyReport } from '#test/vacancy-report.ts';
import type { shiftTypes } from './shift.ts';
import { absenceReasons, vacancyStatuses } from './vacancy.ts';

describe('the vacancy report', () => {
  const status = fc.constantFrom(...vacancyStatuses);
  const absenceReason = fc.constantFrom(...absenceReasons, null);

  test('counts by status and by reason', () => {
    const report = vacancyReport([
      { status: 'filled', absenceReason: 'Illness' },
      { status: 'filled', absenceReason: 'Illness' },
      { status: 'open', absenceReason: 'Personal' },
      { status: 'pending_approval', absenceReason: 'Bereavement' },
      { status: 'filled', absenceReason: 'Illness' },
      { status: 'open', absenceReason: 'Illness' },
    ]);
    expect(report).toEqual({
      total: 6,
      open: 2,
      pending: 1,
      filled: 3,
      fillRate: 50,
      extraHands: 0,
      reasons: [
        { reason: 'Personal', count: 1, percent: 16.7 },
        { reason: 'Illness', count: 4, percent: 66.7 },
        { reason: 'Family Illness', count: 0, percent: 0 },
        { reason: 'Bereavement', count: 1, percent: 16.7 },
        { reason: 'Paternity Leave', count: 0, percent: 0 },
      ],
    });
  });

  test('counts extra hands as vacancies to fill, but not as absences', () => {
    const report = vacancyReport([
      { status: 'filled', absenceReason: null },
      { status: 'filled', absenceReason: 'Illness' },
      { status: 'open', absenceReason: 'Personal' },
    ]);
    expect(report).toMatchObject({ total: 3, filled: 2, fillRate: 66.7, extraHands: 1 });
    expect(report.reasons.map(({ percent }) => percent)).toEqual([50, 50, 0, 0, 0]);
  });

  test('has no fill rate for an empty month', () => {
    expect(vacancyReport([])).toMatchObject({ total: 0, fillRate: null });
    expect(vacancyReport([]).reasons.every(({ count, percent }) => count === 0 && percent === 0)).toBe(true);
  });

  test('adds up', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ status, absenceReason })), (rows) => {
        const report = vacancyReport(rows);
        expect(report.open + report.pending + report.filled).toBe(report.total);
        expect(report.reasons.reduce((sum, { count }) => sum + count, 0) + report.extraHands).toBe(report.total);
        expect((report.fillRate ?? 0) >= 0 && (report.fillRate ?? 0) <= 100).toBe(true);
      }),
    );
  });
});

describe('the teacher report', () => {
  const times = { full_day: ['08:00', '15:00'], morning: ['08:00', '12:00'], afternoon: ['12:30', '15:00'] } as const;
  const row = (
    teacherId: number,
    shiftType: (typeof shiftTypes)[number],
    absenceReason: (typeof absenceReasons)[number],
    day = 2,
    [startTime, endTime]: readonly [string, string] = times[shiftType],
  ) => ({
    teacherId,
    teacherName: `T${teacherId}`,
    date: `2026-11-${String(day).padStart(2, '0')}`,
    startTime,
    endTime,
    shiftType,
    absenceReason,
  });

  test('counts days and half days, each by its reason', () => {
    const report = teacherReport(
      [
        row(1, 'morning', 'Personal', 2),
        row(1, 'full_day', 'Illness', 3),
        row(1, 'afternoon', 'Personal', 4),
        row(1, 'morning', 'Personal', 5),
        row(2, 'full_day', 'Bereavement', 2),
      ],
      8,
    );
    expect(report).toEqual({
      teachersAbsent: 2,
      percentOfStaff: 25,
      averageDays: 1.8,
      top: [
        { teacherId: 1, name: 'T1', days: 2.5, hours: 17.5, primaryReason: 'Personal' },
        { teacherId: 2, name: 'T2', days: 1, hours: 7, primaryReason: 'Bereavement' },
      ],
    });
  });

  test('breaks ties between reasons by their usual order', () => {
    const rows = [
      row(1, 'full_day', 'Illness', 2),
      row(1, 'morning', 'Personal', 3),
      row(1, 'afternoon', 'Personal', 4),
    ];
    expect(teacherReport(rows, 1).top[0]?.primaryReason).toBe('Personal');
  });

  test('never counts a teacher’s day twice, however it is split', () => {
    const split = [
      row(1, 'full_day', 'Illness', 2, ['08:00', '11:00']),
      row(1, 'full_day', 'Illness', 2, ['11:00', '15:00']),
      row(1, 'morning', 'Personal', 3),
      row(1, 'afternoon', 'Personal', 3),
      row(1, 'morning', 'Personal', 4),
    ];
    // The two vacancies of Monday are one day, so 1.5 days of Personal outweigh them.
    expect(teacherReport(split, 1).top).toEqual([
      { teacherId: 1, name: 'T1', days: 2.5, hours: 17.5, primaryReason: 'Personal' },
    ]);
  });

  test('counts hours by their times, and overlapping ones once', () => {
    const twice = [
      row(1, 'full_day', 'Illness', 2, ['10:30', '11:45']),
      row(1, 'full_day', 'Illness', 2, ['11:00', '12:00']),
      row(1, 'full_day', 'Illness', 3, ['11:00', '11:15']),
    ];
    expect(teacherReport(twice, 1).top[0]).toMatchObject({ days: 2, hours: 1.8 });
  });

  test('lists at most ten, by days, then by name, then by age of the account', () => {
    const rows = [...Array(12).keys()].map((id) => row(id + 1, id === 11 ? 'full_day' : 'morning', 'Illness'));
    expect(teacherReport(rows, 12).top.map(({ name }) => name)).toEqual([
      'T12',
      'T1',
      'T10',
      'T11',
      'T2',
      'T3',
      'T4',
      'T5',
      'T6',
      'T7',
    ]);
    const namesakes = [
      { ...row(5, 'morning', 'Illness'), teacherName: 'Ann' },
      { ...row(4, 'morning', 'Illness'), teacherName: 'Ann' },
    ];
    expect(teacherReport(namesakes, 2).top.map(({ teacherId }) => teacherId)).toEqual([4, 5]);
  });

  test('has no rates without staff or without absences', () => {
    expect(teacherReport([], 0)).toEqual({ teachersAbsent: 0, percentOfStaff: null, averageDays: null, top: [] });
  });
});
