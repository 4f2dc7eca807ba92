import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long a request on a new connection may take to arrive, in ms. */
const graceMs = 500;

/**
 * Browsers open connections in advance. Node treats one without a request as neither idle nor done, so it would keep a
 * stopping server waiting for half a minute. We close it.
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
 * While the process drains, every reply also closes its connection, so the client's next call opens one elsewhere.
 * Otherwise a keep-alive connection would be closed under a call in flight.
 */
export function endConnectionsWhileDraining(app: FastifyInstance, draining: () => boolean): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining()) reply.header('connection', 'close');
    done();
  });
}

/** Calls that only monitor the process. */
const probes = new Set(['/api/ready', '/api/health']);
/** How often a draining process checks for incoming calls, in ms. */
const lookMs = 50;

/** The incoming calls, for a process that wants to stop only when they have ended. */
export type Traffic = {
  /** Resolves when no call has arrived for `quietMs`, counted from now, or after `mostMs` in any case. */
  untilQuiet(quietMs: number, mostMs: number): Promise<void>;
};

/** Watches a server's calls. */
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
