import { describe, expect, test } from 'vitest';
import { subjectsIn } from './subject.ts';

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
