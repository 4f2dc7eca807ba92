/** Where the process writes what went wrong: the server's log, or one that a test reads. */
export type Log = { error(detail: object, message: string): void; warn(detail: object, message: string): void };
