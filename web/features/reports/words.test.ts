import { expect, test } from 'vitest';
import { dayInReport, fewNotified, lasting, percentWords, shortly } from '#web/features/reports/words.ts';

test.each([
  [0, '0 minutes'],
  [1, '1 minute'],
  [59.4, '59 minutes'],
  [59.6, '1 hour'],
  [61, '1 hour 1 minute'],
  [200, '3 hours 20 minutes'],
  [2879, '47 hours 59 minutes'],
  [2880, '2 days'],
  [3600, '2.5 days'],
])('%d minutes read as %s', (minutes, words) => {
  expect(lasting(minutes)).toBe(words);
});

test('a percentage of zero classes is a dash', () => {
  expect([percentWords(null), percentWords(0), percentWords(66.7)]).toEqual(['–', '0%', '66.7%']);
});

test('a duration as a large figure has short units', () => {
  expect([1, 60, 61, 3600].map(shortly)).toEqual(['1 min', '1 h', '1 h 1 min', '2.5 days']);
});

test('too few notified people are counted in words', () => {
  expect([0, 1, 7].map(fewNotified)).toEqual([
    'no one was notified',
    'only 1 person was notified',
    'only 7 people were notified',
  ]);
});

test('a day of another year than the report’s end has its year', () => {
  expect(['2026-04-28', '2025-04-28'].map((date) => dayInReport(date, '2026-11-30'))).toEqual([
    'Tue, Apr 28',
    'April 28, 2025',
  ]);
});
