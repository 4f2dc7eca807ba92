import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { payPeriodAt, payPeriodKinds, payPeriodOf } from './pay-period.ts';
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
        const before = payPeriodOf(calendar, addDays(period.from, -1));
        const after = payPeriodOf(calendar, addDays(period.to, 1));
        expect([addDays(before.to, 1), addDays(period.to, 1)]).toEqual([period.from, after.from]);
      }),
    );
  });
});

describe('next to locked periods', () => {
  const monthly = { kind: 'monthly', anchor } as const;
  const locked = [
    { from: '2026-11-09', to: '2026-11-15' },
    { from: '2026-10-26', to: '2026-11-04' },
  ];
  test.each([
    ['2026-11-02', { from: '2026-10-26', to: '2026-11-04', isLocked: true }],
    ['2026-11-05', { from: '2026-11-05', to: '2026-11-08', isLocked: false }],
    ['2026-11-20', { from: '2026-11-16', to: '2026-11-30', isLocked: false }],
    ['2026-10-10', { from: '2026-10-01', to: '2026-10-25', isLocked: false }],
    ['2026-12-24', { from: '2026-12-01', to: '2026-12-31', isLocked: false }],
  ])('%s', (date, period) => {
    expect(payPeriodAt(monthly, locked, date)).toEqual(period);
  });

  test('whatever was locked and however the calendar changes, each day is in one period', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...payPeriodKinds), anyDate), { maxLength: 8 }),
        fc.constantFrom(...payPeriodKinds),
        anyDate,
        (history, kind, date) => {
          const spans: { from: string; to: string }[] = [];
          for (const [before, day] of history) {
            const { from, to, isLocked } = payPeriodAt({ kind: before, anchor }, spans, day);
            if (!isLocked) spans.push({ from, to });
          }
          const period = payPeriodAt({ kind, anchor }, spans, date);
          expect(period.from <= date && date <= period.to).toBe(true);
          for (const day of [period.from, period.to]) expect(payPeriodAt({ kind, anchor }, spans, day)).toEqual(period);
          for (const span of spans) {
            const isSame = span.from === period.from && span.to === period.to;
            expect(isSame ? period.isLocked : span.to < period.from || span.from > period.to).toBe(true);
          }
        },
      ),
    );
  });
});
