/**
 * A substitute's month at a school: the vacancies that they were notified of and answered, and the days they were
 * booked.
 */
export interface OfferCounts {
  offers: number;
  answers: number;
  days: number;
}

/** With fewer people, a median would reveal one person's figures. */
const fewest = 5;

/** Returns the median of each count. Returns null for fewer than five people. */
export function mediansOf(people: readonly OfferCounts[]): OfferCounts | null {
  if (people.length < fewest) return null;
  return {
    offers: median(people.map(({ offers }) => offers)),
    answers: median(people.map(({ answers }) => answers)),
    days: median(people.map(({ days }) => days)),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = low] = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return (low + high) / 2;
}
