import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerRefusal, countsFrom, countsNow, feedbackRefusal } from './feedback.ts';

const DAY = 24 * 3_600_000;
const end = new Date('2026-11-23T20:00:00Z');
const later = (days: number, ms = 0) => new Date(end.getTime() + days * DAY + ms);

test.each([
  ['before the end', false, null, later(0, -1), 'feedback_early'],
  ['at the end', false, null, later(0), null],
  ['30 days after the end', false, null, later(30), null],
  ['later', false, null, later(30, 1), 'feedback_closed'],
  ['7 days after it was given', false, later(29), later(36), null],
  ['later than that', false, later(29), later(36, 1), 'feedback_closed'],
  ['of a no-show', true, null, later(0), 'feedback_no_show'],
  ['of a no-show, given before', true, later(0), later(1), 'feedback_no_show'],
])('feedback %s', (_, isNoShow, firstAt, now, refused) => {
  expect(feedbackRefusal({ endsAt: end, isNoShow }, firstAt, now)).toBe(refused);
});

describe('what a teacher said', () => {
  test.each([
    ['unanswered', null, later(7)],
    ['answered', later(2), later(2)],
    ['answered late', later(9), later(7)],
    ['changed after the answer', later(-1), later(7)],
  ])('counts: %s', (_, answeredAt, from) => {
    const said = { saidAt: end, answeredAt };
    expect(countsFrom(said)).toEqual(from);
    expect([countsNow(said, new Date(from.getTime() - 1)), countsNow(said, from)]).toEqual([false, true]);
  });

  test('never counts before it was said or later than 7 days after it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20 * DAY, max: 20 * DAY }), (ms) => {
        const from = countsFrom({ saidAt: end, answeredAt: later(0, ms) });
        expect(from >= end && from <= later(7)).toBe(true);
      }),
    );
  });

  test.each([
    [null, later(300), null],
    [later(1), later(8), null],
    [later(1), later(8, 1), 'feedback_closed'],
    [later(-1), later(300), null],
  ])('answered at %s, can be answered at %s', (answeredAt, now, refused) => {
    expect(answerRefusal({ saidAt: end, answeredAt }, now)).toBe(refused);
  });
});
