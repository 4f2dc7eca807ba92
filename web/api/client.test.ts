import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import { anyone, type Endpoint, endpoint } from '#contract/endpoint.ts';
import { idParams } from '#contract/fields.ts';
import { callPage } from '#web/api/call-page.ts';
import { call, callOrNull, provideAsk } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';

const base = { summary: 'For the test.', access: anyone } as const;
const thing = z.strictObject({ id: z.int(), name: z.string() });
const readThing = endpoint({
  ...base,
  call: 'GET /api/things/:id',
  params: idParams,
  reply: thing,
});
const listThings = endpoint({
  ...base,
  call: 'GET /api/things',
  query: z.strictObject({ search: z.optional(z.string()), limit: z.optional(z.string()) }),
  reply: z.array(thing),
});
const createThing = endpoint({
  ...base,
  call: 'POST /api/things',
  creates: true,
  body: z.strictObject({ name: z.string() }),
  files: ['photo'],
  reply: thing,
});

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
let server: Server;
let seen: Seen[] = [];
let answer: (response: ServerResponse) => void;

/** Sets the server's next reply, and all later ones. */
function answers(status: number, body: string, headers: Record<string, string> = {}, statusText?: string): void {
  answer = (response) => {
    response.writeHead(status, statusText ?? '', { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('The call did not fail with an ApiError.');
  return error;
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${address.port}` });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  seen = [];
  answers(200, '{"id":7,"name":"Bell"}');
});

describe('the request', () => {
  test('path parameters are encoded in the address', async () => {
    await call(readThing, { params: { id: 7 } });
    await call(readThing, { params: { id: 'a/b?c' } });
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/things/7',
      'GET /api/things/a%2Fb%3Fc',
    ]);
  });

  test('missing query parameters are not sent', async () => {
    answers(200, '[]');
    await call(listThings, { query: { search: 'Cedar & Co', limit: 20 } });
    await call(listThings);
    expect(seen.map(({ url }) => url)).toEqual(['/api/things?search=Cedar+%26+Co&limit=20', '/api/things']);
  });

  test('a body is sent as JSON', async () => {
    await call(createThing, { body: { name: 'Bell' } });
    expect(seen[0]).toMatchObject({
      method: 'POST',
      body: '{"name":"Bell"}',
      headers: { 'content-type': 'application/json' },
    });
  });

  test('files make it a multipart form with the body as its data part', async () => {
    await call(createThing, {
      body: { name: 'Bell' },
      files: { photo: new File(['bytes'], 'bell.png', { type: 'image/png' }) },
    });
    expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(seen[0]?.body).toContain('name="data"\r\n\r\n{"name":"Bell"}');
    expect(seen[0]?.body).toContain('name="photo"; filename="bell.png"');
  });

  test('a retry sends the same idempotency key, a new attempt a new one', async () => {
    await call(createThing, { body: { name: 'Bell' }, idempotencyKey: 'attempt-1' });
    await call(createThing, { body: { name: 'Bell' }, idempotencyKey: 'attempt-1' });
    await call(createThing, { body: { name: 'Bell' } });
    await call(createThing, { body: { name: 'Bell' } });
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys.slice(0, 2)).toEqual(['attempt-1', 'attempt-1']);
    expect(new Set(keys).size).toBe(3);
  });

  test.each(allEndpoints.filter(({ method }) => method !== 'GET'))(
    '$name sends a key only if it creates',
    async (real) => {
      const some = real as Endpoint as typeof createThing;
      // The reply doesn't match this call. Only the request is checked.
      await call(some, { body: { name: 'Bell' } }).catch(() => null);
      expect(seen).toHaveLength(1);
      expect('idempotency-key' in (seen[0]?.headers ?? {})).toBe(real.creates === true);
    },
  );

  test('only creating calls send a key', async () => {
    await call(readThing, { params: { id: 7 } });
    expect(seen[0]?.headers).not.toHaveProperty('idempotency-key');
  });
});

describe('the result', () => {
  test('is the parsed reply', async () => {
    await expect(call(readThing, { params: { id: 7 } })).resolves.toEqual({ id: 7, name: 'Bell' });
  });

  test('includes where the next page of a list begins', async () => {
    answers(200, '[{"id":7,"name":"Bell"}]', { 'x-next-cursor': 'abc' });
    await expect(callPage(listThings)).resolves.toEqual({ rows: [{ id: 7, name: 'Bell' }], next: 'abc' });
    answers(200, '[]');
    await expect(callPage(listThings)).resolves.toEqual({ rows: [], next: null });
  });

  test('of a 401 is an error, or null if the caller opts in', async () => {
    answers(401, '{"error":"You are not signed in.","code":"not_signed_in"}');
    expect((await failureOf(call(readThing, { params: { id: 7 } }))).status).toBe(401);
    await expect(callOrNull(readThing, { params: { id: 7 } })).resolves.toBeNull();
  });

  test('of any other failure is an error, even if a 401 would be null', async () => {
    answers(500, '{"error":"Something went wrong."}');
    expect((await failureOf(callOrNull(readThing, { params: { id: 7 } }))).status).toBe(500);
  });
});

describe('failures', () => {
  test('have a message with the status for logs, and only the sentence for people', async () => {
    answers(
      409,
      '{"error":"This vacancy has just been requested by someone else.","code":"already_requested","fields":{"id":"Taken"}}',
    );
    const error = await failureOf(call(readThing, { params: { id: 7 } }));
    expect(error).toMatchObject({
      message: '409: This vacancy has just been requested by someone else.',
      sentence: 'This vacancy has just been requested by someone else.',
      status: 409,
      code: 'already_requested',
      fields: { id: 'Taken' },
    });
    expect(sentenceOf(error)).toBe('This vacancy has just been requested by someone else.');
  });

  test.each([
    ['the status text, where the body is no JSON', '<h1>Bad Gateway</h1>', 'Bad Gateway', '502: Bad Gateway'],
    ['the status text, where the JSON has no error field', '{"detail":"x"}', 'Bad Gateway', '502: Bad Gateway'],
    ['the status text, where the error field is no text', '{"error":{}}', 'Bad Gateway', '502: Bad Gateway'],
    ['the raw body, where there is no status text either', 'upstream is gone', ' ', '502: upstream is gone'],
  ])('name %s', async (_, body, statusText, message) => {
    answers(502, body, { 'content-type': 'text/html' }, statusText);
    expect((await failureOf(call(readThing, { params: { id: 7 } }))).message).toBe(message);
  });

  test('a reply that is not JSON is quoted up to 100 characters', async () => {
    answers(200, 'x'.repeat(300));
    expect((await failureOf(call(readThing, { params: { id: 7 } }))).message).toBe(
      `Server returned invalid response: ${'x'.repeat(100)}`,
    );
  });

  test('JSON that does not match the contract is an invalid response, too', async () => {
    answers(200, '{"id":"seven"}');
    expect((await failureOf(call(readThing, { params: { id: 7 } }))).message).toBe(
      'Server returned invalid response: {"id":"seven"}',
    );
  });

  test('fields that a newer server added are accepted, so a tab survives an upgrade', async () => {
    answers(200, '{"id":7,"name":"Bell","room":"12"}');
    expect(await call(readThing, { params: { id: 7 } })).toMatchObject({ id: 7, name: 'Bell' });
  });

  test('no reply is an unexpected error', async () => {
    answer = (response) => response.socket?.destroy();
    const error = await failureOf(call(readThing, { params: { id: 7 } }));
    expect(error).toMatchObject({
      status: 0,
      message: 'An unexpected error occurred',
      sentence: 'An unexpected error occurred',
    });
  });

  test('a timeout says whether the call may have taken effect', async () => {
    const limits: number[] = [];
    let pass = new AbortController();
    const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      limits.push(milliseconds);
      pass = new AbortController();
      return pass.signal;
    });
    answer = (response) => {
      // The headers arrive, the body doesn't.
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{');
      pass.abort(new DOMException('Too late.', 'TimeoutError'));
    };
    const changeThing = endpoint({ ...base, call: 'PATCH /api/things', reply: thing });
    const photo = new File(['bytes'], 'bell.png', { type: 'image/png' });
    const sentences = [
      await failureOf(call(readThing, { params: { id: 7 } })),
      await failureOf(call(changeThing)),
      await failureOf(call(createThing, { body: { name: 'Bell' }, files: { photo } })),
    ].map(sentenceOf);
    spy.mockRestore();
    expect(limits).toEqual([30_000, 30_000, 300_000]);
    expect(sentences).toEqual([
      'The server is taking too long to answer. Please try again.',
      'The server is taking too long to answer. It may have been saved. Reload the page to check, or try again.',
      'The server is taking too long to answer. It may have been saved. You can safely try again: it won’t be saved twice.',
    ]);
  });

  test('a conflict carries the current values', async () => {
    answers(
      409,
      '{"error":"Changed.","code":"conflict","fields":{"name":"Changed."},"current":{"version":3,"name":"Bell"}}',
    );
    const error = await failureOf(call(readThing, { params: { id: 7 } }));
    expect([error.code, error.current]).toEqual(['conflict', { version: 3, name: 'Bell' }]);
  });

  test('no reply on an offline device says so', async () => {
    answer = (response) => void response.socket?.destroy();
    vi.stubGlobal('navigator', { onLine: false });
    const error = await failureOf(call(readThing, { params: { id: 7 } }));
    vi.stubGlobal('navigator', { onLine: true });
    expect(sentenceOf(error)).toBe('This needs a connection. Try again once you’re online.');
    expect(error).toHaveProperty('said', 'This needs a connection. Try again once you’re online.');
    expect((await failureOf(call(readThing, { params: { id: 7 } }))).message).toBe('An unexpected error occurred');
  });

  test('a truncated reply is an unexpected error', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"id":', () => response.socket?.destroy());
    };
    expect((await failureOf(call(readThing, { params: { id: 7 } }))).message).toBe('An unexpected error occurred');
  });

  test('an aborted call is not reported as an error', async () => {
    const stop = new AbortController();
    answer = () => stop.abort();
    const reason: unknown = await call(readThing, { params: { id: 7 }, signal: stop.signal }).catch(
      (error: unknown) => error,
    );
    expect(reason).toMatchObject({ name: 'AbortError' });
    expect(sentenceOf(reason)).toBe('An unexpected error occurred');
  });
});

describe('a session that expired during work', () => {
  const refuse = () => answers(401, '{"error":"Please sign in.","code":"not_signed_in"}');

  test('is renewed by signing in, and the call is repeated', async () => {
    refuse();
    const end = provideAsk('not_signed_in', () => {
      answers(200, '{"id":7,"name":"Bell"}');
      return Promise.resolve(true);
    });
    expect(await call(readThing, { params: { id: 7 } })).toEqual({ id: 7, name: 'Bell' });
    expect(seen).toHaveLength(2);
    end();
  });

  test('fails the call if the user does not sign in', async () => {
    refuse();
    const end = provideAsk('not_signed_in', () => Promise.resolve(false));
    expect(await failureOf(call(readThing, { params: { id: 7 } }))).toMatchObject({
      status: 401,
      sentence: 'Please sign in.',
    });
    expect(seen).toHaveLength(1);
    end();
  });

  test('does not ask after a session check or a wrong password', async () => {
    let asked = 0;
    const end = provideAsk('not_signed_in', () => Promise.resolve(Boolean((asked += 1))));
    refuse();
    expect(await callOrNull(readThing, { params: { id: 7 } })).toBeNull();
    answers(401, '{"error":"Invalid username or password.","code":"wrong_credentials"}');
    await failureOf(call(readThing, { params: { id: 7 } }));
    expect(asked).toBe(0);
    end();
  });
});

describe('a server that is too busy to begin a call', () => {
  const busy = JSON.stringify({ error: 'FirstBell is very busy right now.', code: 'busy' });
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
  afterEach(() => void vi.useRealTimers());
  /** Lets the calls run while the pauses between them pass at once. */
  const settle = async <Result>(promise: Promise<Result>): Promise<Result> => {
    let isDone = false;
    void promise.finally(() => (isDone = true)).catch(() => undefined);
    while (!isDone) {
      // The real connection needs these turns: its timeout of ten seconds is also one of these timers.
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(200);
    }
    return promise;
  };

  test('is asked again after the seconds it named', async () => {
    answer = (response) => {
      if (seen.length < 3) response.writeHead(503, { 'retry-after': '2' }).end(busy);
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1,"name":"Bell"}');
    };
    expect(await settle(call(createThing, { body: { name: 'Bell' } }))).toEqual({ id: 1, name: 'Bell' });
    expect(seen).toHaveLength(3);
  });

  test('is asked four times in all, and then its sentence is shown', async () => {
    answers(503, busy, { 'retry-after': '1' });
    expect((await settle(failureOf(call(readThing, { params: { id: 1 } })))).said).toBe(
      'FirstBell is very busy right now.',
    );
    expect(seen).toHaveLength(4);
  });

  test('is not asked again after another failure', async () => {
    answers(503, busy);
    await failureOf(call(readThing, { params: { id: 1 } }));
    expect(seen).toHaveLength(1);
  });
});
