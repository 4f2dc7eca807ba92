import { describe, expect, test } from 'vitest';
import { asOf, reportWords } from './report-time.ts';

const of = { date: '2026-11-23', reportTime: '07:45', timeZone: 'America/New_York' };
const at = (time: string) => new Date(`2026-11-23T${time}-05:00`);

describe('the report time of a class', () => {
  test.each([
    ['07:44:59', 'by 7:45 AM'],
    ['07:45:00', 'right away'],
    ['12:00:00', 'right away'],
  ])('at %s, says %s', (time, words) => {
    expect(reportWords(of, at(time))).toBe(words);
    expect(reportWords(of)).toBe('by 7:45 AM');
  });

  test('is marked as passed in the facts of a notification, if they say where the school is', () => {
    const vacancy = { title: 'Art', ...of };
    expect(asOf({ vacancy }, at('07:50:00'))).toEqual({ vacancy: { ...vacancy, isReportLate: true } });
    for (const facts of [{ vacancy }, { vacancy: null }, { school: 'Oak' }])
      expect(asOf(facts, at('07:40:00'))).toBe(facts);
    const older = { vacancy: { title: 'Art', date: of.date, reportTime: of.reportTime } };
    expect(asOf(older, at('07:50:00'))).toBe(older);
  });
});
