import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { useLink } from '#contract/links.ts';
import { readNotices } from '#contract/messages.ts';
import { getBadges } from '#contract/session.ts';
import { unsubscribe } from '#contract/notice-settings.ts';
import { twilioInbound, twilioStatus } from '#contract/sms.ts';
import { ready } from '#contract/system.ts';
import { readConfig } from '#server/core/config.ts';
import { type Caller, makeCallers } from '#server/http/caller.ts';
import { sendError } from '#server/http/errors.ts';
import { addHeaders } from '#server/http/headers.ts';
import { tooBusy } from '#server/http/overload.ts';
import { refuseEarly } from '#server/http/refuse-early.ts';
import { requestIds } from '#server/http/request-log.ts';

const config = readConfig({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://firstbell.test' });
const nextId = requestIds();
const app = Fastify({ genReqId: nextId, exposeHeadRoutes: false });
let refuses = true;
let isDraining = false;
let caller: Caller | null | undefined;
let port = 0;

beforeAll(async () => {
  refuseEarly(app, {
    deps: { config, draining: () => isDraining },
    endpoints: [login, getBadges, readNotices, ready, twilioInbound, twilioStatus, unsubscribe, useLink],
    entrance: {
      enter: () => undefined,
      enterSurely: () => undefined,
      refuses: (_isUrgent, callerOf) => {
        caller = callerOf();
        return refuses;
      },
      retryAfter: (isUrgent) => (isUrgent ? 1 : 4),
      refusals: () => ({ changes: 0, reads: 0 }),
    },
    callers: makeCallers(config),
    nextId,
  });
  addHeaders(app, config);
  app.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply));
  app.all('/*', async () => {
    if (refuses) return 'answered';
    throw tooBusy(4);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);

describe('an overloaded server', () => {
  it('refuses a call early with the same status, body and headers as later', async () => {
    const early = await ask(getBadges.path);
    refuses = false;
    const late = await ask(getBadges.path);
    refuses = true;
    const same = ({ headers }: Response) =>
      Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id', 'retry-after'].includes(name)));
    expect([early.status, await early.text()]).toEqual([late.status, await late.text()]);
    expect(same(early)).toEqual(same(late));
    expect(early.headers.get('strict-transport-security')).toContain('max-age=31536000');
    expect(early.headers.get('retry-after')).toBe('4');
    expect((await ask(login.path, { method: 'POST' })).headers.get('retry-after')).toBe('1');
    expect(early.headers.get('x-request-id')).toMatch(/^[0-9a-f]{10}-/);
    expect(early.headers.get('x-request-id')).not.toBe(late.headers.get('x-request-id'));
  });

  it.each([
    ['a read', getBadges.path, 'GET', 503],
    ['a read whose query looks like a check', `${getBadges.path}?a=${ready.path}`, 'GET', 503],
    ['a sign-in', login.path, 'POST', 503],
    ['an address that only begins like a check', `${ready.path}x`, 'GET', 503],
    ['the check of a load balancer', ready.path, 'GET', 200],
    ['such a check with a query', `${ready.path}?n=1`, 'GET', 200],
    ['a page', '/vacancies', 'GET', 200],
    ['a text message, which its carrier does not repeat', twilioInbound.path, 'POST', 200],
    ['the status of a text message', twilioStatus.path.replace(':delivery', '12'), 'POST', 200],
    ['a method that changes and reads nothing', getBadges.path, 'OPTIONS', 200],
  ])('decides by method and address: %s', async (_what, path, method, status) => {
    expect((await ask(path, { method })).status).toBe(status);
  });

  it.each([
    ['a read', getBadges.path, 'GET', true],
    ['a change', readNotices.path, readNotices.method, true],
    ['a sign-in', login.path, 'POST', true],
    ['a link', useLink.path.replace(':token', 'abc.def'), 'POST', true],
    ['the form of a mail program', unsubscribe.path.replace(':token', 'abc.def'), 'POST', false],
  ])('says if a call needs a share: %s', async (_what, path, method, needs) => {
    await ask(path, { method });
    expect(caller).toEqual(needs ? { key: '127.0.0.1', isKnown: false } : null);
  });

  it('drops the body of a refused call, so the next call on the connection is answered', async () => {
    const body = 'x'.repeat(300_000);
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST ${login.path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    socket.write(`GET ${ready.path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    const parts: Buffer[] = [];
    for await (const part of socket) parts.push(part as Buffer);
    expect(
      Buffer.concat(parts)
        .toString()
        .match(/HTTP\/1.1 \d+/g),
    ).toEqual(['HTTP/1.1 503', 'HTTP/1.1 200']);
  });

  it('closes the connection after a refusal while it is stopping, so the next call goes elsewhere', async () => {
    isDraining = true;
    expect((await ask(getBadges.path)).headers.get('connection')).toBe('close');
    isDraining = false;
    expect((await ask(getBadges.path)).headers.get('connection')).toBe('keep-alive');
  });
});
