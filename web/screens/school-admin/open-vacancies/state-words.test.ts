import { expect, test } from 'vitest';
import { requestTitles, stateInWords } from '#web/screens/school-admin/open-vacancies/state-words.ts';
import { openVacancy } from '#web/testing/vacancy.ts';

const rows = [
  openVacancy({ endTime: '12:00' }),
  openVacancy({ endTime: '12:00', coveredBy: ['Ada Free'] }),
  openVacancy({ date: '2026-11-24' }),
];
const none = { rows: [], hasMore: false };
const morning = new Date('2026-11-23T12:00:00Z');
const evening = new Date('2026-11-23T23:00:00Z');

test.each([
  [
    'before its end, a class can be filled',
    { rows, hasMore: false },
    none,
    morning,
    '3 classes to fill · no requests to review',
  ],
  [
    'after its end, it was not covered unless colleagues covered it',
    { rows, hasMore: false },
    { rows: rows.slice(2), hasMore: false },
    evening,
    '1 class to fill · 1 not covered · 1 request to review',
  ],
  [
    'a class that is over leaves none to fill',
    { rows: rows.slice(0, 1), hasMore: false },
    none,
    evening,
    'No classes to fill · 1 not covered · no requests to review',
  ],
  [
    'a longer list says so',
    { rows, hasMore: true },
    { rows, hasMore: true },
    morning,
    'More than 3 classes to fill · More than 3 requests to review',
  ],
] as const)('%s', (_case, open, pending, now, words) => {
  expect(stateInWords(open, pending, now)).toBe(words);
});

test("today's requests say so while later ones are counted apart from them", () => {
  expect(requestTitles(true)).toEqual(['Pending requests for today', 'Pending requests for later days']);
  expect(requestTitles(false)[0]).toBe('Pending requests');
});
