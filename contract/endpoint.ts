import type * as z from 'zod/mini';
import type { Role } from '#domain/role.ts';
import type { ErrorCode } from '#contract/errors.ts';

/**
 * Who may make a call at all: the first of the three access layers (its refusals are 401 and 403).
 *
 * `pending` says who may call before an administrator approved the account: nobody, substitutes
 * (only where PENDING_SUBSTITUTE_ACCESS is `limited`), or everybody (what keeps one's own session).
 * Calls open to everybody also stay open to the people of an inactive school.
 */
export type Access =
  | { readonly roles: 'anyone' }
  | {
      readonly roles: readonly Role[];
      readonly pending: 'nobody' | 'substitutes' | 'everybody';
      /** Also open to users who must set up a second factor first. */
      readonly settingUp?: true;
    };

/** Signed in or not. */
export const anyone: Access = { roles: 'anyone' };

const everyRole: readonly Role[] = ['teacher', 'substitute', 'school_admin', 'overall_admin'];

/** Whoever is signed in, approved or not: what keeps one's own session. */
export const signedIn: Access = { roles: everyRole, pending: 'everybody' };

/** Like `signedIn`, and also open to users who must set up a second factor first: the calls that this takes. */
export const settingUp: Access = { ...signedIn, settingUp: true };

/** These roles, once approved. */
export function approved(...roles: readonly Role[]): Access {
  return { roles, pending: 'nobody' };
}

/** These roles, once approved; a substitute may also while waiting for approval. */
export function approvedOrWaitingSubstitute(...roles: readonly Role[]): Access {
  return { roles, pending: 'substitutes' };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What both sides know of one call. Every part that a caller could get wrong is a schema. */
export type Endpoint<
  Params extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Query extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Body extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> = {
  readonly name: string;
  readonly method: Method;
  /** Path with `:name` for each parameter, beginning with `/api/`. */
  readonly path: `/api/${string}`;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  readonly access: Access;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly reply: Reply;
  /** The errors that this call can answer beside the ones that every call can. */
  readonly errors: readonly ErrorCode[];
  /** Status of success; 200 unless said otherwise. */
  readonly status?: 200 | 201;
  /** A creating call: runs in one transaction with its Idempotency-Key. */
  readonly creates?: true;
  /** The body may also come as multipart: a `data` JSON part and these files. */
  readonly files?: readonly string[];
  /** The body comes as a form (application/x-www-form-urlencoded), as machines post it that are not ours. */
  readonly form?: true;
  /** The list can be paged by `limit` and `cursor`; the next cursor comes in the header `x-next-cursor`. */
  readonly paged?: true;
  /** Not JSON: the call answers with a file or a page of this content type. */
  readonly raw?: string;
  /** The largest JSON body in bytes. The default is 512 KB, or 32 KB for calls that are open to anyone. */
  readonly bodyLimit?: number;
};

/**
 * Declares a call.
 *
 * `access` has no default: a call that nobody gave an access does not compile.
 */
export function endpoint<
  Reply extends z.ZodMiniType,
  Params extends z.ZodMiniType | undefined = undefined,
  Query extends z.ZodMiniType | undefined = undefined,
  Body extends z.ZodMiniType | undefined = undefined,
>(definition: Endpoint<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
  return definition;
}

type OutputOf<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;
type InputOf<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined;

/** What a handler gets: the parsed parts. */
export type Parsed<E extends Endpoint> = {
  params: E extends Endpoint<infer P, never, never, never> ? OutputOf<P> : OutputOf<NonNullable<E['params']>>;
  query: OutputOf<NonNullable<E['query']>>;
  body: OutputOf<NonNullable<E['body']>>;
};

/** What a caller sends. */
export type Sent<E extends Endpoint> = {
  params: InputOf<NonNullable<E['params']>>;
  query: InputOf<NonNullable<E['query']>>;
  body: InputOf<NonNullable<E['body']>>;
};

/** What a call answers. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
/** What a handler returns: the reply before it is checked. */
export type ReplyInput<E extends Endpoint> = z.input<E['reply']>;
