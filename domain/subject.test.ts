import { describe, expect, test } from 'vitest';
import { namesSubject, subjectsIn } from './subject.ts';

describe('the subjects that a text names', () => {
  test.each([
    ['Math, Science', ['Math', 'Science']],
    ['B.S. Mathematics, 2018', ['Math']],
    ['language arts', ['English']],
    ['Visual Art', ['Art']],
    ['Arts and crafts', ['Art']],
    ['part-time, smart, partner', []],
    ['P.E. and band', ['Music', 'Physical Education']],
    ['opera, pedagogy', []],
    ['Social studies', ['History']],
    ['', []],
  ])('%s', (text, expected) => {
    expect(subjectsIn(text)).toEqual(expected);
  });
});

test.each([
  ['French, Latin', 'latin', true],
  ['AP computer science (Java)', 'Computer  Science', true],
  ['Español', 'ESPAÑOL', true],
  ['Platinum', 'Latin', false],
  ['Computer lab, science', 'Computer Science', false],
  ['', 'Latin', false],
])("'%s' names the school's own subject '%s': %s", (text, subject, expected) => {
  expect(namesSubject(text, subject)).toBe(expected);
});
