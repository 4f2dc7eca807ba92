import { describe, expect, it } from 'vitest';
import { ago, counted, dayWords, hasEnded } from '#web/features/vacancies/words.ts';

const morning = new Date('2026-11-23T10:45:00Z');

describe('the day beside a date', () => {
  it("is today or tomorrow by the school's clock, else the weekday", () => {
    expect(dayWords('2026-11-23', 'America/New_York', morning)).toEqual({ words: 'Today · Monday', isToday: true });
    expect(dayWords('2026-11-24', 'America/New_York', morning)).toEqual({ words: 'Tomorrow · Tuesday', isToday: false });
    expect(dayWords('2026-11-27', 'America/New_York', morning)).toEqual({ words: 'Friday', isToday: false });
    expect(dayWords('2026-11-23', 'Pacific/Honolulu', morning).words).toBe('Today · Monday');
    expect(dayWords('2026-11-23', 'Pacific/Honolulu', new Date('2026-11-23T05:45:00Z')).words).toBe('Tomorrow · Monday');
  });
});

describe('how long ago', () => {
  it.each([
    ['2026-11-23T10:44:40Z', 'just now'],
    ['2026-11-23T10:46:00Z', 'just now'],
    ['2026-11-23T10:36:00Z', '9 minutes ago'],
    ['2026-11-23T07:00:00Z', '3 hours ago'],
    ['2026-11-22T10:00:00Z', 'yesterday'],
    ['2026-11-20T10:00:00Z', '3 days ago'],
  ])('%s is %s', (instant, words) => {
    expect(ago(instant, morning)).toBe(words);
  });
});

it("a vacancy has ended by its school's clock, not by the reader's", () => {
  const vacancy = { date: '2026-11-23', endTime: '05:30' };
  expect(hasEnded({ ...vacancy, timeZone: 'America/New_York' }, morning)).toBe(true);
  expect(hasEnded({ ...vacancy, timeZone: 'America/Chicago' }, morning)).toBe(false);
});

it('counts one thing in the singular', () => {
  expect([counted(1, 'time'), counted(0, 'time'), counted(3, 'time')]).toEqual(['1 time', '0 times', '3 times']);
});
