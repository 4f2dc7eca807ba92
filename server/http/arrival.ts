/** How long a request may take to arrive, in ms: its head, all of it, and how often that is looked at. */
export type Arrival = { headMs: number; requestMs: number; lookMs: number };

/**
 * A head is small, so it gets ten seconds; a photo from a phone gets thirty. Node looks for late ones only every 30 s unless it is told
 * otherwise, which would let each live for up to a minute.
 */
export const arrival: Arrival = { headMs: 10_000, requestMs: 30_000, lookMs: 1000 };
