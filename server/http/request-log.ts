import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { destination, pino } from 'pino';
import type { Config } from '#server/core/config.ts';

/**
 * Generates the id of each request, shared by the response header, the log and the error message. Its prefix is unique
 * to the process, so two processes or two starts never generate the same one.
 */
export function requestIds(): () => string {
  const own = randomBytes(5).toString('hex');
  let count = 0;
  return () => `${own}-${(count += 1).toString(36)}`;
}

/** Log lines are buffered up to this many bytes or ms: a system call for each would cost as much as a statement. */
const gathered = { minLength: 4096, periodicFlush: 500 };

/**
 * Logs one line per answered request with its id: the route, but not the person. Lines are written slightly later than
 * errors, which are written immediately. The buffer is flushed when the process ends.
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
