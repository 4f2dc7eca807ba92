import { expect, it } from 'vitest';
import { ineligibilities } from '#domain/eligibility.ts';
import { overlapWords, ruleWords } from '#web/screens/substitute/available-vacancies/rule-words.ts';

it('names each rule with its count and where to change it', () => {
  expect(ineligibilities.map((rule) => ruleWords({ rule, count: 2 }))).toEqual([
    {
      words: 'You declined 2.',
      change: { label: 'Show declined', to: '/dashboard/substitute/available-vacancies?declined=1' },
    },
    { words: '2 are not being offered to you by the school.', change: null },
    {
      words: '2 are at a time when you’re booked.',
      change: { label: 'My Assignments', to: '/dashboard/substitute/my-assignments' },
    },
    {
      words: '2 are outside your availability.',
      change: { label: 'Change your availability', to: '/dashboard/substitute/my-availability' },
    },
    { words: '2 are beyond how much the school lets you work. Ask its front office.', change: null },
    {
      words: '2 are offered to substitutes with the subject in their profile.',
      change: { label: 'Change your profile', to: '/dashboard/substitute/profile' },
    },
    {
      words: '2 are offered to substitutes with the grade in their profile.',
      change: { label: 'Change your profile', to: '/dashboard/substitute/profile' },
    },
    {
      words: '2 are longer or shorter than you want.',
      change: { label: 'Change your job preferences', to: '/dashboard/substitute/my-availability#job-preferences' },
    },
    {
      words: '2 are on shorter notice than you want.',
      change: { label: 'Change your job preferences', to: '/dashboard/substitute/my-availability#job-preferences' },
    },
    {
      words: '2 are for grades that you didn’t choose.',
      change: { label: 'Change your job preferences', to: '/dashboard/substitute/my-availability#job-preferences' },
    },
    {
      words: '2 are for subjects that you didn’t choose.',
      change: { label: 'Change your job preferences', to: '/dashboard/substitute/my-availability#job-preferences' },
    },
    {
      words: '2 are farther away than you want.',
      change: { label: 'Change your job preferences', to: '/dashboard/substitute/my-availability#job-preferences' },
    },
  ]);
  expect(ruleWords({ rule: 'unavailable', count: 1 }).words).toBe('1 is outside your availability.');
});

it.each([
  [3, 1, [1, 1], null],
  [3, 2, [1, 1], 'A vacancy is in more than one line if several reasons apply.'],
  [0, 0, [], null],
])('of %i open vacancies, %i fit, and the counts %j need %j', (open, fit, counts, words) => {
  expect(
    overlapWords(
      open,
      fit,
      counts.map((count) => ({ count })),
    ),
  ).toBe(words);
});
