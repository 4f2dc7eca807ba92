/** The error log: the server's, or one that a test reads. */
export type Log = { error(detail: object, message: string): void; warn(detail: object, message: string): void };

/**
 * Values that never appear in a log line: sessions, and PostgreSQL's detail about a failing row, which contains the
 * row.
 */
export const unlogged = ['req.headers.cookie', 'req.headers.authorization', 'err.detail'];
