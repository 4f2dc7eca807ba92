import { expect, it } from 'vitest';
import { strippedOfSummaries } from '#web/build/without-summaries.ts';

it.each([
  ["{\n  path: '/a',\n  summary: 'Posts a day.',\n}", "{\n  path: '/a',\n  summary: '',\n}"],
  ['{\n  summary:\n    "A teacher\'s \'own\', and \\"more\\".",\n  body,\n}', "{\n  summary: '',\n  body,\n}"],
  ["{\n  summary: 'It\\'s one.',\n  title: 'Kept',\n}", "{\n  summary: '',\n  title: 'Kept',\n}"],
  ["{\n  errors: ['not_found', 'conflict'],\n}", '{\n  errors: [],\n}'],
  ["{\n  errors: [\n    ...moveErrors,\n    'conflict',\n  ],\n}", '{\n  errors: [],\n}'],
  ['endpoint({ reply: vacancy, errors: moveErrors });', 'endpoint({ reply: vacancy, errors: [] });'],
  ["{\n  errors: ['not_found'] as const,\n}", "{\n  errors: ['not_found'] as const,\n}"],
  ['{ readonly errors?: readonly ErrorCode[] }', '{ readonly errors?: readonly ErrorCode[] }'],
  ['export type Call = { summary: string };', 'export type Call = { summary: string };'],
])('empties the summaries and errors of a contract, and nothing else: %s', (code, stripped) => {
  expect(strippedOfSummaries(code)).toBe(stripped);
});
