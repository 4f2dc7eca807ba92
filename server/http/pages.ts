import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { SessionUser } from '#contract/session.ts';
import { productName } from '#domain/product.ts';
import { roleFromSegment, segmentOf } from '#domain/role.ts';
import { localDate } from '#domain/time.ts';
import { contentSecurityPolicy } from '#server/http/headers.ts';
import { sendError } from '#server/http/errors.ts';
import { Refused } from '#server/core/refused.ts';
import { databaseMs, type Deps } from '#server/http/route.ts';
import { readSession } from '#server/http/session.ts';
import type { SessionActivity } from '#server/security/sessions.ts';

/** The scripts and first calls that a home loads immediately. */
const home = z.object({ scripts: z.array(z.string()), calls: z.array(z.string()) });
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    scriptHashes: z.array(z.string()),
    styleHashes: z.array(z.string()),
    homes: z.optional(z.record(z.string(), home)),
  }),
);

/** A built page for each answer to 'who is signed in', with the policy for its inline parts. */
type Page = { bodyFor: (visitor: Visitor, url: string) => Body; policy: string };
type Body = { plain: string; brotli: Buffer };
/**
 * The person who requests a page, and the date at their school if their home makes its calls at once. It is null for
 * anyone else.
 */
type Visitor = { session: string; today: string | null };

/**
 * Serves the built web: the role chooser, each role's sign-in page, and the app for every other path. Each page
 * contains whether there is a session, so a signed-out one makes no failing call.
 */
export async function servePages(
  app: FastifyInstance,
  deps: Deps,
  folder: string,
  activity: SessionActivity,
): Promise<void> {
  const pages = readPages(folder);
  await serveFiles(app, folder);
  const send = async (name: string, request: FastifyRequest, reply: FastifyReply, status = 200) => {
    const page = pages.get(name) ?? pages.get('app');
    if (page === undefined) throw new Error(`The web was built without its page '${name}'.`);
    const visitor = await visitorOf(request, deps, activity);
    // The app shows the error of its first call. A sign-in page makes no call, so people would enter their password for
    // nothing.
    if (visitor.session === 'unknown' && page !== pages.get('app')) return sendAwayPage(reply);
    return sendPage(page, visitor, request, reply, status);
  };
  app.get('/', { exposeHeadRoute: true }, (request, reply) => send('chooser', request, reply));
  app.get<{ Params: { role: string } }>('/auth/:role', { exposeHeadRoute: true }, (request, reply) => {
    const role = roleFromSegment(request.params.role);
    return role === null
      ? send('app', request, reply, knownPath(request.url) ? 200 : 404)
      : send(`auth-${segmentOf(role)}`, request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    if (
      (request.method !== 'GET' && request.method !== 'HEAD') ||
      request.url.startsWith('/api/') ||
      request.url === '/api' ||
      request.url.startsWith('/assets/') ||
      request.url.startsWith('/icons/')
    ) {
      return sendError(new Refused('not_found', 'This address does not exist.'), request, reply);
    }
    return send('app', request, reply, knownPath(request.url) ? 200 : 404);
  });
}

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(async (assets) => {
    // A home loads more than ten of them. HTTP/1.1 keeps connections without being told, so these 48 bytes are left out
    // of each.
    assets.addHook('onSend', async (_request, reply) => {
      reply.raw.removeHeader('connection');
    });
    await assets.register(fastifyStatic, {
      root: path.join(folder, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      // Their names change with their content, so they are never revalidated.
      etag: false,
      lastModified: false,
      acceptRanges: false,
      index: false,
      decorateReply: false,
    });
  });
  await app.register(fastifyStatic, {
    root: path.join(folder, 'icons'),
    prefix: '/icons/',
    maxAge: '1d',
    index: false,
    decorateReply: false,
  });
  serveFile(app, path.join(folder, 'manifest.webmanifest'), 'application/manifest+json; charset=utf-8');
  // Revalidated each time, so the next page load gets a new version.
  serveFile(app, path.join(folder, 'service-worker.js'), 'text/javascript; charset=utf-8');
}

/**
 * Returns the signed-in user's role segment, 'none', or 'unknown' while the database is unavailable. The page is served
 * in any case.
 */
async function visitorOf(request: FastifyRequest, deps: Deps, activity: SessionActivity): Promise<Visitor> {
  const now = deps.clock();
  try {
    const session = await readSession(deps.db.within(databaseMs), request, deps.config, now, activity);
    if (session === null) return { session: 'none', today: null };
    const { role, isApproved, secondFactor, schools } = session.user;
    const school = isApproved && secondFactor !== 'required' ? schools.find(isOpen) : undefined;
    return { session: segmentOf(role), today: school === undefined ? null : localDate(now, school.timeZone) };
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'unavailable') throw error;
    request.log.warn({ err: error.cause ?? error }, 'a page was sent without knowing who is signed in');
    return { session: 'unknown', today: null };
  }
}

