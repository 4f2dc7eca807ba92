import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * Makes the id of each request: the answer's header, the lines of the log and the sentence about an error share it. Its
 * beginning is the process's own, so that two processes, or two starts, never give the same.
 */
export function requestIds(): () => string {
  const own = randomBytes(5).toString('hex');
  let count = 0;
  return () => `${own}-${(count += 1).toString(36)}`;
}

/** A line for each answered request, with its id: which route, not which person. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({ method: request.method, route: request.routeOptions.url ?? null, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
  });
}
