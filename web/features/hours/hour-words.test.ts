import { expect, test } from 'vitest';
import { periodWords } from '#web/features/hours/hour-words.ts';

test('a pay period breaks only before its second date', () => {
  const words = periodWords({ from: '2026-11-01', to: '2026-11-30' });
  expect(words.split(' ')).toEqual(['Sun,\u00A0Nov\u00A01\u00A0–', 'Mon,\u00A0Nov\u00A030,\u00A02026']);
});
