import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { type ErrorBody, errorStatus } from '#contract/errors.ts';
import { unsafe } from '#server/http/access.ts';
import type { Callers } from '#server/http/caller.ts';
import { standingHeaders } from '#server/http/headers.ts';
import { busySeconds, busySentence, type Entrance } from '#server/http/overload.ts';
import type { Deps } from '#server/http/route.ts';

/**
 * Returns whether a call waits at the entrance as soon as it arrives. The few reads that are open to anyone, such as
 * the checks of load balancers, hardly use the database. Signed calls wait after their signature is checked.
 */
export function isGated({ access, method, signed }: Pick<Endpoint, 'access' | 'method' | 'signed'>): boolean {
  return signed !== true && (access.roles !== 'anyone' || unsafe.has(method));
}

/**
 * Returns whether a call needs a share. Forms don't: third-party services post those of thousands of people from one
 * address.
 */
export function needsShare({ form }: Pick<Endpoint, 'form'>): boolean {
  return form !== true;
}

/** The parts needed to refuse calls early. `nextId` generates the ids of requests. */
type Parts = {
  deps: Pick<Deps, 'config' | 'draining'>;
  endpoints: readonly Endpoint[];
  entrance: Entrance;
  callers: Callers;
  nextId: () => string;
};

/**
 * Refuses calls of an overloaded server before Fastify sees them. That halves their processor time, which the accepted
 * calls need (bench/refusals.ts). The reply is the same as the entrance's own. Node reads and drops the rest of a
 * request's body, so the connection stays usable.
 */
export function refuseEarly({ server }: FastifyInstance, parts: Parts): void {
  const refuse = makeRefusal(parts);
  const isUngated = testOf(parts.endpoints.filter((endpoint) => !isGated(endpoint)));
  const isWithoutShare = testOf(parts.endpoints.filter((endpoint) => !needsShare(endpoint)));
  const { entrance, callers } = parts;
  const isRefused = (request: IncomingMessage, isUrgent: boolean): boolean => {
    const { method = '', url = '' } = request;
    if ((!isUrgent && method !== 'GET') || !url.startsWith('/api/') || isUngated(method, url)) return false;
    return entrance.refuses(isUrgent, () => (isWithoutShare(method, url) ? null : callers.of(request)));
  };
  const others = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const isUrgent = unsafe.has(request.method ?? '');
    if (isRefused(request, isUrgent)) refuse(response, entrance.retryAfter(isUrgent));
    else for (const listener of others) Reflect.apply(listener, server, [request, response]);
  });
}

/** Returns a test for the requests of these endpoints. */
function testOf(endpoints: readonly Endpoint[]): (method: string, url: string) => boolean {
  const patterns = endpoints.map(
    ({ method, path }) => `${method} ${path.replaceAll('.', String.raw`\.`).replaceAll(/:[a-zA-Z]+/g, '[^/?]+')}`,
  );
  const pattern = new RegExp(String.raw`^(?:${patterns.join('|')})(?:\?|$)`);
  return (method, url) => pattern.test(`${method} ${url}`);
}

/** Returns the function that sends the refusal. Everything but the request's id is prepared. */
function makeRefusal({ deps, nextId }: Parts): (response: ServerResponse, retryAfter: number) => void {
  const refusal: ErrorBody = { error: busySentence, code: 'busy' };
  const body = Buffer.from(JSON.stringify(refusal));
  const always = Object.entries({
    ...standingHeaders(deps.config),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': `${body.length}`,
  }).flat();
  const prepared = new Map<number, string[]>(
    busySeconds.map((seconds) => [seconds, [...always, 'retry-after', `${seconds}`, 'x-request-id']]),
  );
  return (response, retryAfter) => {
    const headers = [...(prepared.get(retryAfter) ?? always), nextId()];
    if (deps.draining()) headers.push('connection', 'close');
    response.writeHead(errorStatus.busy, headers).end(body);
  };
}
