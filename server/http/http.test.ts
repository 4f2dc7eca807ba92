import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import { makeSchool, makeTeacher } from '#test/make.ts';
import { openWorld, type World } from '#test/world.ts';

let world: World;
let cookie: string;
beforeAll(async () => {
  world = await openWorld();
  const school = await makeSchool(world.db);
  cookie = (await world.as(await makeTeacher(world.db, school.id))).cookie ?? '';
});
afterAll(() => world.close());

async function send(
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; headers: Headers; body: { error: string; code: string; fields?: object } }> {
  const response = await fetch(`${world.url}${path}`, init);
  return { status: response.status, headers: response.headers, body: (await response.json()) as never };
}
/** Sends this to the server unchanged, as no HTTP client would, and waits for the complete reply. */
async function sendRaw(text: string): Promise<string> {
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
  socket.write(text);
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
const post = (body: string, type = 'application/json') => ({ method: 'POST', body, headers: { 'content-type': type } });

describe('replies to invalid requests', () => {
  it.each([
    ['malformed JSON', '/api/login', post('{"username":'), 400, 'bad_input'],
    ['a JSON list', '/api/login', post('[]'), 400, 'bad_input'],
    [
      'a poisoned prototype',
      '/api/login',
      post('{"__proto__":{"a":1},"username":"a","password":"b"}'),
      400,
      'bad_input',
    ],
    ['text', '/api/login', post('hello', 'text/plain'), 415, 'wrong_content_type'],
    ['a form', '/api/login', post('username=a', 'application/x-www-form-urlencoded'), 415, 'wrong_content_type'],
    [
      'a multipart form where none is taken',
      '/api/login',
      post('--x--', 'multipart/form-data; boundary=x'),
      415,
      'wrong_content_type',
    ],
    [
      'a body that is too large',
      '/api/login',
      post(JSON.stringify({ username: 'x'.repeat(600_000) })),
      413,
      'too_large',
    ],
    ['an unknown call', '/api/nothing', {}, 404, 'not_found'],
    ['an unknown method', '/api/login', { method: 'DELETE' }, 404, 'not_found'],
    ['a broken address', '/api/users/%E0%A4%A', {}, 400, 'bad_input'],
  ])('%s: a sentence with a code', async (_what, path, init, status, code) => {
    const answer = await send(path, init);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.error).toMatch(/^[A-Z].*\.$/);
  });

  it.each([
    [
      'a header with a control character',
      'GET /api/user HTTP/1.1\r\nhost: x\r\nx-odd: \u0001\r\n\r\n',
      400,
      'bad_input',
    ],
    [
      'a length that is no number',
      'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: abc\r\n\r\n',
      400,
      'bad_input',
    ],
    ['no HTTP at all', 'HELLO\r\n\r\n', 400, 'bad_input'],
    [
      'a head that is too large',
      `GET /api/user HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`,
      413,
      'too_large',
    ],
  ])('%s: a sentence with a code, and the security headers', async (_what, sent, status, code) => {
    const answer = await sendRaw(sent);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const refusal = JSON.parse(body) as { error: string; code: string };
    expect([head.split(' ')[1], refusal.code]).toEqual([String(status), code]);
    expect(refusal.error).toMatch(/^[A-Z].*\.$/);
    expect(head).toContain('x-content-type-options: nosniff');
  });

  it('answers HEAD like GET, without the body, where monitoring services check', async () => {
    for (const path of ['/api/health', '/api/ready']) {
      const reply = await fetch(`${world.url}${path}`, { method: 'HEAD' });
      const { byteLength } = await (await fetch(`${world.url}${path}`)).arrayBuffer();
      expect([reply.status, Number(reply.headers.get('content-length')), await reply.text()]).toEqual([
        200,
        byteLength,
        '',
      ]);
    }
    // Other reads may be recorded, or cost a file.
    for (const path of ['/api/user', '/api/vacancies', '/api/hours.csv', '/api/live', '/api/login'])
      expect((await fetch(`${world.url}${path}`, { method: 'HEAD', headers: { cookie } })).status, path).toBe(404);
  });

  it('treats an empty body as no body, with any content type', async () => {
    const answer = await fetch(`${world.url}/api/logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(200);
  });

  it('names the field with a value that cannot be stored', async () => {
    const { status, body } = await send('/api/login', post(JSON.stringify({ username: 'a\u0000b', password: 'x' })));
    expect([status, body.fields]).toEqual([400, { username: "This contains characters that can't be stored." }]);
  });
});

describe('the OpenAPI document', () => {
  it('describes the body of webhooks as a form', async () => {
    const { paths } = (await (await fetch(`${world.url}/api/openapi.json`)).json()) as {
      paths: Record<string, { post: { requestBody: { content: object } } }>;
    };
    const typesOf = (path: string) => Object.keys(paths[path]?.post.requestBody.content ?? {});
    expect(typesOf('/api/twilio/inbound')).toContain('application/x-www-form-urlencoded');
    expect(typesOf('/api/login')).toEqual(['application/json']);
  });

  it('is also a page at /api/docs, with every call', async () => {
    const page = await (await fetch(`${world.url}/api/docs`)).text();
    const calls = allEndpoints.map(({ method, path }) => `<h2><code>${method} ${path}</code></h2>`);
    expect(calls.filter((call) => !page.includes(call))).toEqual([]);
  });

  it('says of each call that a standby may answer that it decides nothing', async () => {
    const { paths } = (await (await fetch(`${world.url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { description: string }>>;
    };
    const fromStandby = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { description }]) => description.includes('decides nothing, so a standby may answer it'))
        .map(([method]) => `${method} ${path}`),
    );
    // Before you add a call here, read docs/decisions/046.
    expect(fromStandby.toSorted()).toEqual([
      'get /api/audit',
      'get /api/cover/counts',
      'get /api/overview',
      'get /api/own-year',
      'get /api/reports/breakdown.csv',
      'get /api/reports/breakdowns',
      'get /api/reports/fill-by-school',
      'get /api/reports/fill-by-school.csv',
      'get /api/reports/month',
      'get /api/reports/teachers',
      'get /api/reports/teachers.csv',
      'get /api/reports/trends',
      'get /api/reports/trends.csv',
      'get /api/reports/vacancies',
      'get /api/reports/vacancies.csv',
      'get /api/schools/{id}/fill',
      'get /api/schools/{id}/fill.csv',
      'get /api/users/export.csv',
      'get /api/users/{id}/offers',
    ]);
  });
});

