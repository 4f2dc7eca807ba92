import type pg from 'pg';

/** Runs an action and returns its trips to the database: the statements that were sent together, for each time it waited for replies. */
export type TripsOf = (act: () => Promise<unknown>) => Promise<string[][]>;

/**
 * Records the trips of actions on this pool that run one after the other. A statement that is sent before any statement of the last trip
 * has been answered belongs to that trip.
 */
export function listenToTrips(pool: pg.Pool): TripsOf {
  let trips: string[][] = [];
  let isAnswered = true;
  const heard = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (heard.has(client)) return;
    heard.add(client);
    const send = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      const [statement] = given as [{ text: string } | string];
      if (isAnswered) trips.push([]);
      isAnswered = false;
      trips.at(-1)?.push((typeof statement === 'string' ? statement : statement.text).replaceAll(/\s+/g, ' ').trim());
      const reply = send(...given) as Promise<unknown>;
      const note = () => (isAnswered = true);
      void reply.then(note, note);
      return reply;
    }) as typeof client.query;
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