function sendPage(page: Page, visitor: Visitor, request: FastifyRequest, reply: FastifyReply, status: number) {
  // Its address is a secret that stays in use, so no other site may learn it.
  if (request.url.startsWith('/wall/')) reply.header('referrer-policy', 'no-referrer');
  const body = page.bodyFor(visitor, request.url);
  reply
    .code(visitor.session === 'unknown' ? 503 : status)
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding')
    .header('content-security-policy', page.policy)
    .type('text/html; charset=utf-8');
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(body.plain);
  return reply.header('content-encoding', 'br').send(body.brotli);
}

const awayStyle =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:0 auto;padding:20vh 1rem}h1{font-size:1.5rem}';
const awayPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="15"><title>${productName} is not available</title><style>${awayStyle}</style></head>
<body><main><h1>${productName} is not available right now</h1><p>We can't reach the database. Your data is safe, and you're still signed in. This page reloads every 15 seconds.</p><p><a href="">Try again now</a></p></main></body></html>`;
const awayPolicy = contentSecurityPolicy({
  scripts: [],
  styles: [`sha256-${createHash('sha256').update(awayStyle).digest('base64')}`],
});

/** Returns the page that a person with a session gets instead of a sign-in page while the database is unavailable. */
function sendAwayPage(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('cache-control', 'no-store')
    .header('content-security-policy', awayPolicy)
    .type('text/html; charset=utf-8')
    .send(awayPage);
}

/** Serves a file at the root of the site, the same for everyone. */
function serveFile(app: FastifyInstance, file: string, type: string): void {
  const plain = readFileSync(file);
  const brotli = brotliCompressSync(plain);
  app.get(`/${path.basename(file)}`, { exposeHeadRoute: true }, (request, reply) => {
    reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').type(type);
    return /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
      ? reply.header('content-encoding', 'br').send(brotli)
      : reply.send(plain);
  });
}

/** Pages with a fixed address, and pages whose address ends with a link's code. */
const plainPages = new Set(['auth', 'template-test', 'privacy', 'terms', 'forgot-password', 'invitations']);
const linkPages = new Set(['invitations', 'go', 'unsubscribe', 'new-password', 'confirm-email', 'wall']);

function knownPath(url: string): boolean {
  const address = url.split('?', 1)[0] ?? '';
  const [, area = '', carried, ...rest] = (address.endsWith('/') ? address.slice(0, -1) : address).split('/');
  if (area === 'dashboard') return true;
  return carried === undefined ? plainPages.has(area) : carried !== '' && rest.length === 0 && linkPages.has(area);
}

function readPages(folder: string): Map<string, Page> {
  const manifest = path.join(folder, 'pages.json');
  if (!existsSync(manifest)) throw new Error('The web is not built. Run it with npm, which builds what is missing.');
  const listed = manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8')));
  return new Map(
    Object.entries(listed).map(([name, page]) => [
      name,
      {
        bodyFor: bodies(readFileSync(path.join(folder, page.file), 'utf8'), page.homes),
        policy: contentSecurityPolicy({ scripts: page.scriptHashes, styles: page.styleHashes }),
      },
    ]),
  );
}

/** Returns a school whose data the person may see: active, and not waiting to approve them. */
const isOpen = (school: SessionUser['schools'][number]) => school.isActive && school.isWaiting !== true;

/** The call that every page of the app makes first, while its scripts are still loading. */
const firstCall = '/api/user?badges=true';

/** The maximum number of homes kept, for several days and time zones. Older ones are dropped. */
const mostBodies = 40;

/**
 * A page contains the signed-in role in one attribute. The app's page also names everything that it will load: the
 * session, and on a home the scripts and first calls of that home, so a phone doesn't find them one after the other.
 * There are few variants, and each is compressed on first use.
 */
function bodies(html: string, homes: Readonly<Record<string, z.output<typeof home>>> | undefined): Page['bodyFor'] {
  const made = new Map<string, Body>();
  return ({ session, today }, url) => {
    const [address, query] = url.split('?', 2);
    const own = address === `/dashboard/${session}` ? homes?.[session] : undefined;
    // With a query string, a home may first show something else, such as another day.
    const calls = today === null || query !== undefined ? [] : (own?.calls ?? []);
    const links = calls.map((call) => preloadOfCall(call.replace('{today}', today ?? '')));
    if (own !== undefined) links.unshift(...own.scripts.map(preloadOfScript));
    if (homes !== undefined && session !== 'none' && session !== 'unknown') links.unshift(preloadOfCall(firstCall));
    const key = [session, ...links].join(' ');
    let body = made.get(key);
    if (body === undefined) {
      const plain = html
        .replace('data-session="unknown"', `data-session="${session}"`)
        .replace('</head>', `${links.join('')}</head>`);
      body = { plain, brotli: brotliCompressSync(plain) };
      if (made.size >= mostBodies) made.clear();
      made.set(key, body);
    }
    return body;
  };
}

/** The same as the page's own preloads of scripts (web/build/pages.ts). */
function preloadOfScript(file: string): string {
  return `<link rel="modulepreload" href="${file}" fetchpriority="low">`;
}

function preloadOfCall(call: string): string {
  return `<link rel="preload" as="fetch" href="${call.replaceAll('&', '&amp;')}" crossorigin>`;
}
