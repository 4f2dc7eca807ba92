import { instantOf } from '#domain/time.ts';

const longest = 6 * 3_600_000;

/** Returns the milliseconds until a query is refetched, if the passing of time changes its result at this instant. */
export function refetchIn(at: number, now: number): number {
  // A device whose clock is ahead refetches a little later.
  return Math.min(Math.max(at - now + 500, 15_000), longest);
}

type Class = { date: string; endTime: string; timeZone: string; can: readonly string[] };

/**
 * Returns the milliseconds until the first of these classes ends, when the list must be refetched: no event says that a
 * class is over, and from then on nothing more can be done about it. Returns false if the end of none of them matters.
 */
export function refetchAtEnd(classes: readonly Class[], now: number): number | false {
  const ends = classes
    .filter(({ can }) => can.includes('assign') || can.includes('release'))
    .map(({ date, endTime, timeZone }) => instantOf(date, endTime, timeZone).getTime());
  return ends.length > 0 && refetchIn(Math.min(...ends), now);
}
