/** How long a request may take to arrive, in ms: its headers, the entire request, and how often we check. */
export type Arrival = { headMs: number; requestMs: number; lookMs: number };

/**
 * Headers are small, so they get ten seconds. A photo from a phone gets thirty. By default, Node checks for late
 * requests only every 30 s, so each could live for up to a minute.
 */
export const arrival: Arrival = { headMs: 10_000, requestMs: 30_000, lookMs: 1000 };

/**
 * Limits how many new connections may wait to be accepted. The system's own limit is `net.core.somaxconn` (4096 on
 * Linux). With Node's default of 511, a jump in traffic overflowed this queue. The system then drops connections
 * silently, and clients try again after 1, 3, 7 and 15 s: a wait that the server can neither see nor refuse.
 */
export const backlog = 4096;
