import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, Parsed, ReplyInput } from '#contract/endpoint.ts';
import type { Actor } from '#domain/permissions.ts';
import type { Config } from '#server/config.ts';
import type { Database, Tx } from '#server/db/database.ts';
import type { Session } from '#server/http/session.ts';
import type { Live } from '#server/live/live.ts';

/**
 * How long one call waits for the database in all, in ms, however many statements it makes and whatever stands between:
 * every call is answered within 5 s.
 */
export const databaseMs = 4400;

/** What every call may use; made once, in main or by a test. */
export type Deps = {
  db: Database;
  config: Config;
  /** The only clock: tests set it. */
  clock: () => Date;
  /** Whether the process is stopping: it answers what is under way and takes nothing new. */
  draining: () => boolean;
  /** What changes, told to whom it concerns. */
  live: Live;
};

/** A file that came with a multipart call. */
export type Upload = { name: string; bytes: Buffer };

/** One call under way. */
export type Call<E extends Endpoint = Endpoint> = Parsed<E> &
  Deps & {
    now: Date;
    /** Who calls. Reading it in a call that is open to anyone is a mistake: use `session`. */
    actor: Actor;
    session: Session | null;
    files: Readonly<Record<string, Upload>>;
    request: FastifyRequest;
    reply: FastifyReply;
    /** Tells the caller of a paged list where the next page begins. */
    nextCursor(cursor: string | null): void;
  };

/** An endpoint with what answers it. */
export type Route = {
  endpoint: Endpoint;
  handle: (call: Call) => Promise<unknown>;
  before?: (call: Call) => Promise<unknown>;
  handleInTx?: (call: Call, tx: Tx) => Promise<unknown>;
};

/** What a call answers that has nothing to tell but that it worked. */
export const done = { ok: true } as const;

// Mount keeps handlers of all calls in one list and gives each exactly what its own endpoint parsed: which
// call goes to which handler is known at run time only.
// oxlint-disable typescript/no-unsafe-type-assertion
function anyHandler<E extends Endpoint>(handler: (call: Call<E>) => Promise<unknown>): Route['handle'] {
  return handler as unknown as Route['handle'];
}
function anyHandlerInTx<E extends Endpoint>(
  handler: (call: CallInTx<E>, tx: Tx) => Promise<unknown>,
): NonNullable<Route['handleInTx']> {
  return handler as unknown as NonNullable<Route['handleInTx']>;
}
// oxlint-enable typescript/no-unsafe-type-assertion

/** Joins a call of the contract with its handler. */
export function route<E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<ReplyInput<E>>): Route {
  return { endpoint, handle: anyHandler(handle) };
}

/** A creating call in its transaction: the pool is out of reach, since a second connection could wait for the first for ever. */
export type CallInTx<E extends Endpoint = Endpoint> = Omit<Call<E>, 'db'>;

/**
 * The same for a creating call: its handler runs in the transaction that also holds its Idempotency-Key.
 * `before` runs ahead of it, for what counts even when the call is refused.
 */
export function creatingRoute<E extends Endpoint>(
  endpoint: E,
  handleInTx: (call: CallInTx<E>, tx: Tx) => Promise<ReplyInput<E>>,
  before: (call: Call<E>) => Promise<void> = async () => {},
): Route {
  if (endpoint.creates !== true) throw new Error(`${endpoint.name} is not declared as a creating call.`);
  const inTx = anyHandlerInTx(handleInTx);
  return {
    endpoint,
    before: anyHandler(before),
    handle: (call) => call.db.inTransaction((tx) => inTx(call, tx)),
    handleInTx: inTx,
  };
}
