import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { databaseOf, openPool } from '#server/db/database.ts';
import { makeSchool, makeTeacher } from '#test/make.ts';
import { openWorld, type World } from '#test/world.ts';

let world: World;
let folder: string;
let app: Awaited<ReturnType<typeof buildApp>>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'firstbell-web-'));
  await mkdir(path.join(folder, 'assets'));
  await mkdir(path.join(folder, 'icons'));
  await writeFile(path.join(folder, 'assets', 'home.js'), 'export {};');
  await writeFile(path.join(folder, 'service-worker.js'), 'self.addEventListener');
  await writeFile(path.join(folder, 'manifest.webmanifest'), '{"start_url":"/"}');
  await writeFile(
    path.join(folder, 'page.html'),
    '<!doctype html><html data-session="unknown"><head></head><body></body></html>',
  );
  const page = { file: 'page.html', scriptHashes: ['sha256-one'], styleHashes: ['sha256-two'] };
  await writeFile(
    path.join(folder, 'pages.json'),
    JSON.stringify({
      chooser: page,
      'auth-teacher': page,
      app: {
        ...page,
        homes: {
          teacher: {
            scripts: ['/assets/home.js'],
            calls: ['/api/vacancies?limit=5&upcoming=true', '/api/board?date={today}'],
          },
          substitute: { scripts: ['/assets/other.js'], calls: [] },
        },
      },
    }),
  );
  world = await openWorld();
  app = await buildApp(
    { db: world.db, config: world.config, clock: () => world.time.now, draining: () => false, live: world.live },
    { webFolder: folder },
  );
});
afterAll(async () => {
  await app.close();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

it('a page contains whether there is a session, and its role', async () => {
  const school = await makeSchool(world.db);
  const { cookie } = await world.as(await makeTeacher(world.db, school.id));
  expect((await app.inject('/')).body).toContain('data-session="none"');
  expect((await app.inject({ url: '/', headers: { cookie: cookie ?? '' } })).body).toContain('data-session="teacher"');
});

it('the page of the app names the session call for people who are signed in, and the scripts and first calls of their own home', async () => {
  const school = await makeSchool(world.db);
  const { cookie } = await world.as(await makeTeacher(world.db, school.id));
  const namedBy = async (url: string, headers = {}) =>
    [...(await app.inject({ url, headers })).body.matchAll(/<link rel="\w+".*?href="([^"]+)"/g)].map(
      ([, href]) => href,
    );
  const mine = { cookie: cookie ?? '' };
  const session = '/api/user?badges=true';
  expect(await namedBy('/dashboard/teacher?tab=1', mine)).toEqual([session, '/assets/home.js']);
  expect(await namedBy('/dashboard/teacher/my-vacancies', mine)).toEqual([session]);
  expect(await namedBy('/dashboard/substitute', mine)).toEqual([session]);
  expect(await namedBy('/auth/teacher', mine)).toEqual([]);
  expect(await namedBy('/dashboard/teacher')).toEqual([]);
  const calls = ['/api/vacancies?limit=5&amp;upcoming=true', '/api/board?date=2026-11-23'];
  expect(await namedBy('/dashboard/teacher', mine)).toEqual([session, '/assets/home.js', ...calls]);
  // The scripts must not take bandwidth from the styles of the first paint.
  const { body } = await app.inject({ url: '/dashboard/teacher', headers: mine });
  expect(body).toContain('<link rel="modulepreload" href="/assets/home.js" fetchpriority="low">');
  // The home of someone who isn't approved doesn't make these calls.
  const { cookie: newcomer } = await world.as(await makeTeacher(world.db, school.id, { isApproved: false }));
  const theirs = { cookie: newcomer ?? '' };
  expect(await namedBy('/dashboard/teacher', theirs)).toEqual([session, '/assets/home.js']);
});

it('a page has the hashes of its inline parts in its policy, and is not cached', async () => {
  const { headers } = await app.inject('/auth/teacher');
  expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-one'; style-src 'self' 'sha256-two'");
  expect(headers['cache-control']).toBe('no-store');
});

it('a page is compressed if the client accepts it', async () => {
  const answer = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } });
  expect(answer.headers['content-encoding']).toBe('br');
});

