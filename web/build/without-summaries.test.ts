import { expect, it } from 'vitest';
import { strippedOfSummaries } from '#web/build/without-summaries.ts';

it.each([
  ["{\n  path: '/a',\n  summary: 'Posts a day.',\n}", "{\n  path: '/a',\n  summary: '',\n}"],
  ['{\n  summary:\n    "A teacher\'s \'own\', and \\"more\\".",\n  body,\n}', "{\n  summary: '',\n  body,\n}"],
  ["{\n  summary: 'It\\'s one.',\n  title: 'Kept',\n}", "{\n  summary: '',\n  title: 'Kept',\n}"],
  ['export type Call = { summary: string };', 'export type Call = { summary: string };'],
])('empties the summaries of a contract, and nothing else: %s', (code, stripped) => {
  expect(strippedOfSummaries(code)).toBe(stripped);
});
