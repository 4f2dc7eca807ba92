import { expect, test } from 'vitest';
import { phoneInWords } from '#web/words/phone.ts';

test.each([
  ['+12185550147', '(218) 555-0147'],
  ['(218) 555-0147', '(218) 555-0147'],
  ['+442079460958', '+442079460958'],
  ['maya.okafor@example.org', 'maya.okafor@example.org'],
])('%s reads as %s', (text, words) => expect(phoneInWords(text)).toBe(words));
