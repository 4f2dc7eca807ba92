import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { allRoutes } from '#server/all-routes.ts';
import { type Arrival, arrival as usualArrival } from '#server/http/arrival.ts';
import { sendError } from '#server/http/errors.ts';
import { dropUnusedOnClose, endConnectionsWhileDraining } from '#server/http/drain.ts';
import { addHeaders } from '#server/http/headers.ts';
import { logRequests, requestIds } from '#server/http/request-log.ts';
import { formType, mount } from '#server/http/mount.ts';
import { servePages } from '#server/http/pages.ts';
import { Refused } from '#server/core/refused.ts';
import type { Deps } from '#server/http/route.ts';
import { answerUnreadable } from '#server/http/unreadable.ts';
import { gatherSessionActivity } from '#server/http/session-activity.ts';
import { addMetrics } from '#server/metrics/serve.ts';

/** Where the built web is, or null where only the calls are wanted; and how long a request may take to arrive. */
export type AppOptions = { webFolder: string | null; arrival?: Arrival };

/** The whole application over what it is given; it listens nowhere yet. */
export async function buildApp(
  deps: Deps,
  { webFolder, arrival = usualArrival }: AppOptions,
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: {
      level: deps.config.LOG_LEVEL,
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      serializers: { req: requestForLog },
    },
    // The last so many hops are our own proxies; what came before them anybody may have written.
    trustProxy: (_address, hop) => hop < deps.config.TRUST_PROXY,
    bodyLimit: 512 * 1024,
    requestTimeout: arrival.requestMs,
    http: { headersTimeout: arrival.headMs, connectionsCheckingInterval: arrival.lookMs },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    genReqId: requestIds(),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: answerUnreadable(deps.config),
  });
  acceptJsonOnly(app);
  app.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply));
  addHeaders(app, deps.config);
  if (deps.config.LOG_REQUESTS) logRequests(app, deps.config);
  addMetrics(app, deps);
  await app.register(cookie);
  // A stream ends only by itself: the server would wait for it.
  app.addHook('preClose', () => deps.live.close());
  dropUnusedOnClose(app);
  endConnectionsWhileDraining(app, deps.draining);
  const activity = gatherSessionActivity(app, deps.db);
  await mount(app, deps, allRoutes, activity);
  if (webFolder !== null) await servePages(app, deps, webFolder, activity);
  else
    app.setNotFoundHandler((request, reply) =>
      sendError(new Refused('not_found', 'This address does not exist.'), request, reply),
    );
  return app;
}

/** The contract checks what comes and goes (`server/http/mount.ts`): Fastify's own two compilers of schemas, a sixth of a start, are never loaded. */
const noSchemas = () => () => {
  throw new Error('A route has a schema for Fastify. What a call takes and answers stands in contract/.');
};

/** Bodies are JSON unless a call takes files; an empty one is none, whatever its type says. */
function acceptJsonOnly(app: FastifyInstance): void {
  const parseStrictly = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseStrictly(request, String(body), done);
  });
  // Only for the calls that say so; mount refuses it everywhere else.
  app.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

/** What stands behind these is a secret of whoever it was given to. */
const secrets = [
  '/api/calendar/',
  '/api/links/',
  '/api/unsubscribe/',
  '/api/invitations/',
  '/api/password-links/',
  '/api/email-links/',
  '/new-password/',
  '/confirm-email/',
  '/go/',
  '/unsubscribe/',
  '/invitations/',
];

/** Of a request the log keeps no query and no address of a person: only what was asked of which route. */
function requestForLog(request: { method: string; url: string; id?: string }) {
  const path = request.url.split('?')[0] ?? '';
  const secret = secrets.find((beginning) => path.startsWith(beginning));
  return { method: request.method, path: secret === undefined ? path : `${secret}…`, id: request.id };
}
