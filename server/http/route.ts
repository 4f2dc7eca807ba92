import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, Parsed, ReplyInput } from '#contract/endpoint.ts';
import type { Actor } from '#domain/permissions.ts';
import type { Config } from '#server/core/config.ts';
import type { Database, Tx } from '#server/db/database.ts';
import type { Session } from '#server/security/sessions.ts';
import type { Upload } from '#server/security/uploads.ts';
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
  /** What a creating call works out before its transaction begins, so that no connection waits for it. */
  prepare?: (call: Call) => Promise<unknown>;
  handleInTx?: (call: Call, tx: Tx, prepared: unknown) => Promise<Made>;
  /** Gives the browser what a creating call made for it beside its answer: after the commit, and once more for a repeat. */
  hand?: (call: Call, cookies: unknown) => Promise<void>;
};

/** What a creating call made: its answer, and what only the browser gets (a session). */
export type Made = { reply: unknown; cookies: unknown };

/** What a call answers that has nothing to tell but that it worked. */
export const done = { ok: true } as const;

// Mount keeps handlers of all calls in one list and gives each exactly what its own endpoint parsed: which
// call goes to which handler is known at run time only.
// oxlint-disable typescript/no-unsafe-type-assertion
function anyHandler<E extends Endpoint>(handler: (call: Call<E>) => Promise<unknown>): Route['handle'] {
  return handler as unknown as Route['handle'];
}
function anyHandlerInTx<E extends Endpoint, Prepared>(
  handler: (call: CallInTx<E>, tx: Tx, prepared: Prepared) => Promise<Made>,
): NonNullable<Route['handleInTx']> {
  return handler as unknown as NonNullable<Route['handleInTx']>;
}
function anyHand<E extends Endpoint, Cookies>(
  hand: (call: Call<E>, cookies: Cookies) => Promise<void>,
): NonNullable<Route['hand']> {
  return hand as unknown as NonNullable<Route['hand']>;
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
 * `before` runs ahead of it, for what counts even when the call is refused. `prepare` runs ahead of the transaction for what
 * takes long, a password's hash above all, and hands it to the handler; a repeat with the same key does not run it.
 */
export function creatingRoute<E extends Endpoint, Prepared = undefined>(
  endpoint: E,
  handleInTx: (call: CallInTx<E>, tx: Tx, prepared: Prepared) => Promise<ReplyInput<E>>,
  before: (call: Call<E>) => Promise<void> = async () => {},
  prepare?: (call: Call<E>) => Promise<Prepared>,
): Route {
  const made = async (call: CallInTx<E>, tx: Tx, prepared: Prepared) => ({
    reply: await handleInTx(call, tx, prepared),
    cookies: null,
  });
  return creating(endpoint, anyHandlerInTx(made), anyHandler(before), prepare && anyHandler(prepare));
}

/** A creating call that also lets somebody in. */
type Entering<E extends Endpoint, Prepared, Cookies> = {
  before: (call: Call<E>) => Promise<void>;
  prepare: (call: Call<E>) => Promise<Prepared>;
  handleInTx: (call: CallInTx<E>, tx: Tx, prepared: Prepared) => Promise<{ reply: ReplyInput<E>; cookies: Cookies }>;
  /** Runs after the commit; a repeat with the same key, whose first answer was lost, gets the very same cookies. */
  hand: (call: Call<E>, cookies: Cookies) => Promise<void>;
};

/** The same for a creating call that answers with cookies as well, which are JSON: `hand` gives them to the browser. */
export function enteringRoute<E extends Endpoint, Prepared, Cookies>(
  endpoint: E,
  { before, prepare, handleInTx, hand }: Entering<E, Prepared, Cookies>,
): Route {
  return creating(endpoint, anyHandlerInTx(handleInTx), anyHandler(before), anyHandler(prepare), anyHand(hand));
}

function creating(
  endpoint: Endpoint,
  inTx: NonNullable<Route['handleInTx']>,
  before: NonNullable<Route['before']>,
  prepare?: Route['prepare'],
  hand?: Route['hand'],
): Route {
  if (endpoint.creates !== true) throw new Error(`${endpoint.name} is not declared as a creating call.`);
  return {
    endpoint,
    before,
    handle: async (call) => {
      const prepared = await prepare?.(call);
      const { reply, cookies } = await call.db.inTransaction((tx) => inTx(call, tx, prepared));
      await hand?.(call, cookies);
      return reply;
    },
    handleInTx: inTx,
    ...(prepare !== undefined && { prepare }),
    ...(hand !== undefined && { hand }),
  };
}
