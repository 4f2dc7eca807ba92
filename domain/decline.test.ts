import { describe, expect, it } from 'vitest';
import { type DeclineCounts, whyDeclined } from '#domain/decline.ts';

describe('the reasons of declines in words', () => {
  it.each<[DeclineCounts, string | null]>([
    [{}, null],
    [{ too_far: 0 }, null],
    [{ too_far: 2 }, '2 distance'],
    [
      { other: 1, short_notice: 1, not_my_class: 1, too_far: 2, not_that_day: 1 },
      '1 not available, 2 distance, 1 subject or grade, 1 short notice, 1 other',
    ],
  ])('says of %j: %s', (counts, words) => {
    expect(whyDeclined(counts)).toBe(words);
  });
});
