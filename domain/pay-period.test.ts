import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { payPeriodKinds, payPeriodOf, payPeriodsBeside, unlockedPart } from './pay-period.ts';
import { addDays } from './time.ts';

const anchor = '2026-01-05';
const anyDate = fc.integer({ min: -400, max: 1200 }).map((days) => addDays('2026-01-01', days));

describe('pay periods', () => {
  test.each([
    ['weekly', '2026-11-23', '2026-11-23', '2026-11-29'],
    ['weekly', '2026-01-04', '2025-12-29', '2026-01-04'],
    ['biweekly', '2026-01-18', '2026-01-05', '2026-01-18'],
    ['biweekly', '2026-01-19', '2026-01-19', '2026-02-01'],
    ['semimonthly', '2026-11-15', '2026-11-01', '2026-11-15'],
    ['semimonthly', '2026-02-16', '2026-02-16', '2026-02-28'],
    ['monthly', '2028-02-29', '2028-02-01', '2028-02-29'],
  ] as const)('%s: %s is in %s to %s', (kind, date, from, to) => {
    expect(payPeriodOf({ kind, anchor }, date)).toEqual({ from, to });
  });

  test('they divide the calendar: every day is in one period, and its neighbors touch it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...payPeriodKinds), anyDate, anyDate, (kind, start, date) => {
        const calendar = { kind, anchor: start };
        const period = payPeriodOf(calendar, date);
        expect(period.from <= date && date <= period.to).toBe(true);
        expect(payPeriodOf(calendar, period.from)).toEqual(period);
        expect(payPeriodOf(calendar, period.to)).toEqual(period);
        const { previous, next } = payPeriodsBeside(calendar, date);
        expect([addDays(previous.to, 1), addDays(period.to, 1)]).toEqual([period.from, next.from]);
      }),
    );
  });
});

describe('the part of a period that is not locked', () => {
  const november = { from: '2026-11-01', to: '2026-11-30' };
  test.each([
    [[], november],
    [[{ from: '2026-10-26', to: '2026-11-08' }], { from: '2026-11-09', to: '2026-11-30' }],
    [[{ from: '2026-11-23', to: '2026-12-06' }], { from: '2026-11-01', to: '2026-11-22' }],
    [
      [
        { from: '2026-11-23', to: '2026-12-06' },
        { from: '2026-10-26', to: '2026-11-08' },
      ],
      { from: '2026-11-09', to: '2026-11-22' },
    ],
    [[{ from: '2026-11-01', to: '2026-11-30' }], null],
    [[{ from: '2026-10-01', to: '2026-10-31' }], november],
  ])('without %j', (locked, left) => {
    expect(unlockedPart(november, locked)).toEqual(left);
  });
});
