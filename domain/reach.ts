import type { Ineligibility } from './eligibility.ts';

/**
 * How many of a school's approved substitutes an offer reaches, and why it doesn't reach the others. Each counts once.
 */
export interface Reach {
  of: number;
  notified: number;
  unavailable: number;
  booked: number;
  declined: number;
  /** They lack the subject or grade that the class requires. It is missing if there are none. */
  unqualified?: number | undefined;
  /** Job preferences weren't counted, and they may leave some people out. See `mayCountPreferences`. */
  mayBeFewer: boolean;
}

/** From this many people on, a count no longer shows one person's choices. */
const fewestCounted = 5;

/**
 * Returns whether a reach counts job preferences. They are private: a count of a few people, or of chosen ones, would
 * reveal each person's grades, subjects and distance to anyone who varies the class.
 */
export function mayCountPreferences(people: number, areChosen: boolean): boolean {
  return !areChosen && people >= fewestCounted;
}

type Verdict = 'declined' | 'booked' | 'unavailable' | 'unqualified' | 'notified';

/**
 * Returns whether an offer reaches a substitute. If several reasons prevent it, the first counts. Work limits are
 * between substitutes and the front office, and preferences are private, so a teacher sees only that they are
 * unavailable.
 */
export function verdictOn({ reasons }: { reasons: readonly Ineligibility[] }): Verdict {
  const [first] = reasons;
  if (first === undefined) return 'notified';
  if (first === 'unknown_subject' || first === 'unknown_grade') return 'unqualified';
  return first === 'declined' || first === 'booked' ? first : 'unavailable';
}

/** Counts each outcome. */
export function reachOf(verdicts: readonly Verdict[], mayBeFewer = false): Reach {
  const reach: Reach = { of: verdicts.length, notified: 0, unavailable: 0, booked: 0, declined: 0, mayBeFewer };
  for (const verdict of verdicts) reach[verdict] = (reach[verdict] ?? 0) + 1;
  return reach;
}

/**
 * Returns the people to be notified, as the object of 'Notifies', and why the others aren't: '11 of 28 substitutes: 9
 * unavailable, 5 booked elsewhere, 3 declined'. For several days with different reach, it says the fewest and the most:
 * '7 to 11 of 28 substitutes, depending on the day'. If job preferences weren't counted, it says 'up to'.
 */
export function reachInWords(days: readonly Reach[]): string {
  const [first] = days;
  if (first === undefined || first.of === 0) return 'no one: there are no approved substitutes';
  const counts = days.map(({ notified }) => notified);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const upTo = most > 0 && days.some(({ mayBeFewer }) => mayBeFewer) ? 'up to ' : '';
  if (fewest < most)
    return `${upTo === '' ? `${fewest} to ` : upTo}${most} of ${substitutes(first.of)}, depending on the day`;
  if (fewest === first.of) return `${upTo === '' && first.of > 1 ? 'all ' : upTo}${substitutes(first.of)}`;
  const why = days.length === 1 ? whyNot(first) : '';
  return `${upTo}${fewest === 0 ? 'none' : fewest} of ${substitutes(first.of)}${why}`;
}

function whyNot({ unavailable, booked, declined, unqualified = 0 }: Reach): string {
  const reasons = [
    { count: unqualified, words: 'without this subject or grade' },
    { count: unavailable, words: 'unavailable' },
    { count: booked, words: 'booked elsewhere' },
    { count: declined, words: 'declined' },
  ].filter(({ count }) => count > 0);
  return `: ${reasons.map(({ count, words }) => `${count} ${words}`).join(', ')}`;
}

function substitutes(count: number): string {
  return count === 1 ? '1 substitute' : `${count} substitutes`;
}
