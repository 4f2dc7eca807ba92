import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ineligibilities } from './eligibility.ts';
import { mayCountPreferences, type Reach, reachInWords, reachOf, verdictOn } from './reach.ts';

const reach = (parts: Partial<Reach>): Reach => ({
  of: 28,
  notified: 0,
  unavailable: 0,
  booked: 0,
  declined: 0,
  mayBeFewer: false,
  ...parts,
});

describe('the number of people to notify, in words', () => {
  it.each([
    [
      [reach({ notified: 11, unavailable: 9, booked: 5, declined: 3 })],
      '11 of 28 substitutes: 9 unavailable, 5 booked elsewhere, 3 declined',
    ],
    [
      [reach({ notified: 1, unqualified: 20, unavailable: 7 })],
      '1 of 28 substitutes: 20 without this subject or grade, 7 unavailable',
    ],
    [[reach({ notified: 27, booked: 1 })], '27 of 28 substitutes: 1 booked elsewhere'],
    [[reach({ unavailable: 28 })], 'none of 28 substitutes: 28 unavailable'],
    [[reach({ of: 1, unavailable: 1 })], 'none of 1 substitute: 1 unavailable'],
    [[reach({ notified: 28 })], 'all 28 substitutes'],
    [[reach({ of: 1, notified: 1 })], '1 substitute'],
    [[reach({ of: 0 })], 'no one: there are no approved substitutes'],
    [[], 'no one: there are no approved substitutes'],
    [
      [reach({ notified: 11, booked: 17 }), reach({ notified: 7, booked: 21 }), reach({ notified: 9, booked: 19 })],
      '7 to 11 of 28 substitutes, depending on the day',
    ],
    [[reach({ notified: 7, booked: 21 }), reach({ notified: 7, unavailable: 21 })], '7 of 28 substitutes'],
    [[reach({ of: 1, notified: 1, mayBeFewer: true })], 'up to 1 substitute'],
    [[reach({ of: 3, notified: 3, mayBeFewer: true })], 'up to 3 substitutes'],
    [[reach({ of: 3, notified: 2, booked: 1, mayBeFewer: true })], 'up to 2 of 3 substitutes: 1 booked elsewhere'],
    [[reach({ of: 3, unavailable: 3, mayBeFewer: true })], 'none of 3 substitutes: 3 unavailable'],
    [
      [reach({ of: 3, notified: 1, mayBeFewer: true }), reach({ of: 3, notified: 2, mayBeFewer: true })],
      'up to 2 of 3 substitutes, depending on the day',
    ],
  ])('%j', (days, words) => {
    expect(reachInWords(days)).toBe(words);
  });

  it('counts job preferences only among five or more people whom no one has chosen', () => {
    expect([1, 4, 5, 28].map((people) => mayCountPreferences(people, false))).toEqual([false, false, true, true]);
    expect(mayCountPreferences(28, true)).toBe(false);
  });

  it('counts each substitute once, and as notified only if nothing prevents it', () => {
    const standing = fc.record({ reasons: fc.subarray([...ineligibilities]) });
    fc.assert(
      fc.property(fc.array(standing), (people) => {
        const {
          of,
          notified,
          unavailable,
          booked,
          declined,
          unqualified = 0,
        } = reachOf(people.map((person) => verdictOn(person)));
        expect(of).toBe(people.length);
        expect(notified + unavailable + booked + declined + unqualified).toBe(of);
        expect(unqualified).toBe(people.filter(({ reasons: [first] }) => first?.startsWith('unknown_')).length);
        expect(notified).toBe(people.filter(({ reasons }) => reasons.length === 0).length);
        expect(declined).toBe(people.filter(({ reasons }) => reasons.includes('declined')).length);
      }),
    );
  });
});
