import type { Ineligibility } from './eligibility.ts';

/** Says how many of a school's approved substitutes an offer reaches, and why it doesn't reach the others. Each counts once. */
export interface Reach {
  of: number;
  notified: number;
  unavailable: number;
  booked: number;
  declined: number;
}

type Verdict = 'declined' | 'booked' | 'unavailable' | 'notified';

/**
 * Returns whether an offer reaches a substitute. If several reasons prevent it, the first counts. Work limits are between
 * substitutes and the front office, and preferences are private, so a teacher sees only that they are unavailable.
 */
export function verdictOn({ reasons }: { reasons: readonly Ineligibility[] }): Verdict {
  const [first] = reasons;
  if (first === undefined) return 'notified';
  return first === 'declined' || first === 'booked' ? first : 'unavailable';
}

/** Counts each outcome. */
export function reachOf(verdicts: readonly Verdict[]): Reach {
  const reach: Reach = { of: verdicts.length, notified: 0, unavailable: 0, booked: 0, declined: 0 };
  for (const verdict of verdicts) reach[verdict] += 1;
  return reach;
}

/**
 * Returns the people to be notified, as the object of 'Notifies', and the reasons for the others: '11 of 28 substitutes: 9
 * unavailable, 5 booked elsewhere, 3 declined'. For several days with different reach, it says the fewest and the most: '7 to 11
 * of 28 substitutes, depending on the day'.
 */
export function reachInWords(days: readonly Reach[]): string {
  const [first] = days;
  if (first === undefined || first.of === 0) return 'no one: there are no approved substitutes';
  const counts = days.map(({ notified }) => notified);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  if (fewest < most) return `${fewest} to ${most} of ${substitutes(first.of)}, depending on the day`;
  if (fewest === first.of) return first.of === 1 ? '1 substitute' : `all ${substitutes(first.of)}`;
  const why = days.length === 1 ? whyNot(first) : '';
  return `${fewest === 0 ? 'none' : fewest} of ${substitutes(first.of)}${why}`;
}

function whyNot({ unavailable, booked, declined }: Reach): string {
  const reasons = [
    { count: unavailable, words: 'unavailable' },
    { count: booked, words: 'booked elsewhere' },
    { count: declined, words: 'declined' },
  ].filter(({ count }) => count > 0);
  return `: ${reasons.map(({ count, words }) => `${count} ${words}`).join(', ')}`;
}

function substitutes(count: number): string {
  return count === 1 ? '1 substitute' : `${count} substitutes`;
}
