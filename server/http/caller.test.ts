import { hash } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { readConfig } from '#server/core/config.ts';
import { makeCallers } from '#server/http/caller.ts';
import type { Session } from '#server/security/sessions.ts';

/** Makes a request from the loopback address. */
function requestWith(headers: Record<string, string>): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: '127.0.0.1' });
  return Object.assign(new IncomingMessage(socket), { headers });
}

const sessionOf = (token: string, id: number) =>
  ({ tokenHash: hash('sha256', token, 'buffer'), actor: { id } }) as unknown as Session;

it('names a caller by the account of a session that the database has confirmed, or else by the address', () => {
  const callers = makeCallers(readConfig({}));
  const request = requestWith({ cookie: 'theme=dark; firstbell=abc; other=1' });
  expect(callers.of(request)).toEqual({ key: '127.0.0.1', isKnown: false });
  callers.note(sessionOf('abc', 7));
  callers.note(sessionOf('def', 7));
  expect(callers.of(request)).toEqual({ key: 'account 7', isKnown: true });
  // Another session of the same account doesn't have a separate share.
  expect(callers.of(requestWith({ cookie: 'firstbell=def' }))).toEqual({ key: 'account 7', isKnown: true });
  for (const cookie of ['firstbell=made-up', 'xfirstbell=abc', 'firstbell=', ''])
    expect(callers.of(requestWith({ cookie })).isKnown).toBe(false);
});

it('forgets the oldest session when it knows fifty thousand', () => {
  const callers = makeCallers(readConfig({}));
  for (let n = 0; n <= 50_000; n += 1) callers.note(sessionOf(`token ${n}`, n));
  expect(callers.of(requestWith({ cookie: 'firstbell=token 0' })).isKnown).toBe(false);
  expect(callers.of(requestWith({ cookie: 'firstbell=token 1' })).key).toBe('account 1');
  expect(callers.of(requestWith({ cookie: 'firstbell=token 50000' })).key).toBe('account 50000');
});

it.each([
  ['0', '203.0.113.1, 203.0.113.2'],
  ['1', '203.0.113.1, 203.0.113.2'],
  ['2', '203.0.113.1,203.0.113.2'],
  ['2', '203.0.113.9'],
  ['1', undefined],
])('behind %s proxies, takes the same address from X-Forwarded-For as Fastify: %s', async (TRUST_PROXY, forwarded) => {
  const config = readConfig({ TRUST_PROXY });
  const app = Fastify({ trustProxy: (_address, hop) => hop < config.TRUST_PROXY });
  app.get('/', (request) => request.ip);
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const { body } = await app.inject({ url: '/', headers });
  expect(makeCallers(config).of(requestWith(headers)).key).toBe(body);
});
