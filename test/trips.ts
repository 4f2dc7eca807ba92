import type pg from 'pg';
import { onStatement } from '#test/statements.ts';

/**
 * Runs an action and returns its trips to the database: the statements that were sent together, for each time it waited
 * for replies.
 */
export type TripsOf = (act: () => Promise<unknown>) => Promise<string[][]>;

/**
 * Records the trips of actions on this pool that run one after the other. A statement that is sent before any statement
 * of the last trip has been answered belongs to that trip.
 */
export function listenToTrips(pool: pg.Pool): TripsOf {
  let trips: string[][] = [];
  let isAnswered = true;
  onStatement(pool, ({ text }, reply) => {
    if (isAnswered) trips.push([]);
    isAnswered = false;
    trips.at(-1)?.push(text.replaceAll(/\s+/g, ' ').trim());
    const note = () => (isAnswered = true);
    void reply.then(note, note);
  });
  return async (act) => {
    const during: string[][] = [];
    trips = during;
    isAnswered = true;
    await act();
    // Later statements don't belong to an action.
    trips = [];
    return during;
  };
}
