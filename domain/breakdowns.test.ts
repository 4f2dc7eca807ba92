import { expect, test } from 'vitest';
import { breakdownFacts, breakdownReports, breakdowns, breakdownsOf } from './breakdowns.ts';

test('every breakdown belongs to one report, and every report has some', () => {
  expect(breakdownReports.flatMap(breakdownsOf)).toEqual([...breakdowns]);
  for (const report of breakdownReports) expect(breakdownsOf(report), report).not.toEqual([]);
});

test('every breakdown has a value to draw and says how it is counted', () => {
  for (const { values, how, none } of Object.values(breakdownFacts)) {
    expect(values.length).toBeGreaterThan(0);
    for (const sentence of [how, none]) expect(sentence).toMatch(/\.$/);
  }
});
