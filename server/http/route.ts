import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, Parsed, ReplyInput } from '#contract/endpoint.ts';
import type { Actor } from '#domain/permissions.ts';
import type { Config } from '#server/core/config.ts';
import type { Standby } from '#server/db/standby.ts';
import type { Database, Tx } from '#server/db/database.ts';
import type { Session } from '#server/security/sessions.ts';
import type { Upload } from '#server/security/uploads.ts';
import type { Live } from '#server/live/live.ts';

/**
 * How long one call may wait for the database in total, in ms, however many statements it makes. Every call is answered
 * within 5 s, except those with files and those that compute many hashes.
 */
export const databaseMs = 4400;
/**
 * The same for a signed call. Its service waits longer (Twilio 15 s), and a call that fails is lost. So it waits for a
 * connection again after the 4 s of any call. One statement takes at most 4.3 s.
 */
export const signedDatabaseMs = 12_000;

/** The dependencies of every call, created once, in main or by a test. */
export type Deps = {
  db: Database;
  config: Config;
  /** The only clock. Tests set it. */
  clock: () => Date;
  /** Returns whether the process is stopping: it finishes calls in progress and accepts no new ones. */
  draining: () => boolean;
  /** Live events for the people affected by a change. */
  live: Live;
  /** Answers the reads of calls with `fromStandby`. */
  standby?: Standby | undefined;
};

/** A call in progress. */
export type Call<E extends Endpoint = Endpoint> = Parsed<E> &
  Deps & {
    now: Date;
    /** The calling user. Reading it in a public call is a bug: use `session`. */
    actor: Actor;
    session: Session | null;
    files: Readonly<Record<string, Upload>>;
    request: FastifyRequest;
    reply: FastifyReply;
    /** Tells the caller of a paged list where the next page begins. */
    nextCursor(cursor: string | null): void;
  };

/**
 * The result of the handler of this endpoint. Mounting checks it against the schema. A handler that returns nothing
 * replies `done`.
 */
export type ReplyTo<E extends Endpoint> = Promise<ReplyInput<E> | (typeof done extends ReplyInput<E> ? void : never)>;

/** An endpoint and its handler. */
export type Route = {
  endpoint: Endpoint;
  handle: (call: Call) => Promise<unknown>;
  before?: (call: Call) => unknown;
  /** Refuses what the headers alone show to be wrong, before the body is read. */
  beforeBody?: (request: FastifyRequest) => void;
  /** Whether the session comes with the caller's own record. Other calls don't need it, and it is expensive. */
  readsOwnRecord?: boolean;
  /**
   * Work for a creating call that is done before its transaction begins, so no connection waits for it. It may compute
   * for seconds.
   */
  prepare?: (call: Call) => Promise<unknown>;
  handleInTx?: (call: Call, tx: Tx, prepared: unknown) => Promise<Made>;
  /**
   * Gives the browser the credentials that a creating call made (a session), after the commit and again for a repeat.
   */
  hand?: (call: Call, cookies: unknown) => Promise<void>;
};

/** The result of a creating call: its reply, and the credentials that only the browser gets (a session). */
export type Made = { reply: unknown; cookies: unknown };

/** The reply of a call that returns nothing but its success. */
export const done = { ok: true } as const;

// Mount keeps the handlers of all calls in one list and passes each the input that its endpoint parsed. The pairs are
// known only at run time.
// oxlint-disable typescript/no-unsafe-type-assertion
function anyHandler<E extends Endpoint>(handler: (call: Call<E>) => unknown): Route['handle'] {
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

/** Joins an endpoint and its handler. */
export function route<E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => ReplyTo<E>): Route {
  return { endpoint, handle: anyHandler(handle) };
}

/** Like `route`, for a handler that runs in one transaction. */
export function routeInTx<E extends Endpoint>(
  endpoint: E,
  handleInTx: (call: CallInTx<E>, tx: Tx) => ReplyTo<E>,
): Route {
  return route(endpoint, (call) => call.db.inTransaction((tx) => handleInTx(call, tx)));
}

/**
 * Refuses calls that the service didn't sign: without a signature before the body is read, and with a wrong one before
 * the database is used.
 */
type Seal<E extends Endpoint> = { beforeBody: (request: FastifyRequest) => void; before: (call: Call<E>) => void };

/** Like `route`, for a signed call. */
export function signedRoute<E extends Endpoint>(
  endpoint: E,
  { beforeBody, before }: Seal<E>,
  handle: (call: Call<E>) => ReplyTo<E>,
): Route {
  if (endpoint.signed !== true) throw new Error(`${endpoint.call} is not declared as a signed call.`);
  return { endpoint, beforeBody, before: anyHandler(before), handle: anyHandler(handle) };
}

/**
 * A creating call in its transaction. It can't use the pool, because a second connection could wait for the first
 * forever.
 */
export type CallInTx<E extends Endpoint = Endpoint> = Omit<Call<E>, 'db'>;

/**
 * Like `route`, for a creating call: its handler runs in the transaction that also stores its Idempotency-Key.
 * `before` runs ahead of it, for counts that must remain even if the call is refused. `prepare` runs before the
 * transaction for slow work, such as hashing a password, and passes the result to the handler. A repeat with the same
 * key doesn't run it.
 */
export function creatingRoute<E extends Endpoint, Prepared = undefined>(
  endpoint: E,
  handleInTx: (call: CallInTx<E>, tx: Tx, prepared: Prepared) => ReplyTo<E>,
  before: (call: Call<E>) => Promise<void> = async () => {},
  prepare?: (call: Call<E>) => Promise<Prepared>,
): Route {
  const made = async (call: CallInTx<E>, tx: Tx, prepared: Prepared) => ({
    reply: (await handleInTx(call, tx, prepared)) ?? done,
    cookies: null,
  });
  return creating(endpoint, anyHandlerInTx(made), anyHandler(before), prepare && anyHandler(prepare));
}

/** A creating call that also signs a user in. */
type Entering<E extends Endpoint, Prepared, Cookies> = {
  before: (call: Call<E>) => Promise<void>;
  prepare: (call: Call<E>) => Promise<Prepared>;
  handleInTx: (call: CallInTx<E>, tx: Tx, prepared: Prepared) => Promise<{ reply: ReplyInput<E>; cookies: Cookies }>;
  /** Runs after the commit. A repeat with the same key, whose first reply was lost, gets the same cookies. */
  hand: (call: Call<E>, cookies: Cookies) => Promise<void>;
};

/** Like `creatingRoute`, for a call that also sets cookies, which are JSON. `hand` passes them to the browser. */
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
  if (endpoint.creates !== true) throw new Error(`${endpoint.call} is not declared as a creating call.`);
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
