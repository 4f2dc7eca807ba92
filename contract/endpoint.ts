import type * as z from 'zod/mini';
import type { Role } from '#domain/role.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { done, idParams } from '#contract/fields.ts';

/**
 * The access to a call: the first of the three access layers (401 and 403).
 *
 * `pending` says who may call before an administrator has approved the account: no one, substitutes (only if
 * PENDING_SUBSTITUTE_ACCESS is `limited`), or everyone (calls that keep a session alive). Calls open to everyone also
 * work for people of an inactive school.
 */
export type Access =
  | { readonly roles: 'anyone' }
  | {
      readonly roles: readonly Role[];
      readonly pending: 'nobody' | 'substitutes' | 'everybody';
      /** It is also open to users who must set up a second factor first. */
      readonly settingUp?: true;
    };

/** Anyone may call it, signed in or not. */
export const anyone: Access = { roles: 'anyone' };

const everyRole: readonly Role[] = ['teacher', 'substitute', 'school_admin', 'overall_admin'];

/** Allows any signed-in user, approved or not, in calls that keep a session alive. */
export const signedIn: Access = { roles: everyRole, pending: 'everybody' };

/**
 * Works like `signedIn`, and is also open to users who must set up a second factor first: the calls that the setup
 * needs.
 */
export const settingUp: Access = { ...signedIn, settingUp: true };

/** Allows these roles, once approved. */
export function approved(...roles: readonly Role[]): Access {
  return { roles, pending: 'nobody' };
}

/** Allows these roles, once approved. A substitute may also call it while waiting for approval. */
export function approvedOrWaitingSubstitute(...roles: readonly Role[]): Access {
  return { roles, pending: 'substitutes' };
}

/** Allows these roles, approved or waiting for approval. */
export function approvedOrWaiting(...roles: readonly Role[]): Access {
  return { roles, pending: 'everybody' };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** The schema of a part of the request, or none. */
type Part = z.ZodMiniType | undefined;

type Parts<Params extends Part, Query extends Part, Body extends Part, Reply extends z.ZodMiniType> = {
  /** The method and the path, with `:name` for each parameter. */
  readonly call: `${Method} /api/${string}`;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  readonly access: Access;
  /** The parameters of the path. The default for a path with `:id` is one id. */
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The default is `done`. */
  readonly reply?: Reply;
  /** The errors that this call can return in addition to those that every call can return. */
  readonly errors?: readonly ErrorCode[];
  /** The status on success. The default is 200. */
  readonly status?: 200 | 201;
  /**
   * The call answers HEAD, too, because monitoring services check an address that way. Other reads may be recorded, or
   * cost a file.
   */
  readonly head?: true;
  /** A creating call. It runs in one transaction with its Idempotency-Key. */
  readonly creates?: true;
  /** The body may also be multipart: a `data` JSON part and these files. */
  readonly files?: readonly string[];
  /** The body is a form (application/x-www-form-urlencoded), as third-party services post it. */
  readonly form?: true;
  /**
   * A third-party service signs the call and doesn't repeat it. The signature is checked before the call may use the
   * database, and the call is never refused because the server is overloaded.
   */
  readonly signed?: true;
  /** It computes for seconds between its statements, so only their time counts toward the limit of a call. */
  readonly computes?: true;
  /** The list is paged by `limit` and `cursor`. The header `x-next-cursor` contains the next cursor. */
  readonly paged?: true;
  /**
   * The reply shows something and decides nothing. If DATABASE_READ_URL names a standby that has everything committed
   * by the time of the call, that standby may answer it.
   */
  readonly fromStandby?: true;
  /** The reply isn't JSON but a file or a page of this content type. */
  readonly raw?: string;
  /** The largest JSON body in bytes. The default is 512 KB, or 32 KB for calls that are open to anyone. */
  readonly bodyLimit?: number;
};

/** The shared definition of a call. Every part that a caller can get wrong has a schema. */
export type Endpoint<
  Params extends Part = Part,
  Query extends Part = Part,
  Body extends Part = Part,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> = Parts<Params, Query, Body, Reply> & {
  readonly method: Method;
  readonly path: `/api/${string}`;
  readonly reply: Reply;
};

/**
 * Declares a call. Its name is the name of its constant.
 *
 * `access` has no default, so a call without one doesn't compile.
 */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  const Call extends string,
  Params extends Part = Call extends `${string}/:id${string}` ? typeof idParams : undefined,
  Query extends Part = undefined,
  Body extends Part = undefined,
  Reply extends z.ZodMiniType = typeof done,
>(parts: Parts<Params, Query, Body, Reply> & { readonly call: Call }): Endpoint<Params, Query, Body, Reply> {
  const [method, path] = parts.call.split(' ');
  // The type of `call` names both.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { reply: done, ...parts, method, path } as Endpoint<Params, Query, Body, Reply>;
}

/** Returns the schema of a call's parameters in the path. Browsers don't load it. */
export function paramsOf({ params, path }: Endpoint): Part {
  return params ?? (path.includes('/:id') ? idParams : undefined);
}

type OutputOf<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;
type InputOf<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined;

/** A handler's input: the parsed parts of a request. */
export type Parsed<E extends Endpoint> = {
  params: E extends Endpoint<infer P, never, never, never> ? OutputOf<P> : OutputOf<NonNullable<E['params']>>;
  query: OutputOf<NonNullable<E['query']>>;
  body: OutputOf<NonNullable<E['body']>>;
};

/** A caller's input. */
export type Sent<E extends Endpoint> = {
  params: InputOf<NonNullable<E['params']>>;
  query: InputOf<NonNullable<E['query']>>;
  body: InputOf<NonNullable<E['body']>>;
};

/** The reply of a call. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
/** A handler's result, before the reply is checked. */
export type ReplyInput<E extends Endpoint> = z.input<E['reply']>;
