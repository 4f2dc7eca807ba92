import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { type Endpoint, paramsOf } from '#contract/endpoint.ts';
import { judged } from '#contract/fields.ts';
import { isPhone } from '#server/core/phone.ts';
import { nameProblem } from '#domain/name.ts';
import { Refused } from '#server/core/refused.ts';
import { refusalOf, unsafe } from '#server/http/access.ts';
import type { Callers } from '#server/http/caller.ts';
import type { Entrance } from '#server/http/overload.ts';
import { isGated, needsShare } from '#server/http/refuse-early.ts';
import { databaseOfCall } from '#server/http/database-time.ts';
import { fitsOf } from '#server/http/fits.ts';
import { refusedByIssues } from '#server/http/errors.ts';
import { runOnce } from '#server/http/idempotency.ts';
import { readMultipart, uploadLimits } from '#server/http/multipart.ts';
import { type Call, databaseMs, type Deps, done, type Route } from '#server/http/route.ts';
import type { Upload } from '#server/security/uploads.ts';
import { clearSessionCookie, readSession } from '#server/http/session.ts';
import type { Session } from '#server/security/sessions.ts';
import { whileUploading } from '#server/http/uploading.ts';
import type { SessionActivity } from '#server/security/sessions.ts';

/** The content type of a form from a page or a third-party service. */
export const formType = 'application/x-www-form-urlencoded';

judged.name = nameProblem;
judged.isPhone = isPhone;

/** The parts that every call passes on its way in. */
type Doors = { activity: SessionActivity; entrance: Entrance; callers: Callers };

/**
 * Mounts every route. Origin, session and access are checked before the body is read, and the reply before it is sent.
 */
export async function mount(app: FastifyInstance, deps: Deps, routes: readonly Route[], doors: Doors): Promise<void> {
  await app.register(multipart, { limits: uploadLimits, throwFileSizeLimit: true });
  app.decorateRequest('session', null);
  app.decorateRequest('databaseMsLeft', databaseMs);
  for (const route of routes) {
    const { endpoint } = route;
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: endpoint.head === true,
      ...bodyLimitOf(endpoint),
      // Fastify matches case and slashes exactly. The schema checks every part.
      onRequest: admitting(route, deps, doors),
      handler: inItsRoom(endpoint, deps, answering(route, deps, doors.entrance)),
    });
  }
}

/** Returns the checks before the body is read: origin, capacity, session, access. */
function admitting(
  { endpoint, readsOwnRecord, beforeBody }: Route,
  deps: Deps,
  { activity, entrance, callers }: Doors,
) {
  const hasShare = needsShare(endpoint);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    refuseForeignOrigin(request, deps.config.PUBLIC_URL);
    beforeBody?.(request);
    const began = performance.now();
    const db = deps.db.within(databaseMs);
    if (isGated(endpoint)) {
      const turn = entrance.enter(unsafe.has(endpoint.method), () => (hasShare ? callers.of(request.raw) : null));
      if (turn !== undefined) await turn;
    }
    const session =
      endpoint.signed === true
        ? null
        : await readSession(db, request, deps.config, deps.clock(), activity, readsOwnRecord);
    if (session !== null) callers.note(session);
    request.session = endpoint.access.roles === 'anyone' ? withSecondFactor(session) : session;
    request.databaseMsLeft = databaseMs - (performance.now() - began);
    refuseWithoutAccess(endpoint, request, reply, deps);
    refuseForm(endpoint, request);
  };
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Returns what answers a call: its handler, and the check of its reply. */
function answering(route: Route, deps: Deps, entrance: Entrance): Handler {
  const { endpoint } = route;
  const fits = fitsOf(endpoint.reply);
  return async (request, reply) => {
    const { body, files } = await readBody(endpoint, request);
    const call = callOf(route, deps, { request, reply, body, files });
    await route.before?.(call);
    if (endpoint.signed === true) await entrance.enterSurely();
    const key = request.headers['idempotency-key'];
    const answer =
      endpoint.creates && typeof key === 'string' ? await runOnce(call, route, key, body) : await route.handle(call);
    if (endpoint.raw !== undefined) return answer;
    // A repeated creating call is answered from the database, which doesn't preserve the order of fields. Parsing
    // restores the schema's order.
    const given = answer === undefined ? done : answer;
    const isRight = endpoint.creates !== true && fits(given);
    const text = JSON.stringify(isRight ? given : checkedReply(endpoint, given));
    reply
      .code(endpoint.status ?? 200)
      .header('cache-control', 'no-store')
      .header('content-type', 'application/json; charset=utf-8');
    // This avoids `reply.send(…)`, because Fastify would then watch each reply until it is sent.
    return text;
  };
}