describe('every answer', () => {
  it('has the security headers, and a policy without unsafe sources', async () => {
    const { headers } = await send('/api/health');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it('with personal data is not cached', async () => {
    const { status, headers } = await send('/api/user', { headers: { cookie } });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  });
});

describe('behind https', () => {
  it('the cookie is Secure with the __Host- prefix, and HSTS is sent', async () => {
    const secure = await openWorld({ PUBLIC_URL: 'https://first.example' });
    try {
      const school = await makeSchool(secure.db);
      const response = await fetch(
        `${secure.url}/api/register`,
        post(
          JSON.stringify({
            username: 'secure_one',
            password: 'copper-lantern-3',
            confirmPassword: 'copper-lantern-3',
            role: 'teacher',
            fullName: 'Secure One',
            schoolId: school.id,
            email: 's@example.org',
          }),
        ),
      );
      expect(response.headers.get('set-cookie')).toMatch(/^__Host-firstbell=[^;]+;.*HttpOnly; Secure; SameSite=Lax/);
      expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=/);
    } finally {
      await secure.close();
    }
  });

  it('a forged host or protocol does not pass the origin check, and changes no cookie', async () => {
    const forged = {
      'content-type': 'application/json',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
    };
    const answer = await send('/api/login', {
      ...post('{"username":"someone","password":"guess"}'),
      headers: { ...forged, origin: 'https://evil.example' },
    });
    expect([answer.status, answer.body.code]).toEqual([403, 'wrong_origin']);
    const out = await fetch(`${world.url}/api/logout`, { method: 'POST', headers: forged });
    expect(out.headers.get('set-cookie')).not.toContain('Secure');
  });

  it('a forged X-Forwarded-For changes nothing unless proxies are trusted', async () => {
    const strict = await openWorld({ LOGIN_ATTEMPTS_PER_MINUTE: '1' });
    try {
      const guess = (address: string) =>
        fetch(`${strict.url}/api/login`, {
          ...post('{"username":"someone","password":"guess"}'),
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        });
      expect((await guess('203.0.113.1')).status).toBe(401);
      expect((await guess('203.0.113.2')).status).toBe(429);
    } finally {
      await strict.close();
    }
  });
});
