/** The error log: the server's, or one that a test reads. */
export type Log = { error(detail: object, message: string): void; warn(detail: object, message: string): void };

/** What no log line shows: sessions, and what PostgreSQL says about a failing row, which is the row itself. */
export const unlogged = ['req.headers.cookie', 'req.headers.authorization', 'err.detail'];
