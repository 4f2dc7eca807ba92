import { describe, expect, it } from 'vitest';
import { ago, counted, dayTitle, dayWords, hasEnded, weekTitle } from '#web/words/time.ts';

const morning = new Date('2026-11-23T10:45:00Z');

describe('the day next to a date', () => {
  it("is today or tomorrow by the school's clock, else the weekday", () => {
    expect(dayWords('2026-11-23', 'America/New_York', morning)).toEqual({ words: 'Today · Monday', isToday: true });
    expect(dayWords('2026-11-24', 'America/New_York', morning)).toEqual({
      words: 'Tomorrow · Tuesday',
      isToday: false,
    });
    expect(dayWords('2026-11-27', 'America/New_York', morning)).toEqual({ words: 'Friday', isToday: false });
    expect(dayWords('2026-11-23', 'Pacific/Honolulu', morning).words).toBe('Today · Monday');
    expect(dayWords('2026-11-23', 'Pacific/Honolulu', new Date('2026-11-23T05:45:00Z')).words).toBe(
      'Tomorrow · Monday',
    );
  });
});

describe('the heading of a group', () => {
  it('names the day with its date', () => {
    expect(dayTitle('2026-11-23', 'America/New_York', morning)).toBe('Today · Monday, November 23, 2026');
    expect(dayTitle('2026-11-27', 'America/New_York', morning)).toBe('Friday, November 27, 2026');
  });

  it('counts weeks from Monday, in the school’s time', () => {
    const week = (date: string, zone = 'America/New_York') => weekTitle(date, zone, morning);
    expect(week('2026-11-23')).toBe('This week');
    expect(week('2026-11-29')).toBe('This week');
    expect(week('2026-11-30')).toBe('Next week');
    expect(week('2026-11-22')).toBe('Last week');
    expect(week('2026-12-09')).toBe('Week of December 7, 2026');
    expect(weekTitle('2026-11-23', 'Pacific/Honolulu', new Date('2026-11-23T05:45:00Z'))).toBe('Next week');
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

it('uses the singular for one', () => {
  expect([counted(1, 'time'), counted(0, 'time'), counted(3, 'time')]).toEqual(['1 time', '0 times', '3 times']);
});
