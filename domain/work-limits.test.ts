import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limitInWords, limitSpans, limitUses, noWorkLimits, workLimitKinds, workloadWith } from './work-limits.ts';
import { addDays, isDate } from './time.ts';

describe('limits', () => {
  test.each([
    [79, 100, []],
    [80, 100, [false]],
    [100, 100, [false]],
    [101, 100, [true]],
    [1, 0, [true]],
  ])('%d of %d', (used, most, over) => {
    const work = { weekMinutes: used, monthMinutes: 0, assignmentDays: 0, yearDays: 0 };
    expect(limitUses({ ...noWorkLimits, weekMinutes: most }, work).map(({ isOver }) => isOver)).toEqual(over);
  });

  test('name the exceeded ones first, and nothing without a limit', () => {
    const work = { weekMinutes: 1700, monthMinutes: 100, assignmentDays: 21, yearDays: 90 };
    expect(
      limitUses({ weekMinutes: 1740, monthMinutes: null, assignmentDays: 20, yearDays: 100 }, work).map(limitInWords),
    ).toEqual([
      '21 of 20 days in this class this school year',
      '28:20 of 29:00 hours that week',
      '90 of 100 days this school year',
    ]);
    expect(limitInWords({ kind: 'monthMinutes', used: 60, most: 90 })).toBe('1:00 of 1:30 hours that month');
    expect(limitUses(noWorkLimits, work)).toEqual([]);
  });

  test('count in weeks from Monday, months, and school years from July', () => {
    expect(limitSpans('2026-11-22')).toEqual({
      week: { from: '2026-11-16', to: '2026-11-22' },
      month: { from: '2026-11-01', to: '2026-11-30' },
      year: { from: '2026-07-01', to: '2027-06-30' },
    });
    expect(limitSpans('2026-06-30').year).toEqual({ from: '2025-07-01', to: '2026-06-30' });
    const dates = fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2026-01-01', days));
    fc.assert(
      fc.property(dates, (date) => {
        for (const { from, to } of Object.values(limitSpans(date))) {
          expect([isDate(from), isDate(to)]).toEqual([true, true]);
          expect(from <= date && date <= to).toBe(true);
        }
      }),
    );
  });

  const anyDay = fc.record({
    date: fc.integer({ min: -60, max: 60 }).map((days) => addDays('2026-11-23', days)),
    teacherId: fc.constantFrom(1, 2, null),
    minutes: fc.integer({ min: 30, max: 480 }),
  });

  test('another day never makes a workload smaller, and its order does not matter', () => {
    fc.assert(
      fc.property(fc.array(anyDay, { maxLength: 20 }), anyDay, anyDay, (days, more, day) => {
        const before = workloadWith(days, day);
        const after = workloadWith([more, ...days], day);
        for (const kind of workLimitKinds) expect(after[kind]).toBeGreaterThanOrEqual(before[kind]);
        expect(workloadWith(days.toReversed(), day)).toEqual(before);
        expect(before.assignmentDays).toBeLessThanOrEqual(before.yearDays);
      }),
    );
  });

  test('extra hands count as days and minutes, but as no days in one teacher’s class', () => {
    const day = { date: '2026-11-23', teacherId: null, minutes: 240 };
    const days = [1, 2, 3].map((back) => ({ ...day, date: addDays(day.date, -back) }));
    expect(workloadWith(days, day)).toMatchObject({ assignmentDays: 1, yearDays: 4, monthMinutes: 960 });
  });

  test('two classes of one date are one day and both their minutes', () => {
    const day = { date: '2026-11-23', teacherId: 1, minutes: 240 };
    expect(
      workloadWith(
        [
          { ...day, teacherId: 2 },
          { ...day, date: '2026-11-20' },
        ],
        day,
      ),
    ).toEqual({
      weekMinutes: 480,
      monthMinutes: 720,
      assignmentDays: 2,
      yearDays: 2,
    });
  });
});
