import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** What is on its way over a connection just made has this long to arrive, in ms. */
const graceMs = 500;

/**
 * Browsers open connections ahead of need. One over which nothing was ever asked is to Node neither idle nor done, and
 * would keep a stopping server waiting for half a minute: it is closed.
 */
export function dropUnusedOnClose(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', async () => {
    setTimeout(() => unused.forEach((socket) => socket.destroy()), graceMs).unref();
  });
}

/**
 * While the process drains, every answer also ends its connection: the caller's next call opens another one, elsewhere. A connection
 * that is kept would be closed under a call that is already on its way.
 */
export function endConnectionsWhileDraining(app: FastifyInstance, draining: () => boolean): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining()) reply.header('connection', 'close');
    done();
  });
}

/** What is asked by whoever only wants to know how the process is. */
const probes = new Set(['/api/ready', '/api/health']);
/** How often a draining process looks whether calls still come, in ms. */
const lookMs = 50;

/** The calls that come in, for whoever wants to stop only when they have ended. */
export type Traffic = {
  /** Resolves when none has come for `quietMs`, counted from now, or after `mostMs` in any case. */
  untilQuiet(quietMs: number, mostMs: number): Promise<void>;
};

/** Watches the calls of a server. */
export function watchTraffic(server: Server): Traffic {
  let last = 0;
  server.on('request', ({ url = '' }) => {
    if (!probes.has(url)) last = performance.now();
  });
  return {
    untilQuiet: async (quietMs, mostMs) => {
      const began = performance.now();
      const isOver = () => performance.now() - Math.max(began, last) >= quietMs || performance.now() - began >= mostMs;
      while (!isOver()) await delay(lookMs);
    },
  };
}