type Received = { request: FastifyRequest; reply: FastifyReply; body: unknown; files: Record<string, Upload> };

function callOf(route: Route, deps: Deps, { request, reply, body, files }: Received): Call {
  const { endpoint } = route;
  const { session } = request;
  return {
    ...deps,
    session,
    get actor() {
      if (session === null) throw new Error(`${endpoint.call} read its caller, but is open to anyone.`);
      return session.actor;
    },
    db: databaseOfCall(route, deps, request.databaseMsLeft),
    params: parsed(paramsOf(endpoint), request.params),
    query: parsed(endpoint.query, request.query),
    body: parsed(endpoint.body, body),
    files,
    now: deps.clock(),
    request,
    reply,
    nextCursor: (cursor: string | null) => {
      if (cursor !== null) reply.header('x-next-cursor', cursor);
    },
  };
}

/** Reads and answers a call with files only when there is capacity for them. */
function inItsRoom(endpoint: Endpoint, deps: Deps, handler: Handler): Handler {
  if (endpoint.files === undefined) return handler;
  return (request, reply) => {
    const answer = () => handler(request, reply);
    return request.isMultipart() ? whileUploading({ deps, session: request.session, request }, answer) : answer();
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
    /** How long this call may still wait for the database, in ms. */
    databaseMsLeft: number;
  }
}

function parsed<Schema extends z.ZodMiniType>(schema: Schema | undefined, value: unknown): undefined {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value ?? {});
  if (!result.success) throw refusedByIssues(result.error.issues);
  // The handler's type describes each part. Here they have any type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return result.data as undefined;
}

/** An undeclared column can't leave the server: parsing the reply fails instead. */
function checkedReply(endpoint: Endpoint, answer: unknown): unknown {
  const result = endpoint.reply.safeParse(answer);
  if (!result.success) {
    const where = result.error.issues
      .slice(0, 5)
      .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
      .join('; ');
    throw new Error(`The reply of ${endpoint.call} breaks its contract: ${where}`);
  }
  return result.data;
}

/** Without signing in, people can only send a few short fields. */
const anyonesBodyLimit = 32 * 1024;

function bodyLimitOf({ access, bodyLimit }: Endpoint): { bodyLimit?: number } {
  if (bodyLimit !== undefined) return { bodyLimit };
  return access.roles === 'anyone' ? { bodyLimit: anyonesBodyLimit } : {};
}

/** Checked before the body is read: a form of half a megabyte has a quarter of a million fields. */
function refuseForm(endpoint: Endpoint, request: FastifyRequest): void {
  const isForm = request.headers['content-type']?.startsWith(formType) ?? false;
  if (isForm && endpoint.form !== true)
    throw new Refused('wrong_content_type', 'Send JSON (Content-Type: application/json).');
}

async function readBody(
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<{ body: unknown; files: Record<string, Upload> }> {
  if (!request.isMultipart()) return { body: request.body, files: {} };
  if (endpoint.files === undefined)
    throw new Refused('wrong_content_type', 'Send JSON (Content-Type: application/json).');
  return readMultipart(request, endpoint.files);
}

/** Another site's page must not act with the visitor's cookie. */
function refuseForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin } = request.headers;
  if (!unsafe.has(request.method) || origin === undefined) return;
  if (origin === new URL(publicUrl).origin) return;
  if (URL.canParse(origin) && isOwnPage(new URL(origin), request.host, publicUrl)) return;
  throw new Refused('wrong_origin', 'This call came from another site and was refused.');
}

/**
 * Returns whether a page of this host is ours: always over https, and over http only if the installation is reached by
 * it. Otherwise anyone on the visitor's network could serve such a page.
 */
function isOwnPage({ host, protocol }: URL, ownHost: string, publicUrl: string): boolean {
  return host === ownHost && (protocol === 'https:' || (protocol === 'http:' && publicUrl.startsWith('http:')));
}

/** Returns the first access layer: who may make this call. */
function refuseWithoutAccess(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, deps: Deps): void {
  const refusal = refusalOf(endpoint, request.session, deps.config);
  if (refusal?.code === 'not_signed_in') clearSessionCookie(reply, deps.config);
  if (refusal !== null) throw refusal;
}

/** To users who must set up a second factor, public calls show only public data. */
function withSecondFactor(session: Session | null): Session | null {
  return session?.user.secondFactor === 'required' ? null : session;
}