it('sends a built file with the headers that a browser needs, and no others', async () => {
  const { statusCode, headers } = await app.inject('/assets/home.js');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toContain('javascript');
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  // Each home loads more than ten files.
  expect(Object.keys(headers).length).toBeLessThanOrEqual(7);
  expect(headers).not.toHaveProperty('connection');
});

it.each([
  ['/auth/Teacher', 200],
  ['/auth/admin', 200],
  ['/auth/', 200],
  ['/auth/wizard', 404],
  ['/dashboard/teacher/my-vacancies', 200],
  ['/template-test', 200],
  ['/nowhere', 404],
])('%s is answered with a page and %i', async (url, status) => {
  const answer = await app.inject(url);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
});

it('the service worker and the manifest are at the root, and revalidated each time', async () => {
  const [worker, manifest] = [await app.inject('/service-worker.js'), await app.inject('/manifest.webmanifest')];
  expect([worker.statusCode, worker.headers['content-type'], worker.headers['cache-control']]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-cache',
  ]);
  // The worker's own policy allows only showing notifications and requests to this server.
  expect(worker.headers['content-security-policy']).toContain("connect-src 'self'");
  expect([manifest.statusCode, manifest.headers['content-type']]).toEqual([
    200,
    'application/manifest+json; charset=utf-8',
  ]);
  expect((await app.inject('/')).headers['content-security-policy']).toMatch(/manifest-src 'self'; worker-src 'self'/);
});

describe('while the database cannot be reached', () => {
  let apart: Awaited<ReturnType<typeof buildApp>>;
  beforeAll(async () => {
    // No server listens there.
    const nowhere = databaseOf(openPool({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' }, 2));
    apart = await buildApp(
      {
        db: nowhere,
        config: { ...world.config, LOG_LEVEL: 'silent' },
        clock: () => world.time.now,
        draining: () => false,
        live: world.live,
      },
      { webFolder: folder },
    );
  });
  afterAll(() => apart.close());

  const open = (url: string) => apart.inject({ url, headers: { cookie: `firstbell=${'x'.repeat(43)}` } });

  it.each(['/dashboard/teacher/my-vacancies', '/privacy', '/nowhere'])(
    '%s is served with a session; its calls report the outage',
    async (url) => {
      const answer = await open(url);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
      expect([answer.body.includes('data-session="unknown"'), answer.headers['cache-control']]).toEqual([
        true,
        'no-store',
      ]);
    },
  );

  it.each(['/', '/auth/teacher'])(
    '%s reports the outage, and does not ask signed-in people for a password',
    async (url) => {
      const answer = await open(url);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
      expect(answer.body).toContain('<h1>FirstBell is not available right now</h1>');
      expect(answer.headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-/);
      expect(answer.headers['content-security-policy']).not.toContain('unsafe');
    },
  );

  it('is healthy, but not ready', async () => {
    expect((await apart.inject('/api/health')).statusCode).toBe(200);
    const ready = await apart.inject('/api/ready');
    expect([ready.statusCode, ready.json<{ code: string }>().code]).toEqual([503, 'unavailable']);
  });

  it('is served as usual without a session, and calls get JSON', async () => {
    expect((await apart.inject('/')).body).toContain('data-session="none"');
    const call = await apart.inject({ url: '/api/user', headers: { cookie: `firstbell=${'x'.repeat(43)}` } });
    expect([call.statusCode, call.json<{ code: string }>().code]).toEqual([503, 'unavailable']);
  });
});

it('keeps errors of calls and of assets JSON', async () => {
  for (const url of ['/api/nothing', '/assets/nothing.js', '/icons/nothing.png']) {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found']);
  }
});
