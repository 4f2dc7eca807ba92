import { describe, expect, it } from 'vitest';
import { openVacancy } from '#web/testing/vacancy.ts';
import { unfitTitle } from '#web/screens/substitute/available-vacancies/unfit-title.ts';

const can = ['request', 'decline'] as const;
const outside = openVacancy({
  can: [...can],
  clash: { kind: 'availability', sentence: 'You marked Mondays unavailable.' },
});
const booked = openVacancy({ can: ['decline'], clash: { kind: 'assignment', sentence: 'You cover Cedar Hollow.' } });
const over = openVacancy({ can: [], startTime: '04:00', endTime: '05:00', clash: outside.clash });
/** Monday, 5:45 in New York. */
const now = new Date('2026-11-23T10:45:00Z');

describe('vacancies that do not fit a substitute', () => {
  it('are counted by day, with the reason', () => {
    expect(unfitTitle([outside, booked, outside, over], now)).toEqual({
      title: '4 that don’t fit on November 23, 2026',
      why: '1 at a time when you’re booked, 2 outside your availability, 1 already over',
    });
    expect(unfitTitle([booked], now)).toEqual({
      title: '1 that doesn’t fit on November 23, 2026',
      why: '1 at a time when you’re booked',
    });
  });
});
