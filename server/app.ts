import type { Server } from 'node:http';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify';
import { allRoutes } from '#server/all-routes.ts';
import { type Arrival, arrival as usualArrival } from '#server/http/arrival.ts';
import { sendError } from '#server/http/errors.ts';
import { dropUnusedOnClose, endConnectionsWhileDraining } from '#server/http/drain.ts';
import { makeCallers } from '#server/http/caller.ts';
import { addHeaders } from '#server/http/headers.ts';
import { logRequests, requestIds } from '#server/http/request-log.ts';
import { formType, mount } from '#server/http/mount.ts';
import { makeEntrance } from '#server/http/overload.ts';
import { servePages } from '#server/http/pages.ts';
import { refuseEarly } from '#server/http/refuse-early.ts';
import type { Config } from '#server/core/config.ts';
import { unlogged } from '#server/core/log.ts';
import { Refused } from '#server/core/refused.ts';
import type { Deps } from '#server/http/route.ts';
import { answerUnreadable } from '#server/http/unreadable.ts';
import { gatherSessionActivity } from '#server/http/session-activity.ts';
import { addMetrics } from '#server/metrics/serve.ts';

/** The folder of the built web, or null to serve only the API, and how long a request may take to arrive. */
export type AppOptions = { webFolder: string | null; arrival?: Arrival };

/** Builds the application. It doesn't listen yet. */
export async function buildApp(
  deps: Deps,
  { webFolder, arrival = usualArrival }: AppOptions,
): Promise<FastifyInstance> {
  const nextId = requestIds();
  const app = Fastify({ ...optionsOf(deps.config, arrival), genReqId: nextId });
  const entrance = makeEntrance(deps.db.queue());
  const callers = makeCallers(deps.config);
  refuseEarly(app, { deps, endpoints: allRoutes.map(({ endpoint }) => endpoint), entrance, callers, nextId });
  acceptJsonOnly(app);
  app.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply));
  addHeaders(app, deps.config);
  if (deps.config.LOG_REQUESTS) logRequests(app, deps.config);
  addMetrics(app, deps, entrance);
  await app.register(cookie);
  // A stream only ends on its own, so the server would wait for it.
  app.addHook('preClose', () => deps.live.close());
  dropUnusedOnClose(app);
  endConnectionsWhileDraining(app, deps.draining);
  const activity = gatherSessionActivity(app, deps.db);
  await mount(app, deps, allRoutes, { activity, entrance, callers });
  if (webFolder !== null) await servePages(app, deps, webFolder, activity);
  else
    app.setNotFoundHandler((request, reply) =>
      sendError(new Refused('not_found', 'This address does not exist.'), request, reply),
    );
  return app;
}

function optionsOf(config: Config, arrival: Arrival): FastifyHttpOptions<Server> {
  return {
    logger: { level: config.LOG_LEVEL, redact: unlogged, serializers: { req: requestForLog } },
    // Only the last hops are our own proxies. Anyone can forge the entries before them.
    trustProxy: (_address, hop) => hop < config.TRUST_PROXY,
    bodyLimit: 512 * 1024,
    requestTimeout: arrival.requestMs,
    http: { headersTimeout: arrival.headMs, connectionsCheckingInterval: arrival.lookMs },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: answerUnreadable(config),
  };
}

/**
 * The contract checks requests and replies (`server/http/mount.ts`), so Fastify's two schema compilers, a sixth of the
 * start-up time, are never loaded.
 */
const noSchemas = () => () => {
  throw new Error('A route has a schema for Fastify. Calls are described in contract/.');
};

/** Bodies are JSON unless a call accepts files. An empty body counts as no body, even with a content type. */
function acceptJsonOnly(app: FastifyInstance): void {
  const parseStrictly = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseStrictly(request, String(body), done);
  });
  // Only calls that declare it accept it. Mount refuses it everywhere else.
  app.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) => {
    if (String(body).split('&', mostFormFields + 1).length > mostFormFields)
      done(new Refused('too_large', `A form can have at most ${mostFormFields} fields.`));
    else done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
}

/**
 * Twilio sends about 20 fields, and two more for each of up to ten pictures. Thousands of them would take many times as
 * long to check for a signature.
 */
const mostFormFields = 100;

/** The rest of these paths is the secret of the link. */
const secrets = [
  '/api/calendar/',
  '/api/wall/',
  '/api/links/',
  '/api/unsubscribe/',
  '/api/invitations/',
  '/api/password-links/',
  '/api/email-links/',
  '/new-password/',
  '/wall/',
  '/confirm-email/',
  '/go/',
  '/unsubscribe/',
  '/invitations/',
];

/** The log records the route and the path, but no query string and no IP address. */
function requestForLog(request: { method: string; url: string; id?: string }) {
  const path = request.url.split('?')[0] ?? '';
  const secret = secrets.find((beginning) => path.startsWith(beginning));
  return { method: request.method, path: secret === undefined ? path : `${secret}…`, id: request.id };
}
