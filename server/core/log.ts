/** The error log: the server's, or one that a test reads. */
export type Log = { error(detail: object, message: string): void; warn(detail: object, message: string): void };
