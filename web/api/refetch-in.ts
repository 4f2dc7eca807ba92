import { instantOf } from '#domain/time.ts';

const longest = 6 * 3_600_000;

/** Returns the milliseconds until a query is refetched, if the passing of time changes its result at this instant. */
export function refetchIn(at: number, now: number): number {
  // A device whose clock is ahead refetches a little later.
  return Math.min(Math.max(at - now + 500, 15_000), longest);
}

type Class = { date: string; endTime: string; timeZone: string; can: readonly string[] };

/**
 * Returns the milliseconds until a list of classes is refetched, because no event says that one of them is over, which ends what can
 * be done about it. Returns false if none of them can change in this way.
 */
export function refetchAtEnd(classes: readonly Class[], now: number): number | false {
  const ends = classes
    .filter(({ can }) => can.includes('assign') || can.includes('release'))
    .map(({ date, endTime, timeZone }) => instantOf(date, endTime, timeZone).getTime());
  return ends.length > 0 && refetchIn(Math.min(...ends), now);
}
