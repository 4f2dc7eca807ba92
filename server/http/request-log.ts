import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { destination, pino } from 'pino';
import type { Config } from '#server/core/config.ts';

/**
 * Makes the id of each request: the answer's header, the lines of the log and the sentence about an error share it. Its
 * beginning is the process's own, so that two processes, or two starts, never give the same.
 */
export function requestIds(): () => string {
  const own = randomBytes(5).toString('hex');
  let count = 0;
  return () => `${own}-${(count += 1).toString(36)}`;
}

/** Lines of requests are written so many bytes at a time, or after so many ms: a call to the system for each would cost as much as a statement. */
const gathered = { minLength: 4096, periodicFlush: 500 };

/**
 * A line for each answered request, with its id: which route, not which person. They reach the log a moment later than what went
 * wrong, which is written at once; an end of the process writes what is left.
 */
export function logRequests(app: FastifyInstance, { LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>): void {
  const log = pino({ level: LOG_LEVEL }, destination({ dest: 1, sync: false, ...gathered }));
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        reqId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
    done();
  });
}
