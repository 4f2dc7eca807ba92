import { describe, expect, it } from 'vitest';
import { openVacancy } from '#web/testing/vacancy.ts';
import { isUnfit } from '#web/features/vacancies/request/unfit.ts';

const can = ['request', 'decline'] as const;
const free = openVacancy({ can: [...can] });
const outside = openVacancy({
  can: [...can],
  clash: { kind: 'availability', sentence: 'You marked Mondays unavailable.' },
});
const booked = openVacancy({ can: ['decline'], clash: { kind: 'assignment', sentence: 'You cover Cedar Hollow.' } });
const over = openVacancy({ can: [], startTime: '04:00', endTime: '05:00', clash: outside.clash });
const overlapping = openVacancy({ can: [...can], requestOverlap: 'You also requested Art at Cedar Hollow.' });

describe('vacancies that do not fit a substitute', () => {
  it.each([
    ['what they can do', free, false],
    ['another request for that time', overlapping, false],
    ['their availability', outside, true],
    [
      'their own request, even outside their availability',
      { ...outside, can: [], status: 'pending_approval' as const },
      false,
    ],
    ['an assignment', booked, true],
    ['a shift that is over', over, true],
    ['what they declined, which is a list of its own', { ...outside, declined: true }, false],
  ])('%s', (_, vacancy, wanted) => {
    expect(isUnfit(vacancy)).toBe(wanted);
  });
});
