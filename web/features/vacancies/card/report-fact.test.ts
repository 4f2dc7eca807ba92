import { expect, it } from 'vitest';
import { reportFact } from '#web/features/vacancies/card/report-fact.ts';

it('an offer says “right away” once the report time has passed, and a settled class says the time', () => {
  const of = { date: '2026-11-23', reportTime: '07:45', timeZone: 'America/New_York' };
  const late = new Date('2026-11-23T12:45:00Z');
  expect(reportFact(of, new Date('2026-11-23T12:44:00Z'))).toEqual({
    label: 'Report to the office by',
    value: '7:45 AM',
  });
  expect(reportFact(of, late)).toEqual({ label: 'Report to the office', value: 'Right away' });
  expect(reportFact(of, null)).toEqual({ label: 'Report to the office by', value: '7:45 AM' });
});
