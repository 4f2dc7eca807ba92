import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { allRoutes } from '#server/features/all.ts';
import { sendError } from '#server/http/errors.ts';
import { addHeaders } from '#server/http/headers.ts';
import { mount } from '#server/http/mount.ts';
import { servePages } from '#server/http/pages.ts';
import { Refused } from '#server/http/refused.ts';
import type { Deps } from '#server/http/route.ts';

/** Where the built web is, or null where only the calls are wanted. */
export type AppOptions = { webFolder: string | null };

/** The whole application over what it is given; it listens nowhere yet. */
export async function buildApp(deps: Deps, { webFolder }: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: deps.config.LOG_LEVEL, redact: ['req.headers.cookie', 'req.headers.authorization'], serializers: { req: requestForLog } },
    // The last so many hops are our own proxies; what came before them anybody may have written.
    trustProxy: (_address, hop) => hop < deps.config.TRUST_PROXY,
    bodyLimit: 512 * 1024,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });
  acceptJsonOnly(app);
  app.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply));
  addHeaders(app, deps.config);
  await app.register(cookie);
  await mount(app, deps, allRoutes);
  if (webFolder !== null) await servePages(app, deps, webFolder);
  else app.setNotFoundHandler((request, reply) => sendError(new Refused('not_found', 'This address does not exist.'), request, reply));
  return app;
}

/** Bodies are JSON unless a call takes files; an empty one is none, whatever its type says. */
function acceptJsonOnly(app: FastifyInstance): void {
  const parseStrictly = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseStrictly(request, String(body), done);
  });
}

/** What stands behind this is the secret of whoever's calendar it is. */
const calendars = '/api/calendar/';

/** Of a request the log keeps no query and no address of a person: only what was asked of which route. */
function requestForLog(request: { method: string; url: string; id?: string }) {
  const path = request.url.split('?')[0] ?? '';
  return { method: request.method, path: path.startsWith(calendars) ? `${calendars}…` : path, id: request.id };
}
