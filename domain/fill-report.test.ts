import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillRateOf, longestReport, reportDays, timeToFill, usualReport } from './fill-report.ts';
import { addDays } from './time.ts';

describe('a fill rate', () => {
  it.each([
    // Source: R 4.3, prop.test(x, n, correct = FALSE)$conf.int.
    { filled: 15, total: 20, fillRate: 75, low: 53.1, high: 88.8, isTooEarly: true },
    { filled: 90, total: 100, fillRate: 90, low: 82.6, high: 94.5, isTooEarly: false },
    { filled: 0, total: 10, fillRate: 0, low: 0, high: 27.8, isTooEarly: false },
    { filled: 10, total: 10, fillRate: 100, low: 72.2, high: 100, isTooEarly: false },
    { filled: 1, total: 1, fillRate: 100, low: 20.7, high: 100, isTooEarly: true },
    { filled: 0, total: 0, fillRate: null, low: null, high: null, isTooEarly: true },
  ])('of $filled of $total is $fillRate %, between $low and $high', ({ filled, total, ...expected }) => {
    expect(fillRateOf(filled, total)).toEqual({ filled, total, ...expected });
  });

  it('lies in its interval, which narrows with more classes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), fc.double({ min: 0, max: 1, noNaN: true }), (total, share) => {
        const filled = Math.round(total * share);
        const { fillRate, low, high } = fillRateOf(filled, total);
        const more = fillRateOf(filled * 4, total * 4);
        const [rate, from, to] = [fillRate ?? -1, low ?? -1, high ?? -1];
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(100);
        expect(rate).toBeGreaterThanOrEqual(from);
        expect(rate).toBeLessThanOrEqual(to);
        expect((more.high ?? 0) - (more.low ?? 0)).toBeLessThanOrEqual(to - from);
      }),
    );
  });
});

it('a time to fill appears once enough classes were filled', () => {
  const times = { median: 12, p90: 240 };
  expect([7, 8, 19, 20].map((fills) => timeToFill(fills, times))).toEqual([
    { median: null, p90: null },
    { median: 12, p90: null },
    { median: 12, p90: null },
    times,
  ]);
});

describe('the days of a report', () => {
  const today = '2026-11-23';

  it('are the last 90, through yesterday, by default', () => {
    const days = reportDays({}, today);
    expect(days).toEqual({ from: '2026-08-25', to: '2026-11-22' });
    expect(addDays(days?.from ?? '', usualReport - 1)).toBe(days?.to);
  });

  it.each([
    [
      { from: '2026-11-01', to: '2026-11-30' },
      { from: '2026-11-01', to: '2026-11-22' },
    ],
    [{ from: '2026-11-22' }, { from: '2026-11-22', to: '2026-11-22' }],
    [{ from: '2026-11-23' }, null],
    [{ from: '2026-11-10', to: '2026-11-09' }, null],
    [
      { from: addDays('2026-11-22', 1 - longestReport) },
      { from: addDays('2026-11-22', 1 - longestReport), to: '2026-11-22' },
    ],
    [{ from: addDays('2026-11-22', -longestReport) }, null],
  ])('asked for as %j are %j', (asked, expected) => {
    expect(reportDays(asked, today)).toEqual(expected);
  });
});
