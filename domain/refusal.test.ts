import { expect, test } from 'vitest';
import { refusal, refusalSentences } from './refusal.ts';

test('the loser of a race reads the reason', () => {
  expect(refusal('already_requested')).toEqual({
    code: 'already_requested',
    sentence: 'This vacancy has just been requested by someone else.',
  });
});

test('every refusal is a sentence or two', () => {
  for (const sentence of Object.values(refusalSentences)) expect(sentence).toMatch(/^[A-Z][^\n]{10,110}\.$/);
});
