import { describe, expect, it } from 'vitest';
import { type JobPreferences, noPreferences, unwanted, unwantedSentence } from '#domain/preferences.ts';

const full = { start: '08:00', end: '15:00' };
const half = { start: '08:00', end: '12:30' };

describe('job preferences', () => {
  it.each<[Partial<JobPreferences>, typeof full, number, string[]]>([
    [{}, full, 0, []],
    [{}, half, -1, []],
    [{ days: 'full' }, full, 5, []],
    [{ days: 'full' }, half, 5, ['day_length']],
    [{ days: 'full' }, { start: '08:00', end: '12:31' }, 5, []],
    [{ days: 'half' }, half, 5, []],
    [{ days: 'half', noticeHours: 6 }, full, 5, ['day_length', 'short_notice']],
    [{ noticeHours: 5 }, full, 5, []],
  ])('%j of a class %j that is %i hours ahead: %j', (change, span, hoursAhead, reasons) => {
    expect(unwanted({ ...noPreferences, ...change }, span, hoursAhead)).toEqual(reasons);
  });

  it('are explained in a sentence', () => {
    const preferences = { days: 'half', noticeHours: 1 } as const;
    expect(unwantedSentence('day_length', preferences)).toBe('In your job preferences, you asked for half days only.');
    expect(unwantedSentence('day_length', { ...preferences, days: 'full' })).toContain('full days');
    expect(unwantedSentence('short_notice', preferences)).toContain('at least 1 hour of notice');
    expect(unwantedSentence('short_notice', { ...preferences, noticeHours: 12 })).toContain('12 hours');
  });
});
