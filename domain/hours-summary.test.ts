import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hourTotals } from './hours.ts';
import type { ExportLine } from './hours-export.ts';
import { added, merged, noHours, sumsByCode, sumsByPerson } from './hours-summary.ts';

const line = (parts: Partial<ExportLine>): ExportLine => ({
  substituteId: 1,
  substituteName: 'Ann Cole',
  employeeId: null,
  date: '2026-11-16',
  start: '08:00',
  end: '15:00',
  breakMinutes: 0,
  minutes: 420,
  units: 2,
  cents: 16_000,
  kind: 'regular',
  payCode: 'SUB',
  accountCode: '',
  teacherName: null,
  title: null,
  approvedBy: null,
  note: null,
  ...parts,
});

describe('the summary of a pay period', () => {
  test('has each person once, with dates as days and corrections as none', () => {
    const sums = sumsByPerson([
      line({}),
      line({ minutes: 60, cents: 100, units: 0, employeeId: 'E-7' }),
      line({ date: '2026-11-17', kind: 'correction', minutes: -30, units: 0, cents: -500 }),
      line({ substituteId: 2, substituteName: 'Bob Ray' }),
    ]);
    expect(sums).toEqual([
      { name: 'Ann Cole', employeeId: 'E-7', days: 1, lines: 3, minutes: 450, units: 2, cents: 15_600 },
      { name: 'Bob Ray', employeeId: null, days: 1, lines: 1, minutes: 420, units: 2, cents: 16_000 },
    ]);
  });

  test('counts no day for a no-show, which has no time and no pay', () => {
    const noShow = line({ date: '2026-11-20', minutes: 0, units: 0, cents: 0 });
    expect(sumsByPerson([line({}), noShow])[0]).toMatchObject({ days: 1, lines: 2 });
    expect(sumsByCode([line({}), noShow])[0]).toMatchObject({ days: 1, lines: 2 });
    // A class that was canceled late may be paid although no time was worked.
    const late = line({ date: '2026-11-20', kind: 'late_cancellation', minutes: 0, units: 1, cents: 8_000 });
    expect(sumsByPerson([line({}), late])[0]).toMatchObject({ days: 2 });
  });

  test('names pay codes with their kind of day', () => {
    const lines = [line({}), line({ payCode: '', kind: 'long_term' }), line({ payCode: 'COV', kind: 'cover' })];
    expect(sumsByCode(lines).map(({ name }) => name)).toEqual(['SUB (regular)', 'Long-term', 'COV (covered period)']);
  });

  test('adds up to the totals, by person and by code, however the lines are split up', () => {
    const some = fc.record({
      substituteId: fc.integer({ min: 1, max: 4 }),
      date: fc.constantFrom('2026-11-16', '2026-11-17'),
      minutes: fc.integer({ min: -600, max: 600 }),
      units: fc.integer({ min: -4, max: 4 }),
      cents: fc.integer({ min: -20_000, max: 20_000 }),
      kind: fc.constantFrom(
        'regular' as const,
        'long_term' as const,
        'late_cancellation' as const,
        'correction' as const,
      ),
      payCode: fc.constantFrom('', 'SUB'),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 20 }), fc.nat({ max: 20 }), (parts, at) => {
        const lines = parts.map(line);
        const { lines: count, minutes, units, cents } = hourTotals(lines);
        const halves = [lines.slice(0, at), lines.slice(at)];
        const byCode = merged(halves.flatMap(sumsByCode));
        expect(byCode).toEqual(
          merged(sumsByCode(lines)).map((sum) => ({ ...sum, days: expect.any(Number) as number })),
        );
        for (const sums of [sumsByPerson(lines), byCode])
          expect(sums.reduce(added, noHours)).toMatchObject({ lines: count, minutes, units, cents });
      }),
    );
  });
});
