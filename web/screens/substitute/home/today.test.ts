import { describe, expect, test } from 'vitest';
import type { Vacancy } from '#contract/vacancies.ts';
import { openVacancy } from '#web/testing/vacancy.ts';
import { greeting, todayInOneSentence } from '#web/screens/substitute/home/today.ts';

const daniel = { fullName: 'Daniel Reyes', username: 'dreyes' };
const timeZone = 'America/New_York';
/** Monday, 5:45 in New York. */
const now = new Date('2026-11-23T10:45:00Z');

describe('the greeting', () => {
  test.each([
    ['2026-11-23T10:45:00Z', 'Good morning, Daniel'],
    ['2026-11-23T17:00:00Z', 'Good afternoon, Daniel'],
    ['2026-11-23T23:00:00Z', 'Good evening, Daniel'],
  ])('uses the school’s time: %s', (instant, words) => {
    expect(greeting(daniel, new Date(instant), timeZone)).toBe(words);
  });

  test('uses the username if there is no name', () => {
    expect(greeting({ fullName: ' ', username: 'dreyes' }, now, timeZone)).toBe('Good morning, dreyes');
  });
});

const vacancy = (parts: Partial<Vacancy>) => openVacancy({ timeZone, ...parts });

describe('the sentence about today', () => {
  const quiet = {
    now,
    timeZone,
    isApproved: true,
    hasSchool: true,
    assignments: [],
    requests: [],
    open: [],
    openHasMore: false,
  };
  const tomorrow = vacancy({ date: '2026-11-24' });
  test.each([
    [
      'a confirmed assignment',
      { assignments: [vacancy({ confirmed: true })] },
      'You teach at Cedar Hollow today, 8:00 AM – 3:00 PM.',
    ],
    [
      'one that waits for an answer',
      { assignments: [vacancy({ confirmed: false })] },
      'Cedar Hollow wants to know if you can come today, 8:00 AM – 3:00 PM.',
    ],
    ['an own request', { requests: [vacancy({})] }, 'Your request for today at Cedar Hollow is waiting for an answer.'],
    [
      'urgent positions',
      { open: [vacancy({ isUrgent: true }), vacancy({ isUrgent: true }), vacancy({}), tomorrow] },
      'Nothing booked yet; 2 urgent positions for today at your schools.',
    ],
    [
      'more than it has looked at',
      { open: [vacancy({})], openHasMore: true },
      'Nothing booked yet; at least 1 position still open for today.',
    ],
    [
      'an open position',
      { open: [vacancy({})], assignments: [tomorrow] },
      'Nothing booked for the rest of today; 1 position still open for today.',
    ],
    ['nothing at all', { open: [tomorrow] }, 'Nothing booked yet, and nothing is open for today.'],
    [
      'classes of today that are over',
      { requests: [vacancy({ endTime: '05:30' })], open: [vacancy({ endTime: '05:30', isUrgent: true })] },
      'Nothing booked yet, and nothing is open for today.',
    ],
    [
      'the next school day on a day without school',
      { open: [tomorrow], nextSchoolDay: '2026-11-30' },
      'No school today. The next school day is Monday, November 30, 2026.',
    ],
    [
      'a class on a day without school',
      { open: [vacancy({})], nextSchoolDay: '2026-11-30' },
      'Nothing booked yet; 1 position still open for today.',
    ],
    ['nothing on a school day', { nextSchoolDay: '2026-11-23' }, 'Nothing booked yet, and nothing is open for today.'],
    ['what is open is not known', { open: undefined }, 'Nothing booked yet.'],
    ['no school', { hasSchool: false, open: undefined }, 'Choose your schools to see what is open.'],
    [
      'no approval',
      { isApproved: false, open: undefined },
      'You can get everything ready while your account is reviewed.',
    ],
  ])('names %s', (_, parts, sentence) => {
    expect(todayInOneSentence({ ...quiet, ...parts })).toBe(`Monday, November 23, 2026. ${sentence}`);
  });
});
