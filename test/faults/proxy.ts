import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * The behavior of the network between server and database: it works (`fair`); delays each packet by some milliseconds
 * (`slow`); silently drops everything (`hang`); silently drops open connections while new ones work (`forgotten`, like
 * a firewall that lost its state); refuses all connections (`cut`); delivers the end of each packet a little later than
 * the rest (`torn`).
 */
type Weather = { kind: 'fair' | 'hang' | 'forgotten' | 'cut' | 'torn' } | { kind: 'slow'; milliseconds: number };

/** A TCP proxy in front of a database. */
export type Proxy = {
  port: number;
  set(weather: Weather): void;
  /** Breaks every open connection, with a reset or as if the other side had hung up. */
  breakAll(how: 'reset' | 'end'): void;
  close(): Promise<void>;
};

/** The delayed part of torn replies: PostgreSQL's ReadyForQuery message, in bytes. */
const tornOff = 6;
const tornMs = 10;

type Pair = { client: Socket; database: Socket; isForgotten: boolean };

/** Returns the database's address: its Unix socket in its folder, or a host and port. */
export function listenerOf({
  host = '',
  port = 5432,
}: {
  host?: string | undefined;
  port?: number | undefined;
}): NetConnectOpts {
  return host.startsWith('/') ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port };
}

/** Opens a proxy to `target` at a free port of the loopback address. */
export async function openProxy(target: NetConnectOpts): Promise<Proxy> {
  let weather: Weather = { kind: 'fair' };
  /** Resolves when the network state changes. */
  let change = Promise.withResolvers<void>();
  const pairs = new Set<Pair>();

  const holdsBack = ({ isForgotten }: Pair) => isForgotten || weather.kind === 'hang';
  const carry = (pair: Pair, from: Socket, to: Socket) => {
    // One chunk after the other: the next is read only after this one is sent.
    const passOn = async (piece: Buffer) => {
      if (weather.kind === 'slow') await delay(weather.milliseconds);
      while (holdsBack(pair) && !from.destroyed) await change.promise;
      const whole = weather.kind === 'torn' ? Math.max(piece.length - tornOff, 0) : piece.length;
      if (!to.destroyed) to.write(piece.subarray(0, whole));
      if (whole < piece.length) {
        await delay(tornMs);
        if (!to.destroyed) to.write(piece.subarray(whole));
      }
      from.resume();
    };
    // Data sent in two chunks arrives in two.
    from.setNoDelay(true);
    from.on('data', (piece: Buffer) => {
      from.pause();
      void passOn(piece);
    });
    from.on('error', () => {});
    // Hanging up discards data that is still in flight.
    from.on('close', () => {
      to.destroy();
      pairs.delete(pair);
    });
  };
  const server = createServer((client) => {
    if (weather.kind === 'cut') {
      client.resetAndDestroy();
      return;
    }
    const pair: Pair = { client, database: connect(target), isForgotten: false };
    pairs.add(pair);
    carry(pair, client, pair.database);
    carry(pair, pair.database, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const breakAll = (how: 'reset' | 'end') => {
    for (const { client, database } of pairs) {
      if (how === 'reset') client.resetAndDestroy();
      else client.end();
      database.destroy();
    }
    pairs.clear();
    change.resolve();
    change = Promise.withResolvers();
  };
  return {
    port: (server.address() as AddressInfo).port,
    set: (next) => {
      weather = next;
      if (next.kind === 'cut') breakAll('reset');
      if (next.kind === 'forgotten') for (const pair of pairs) pair.isForgotten = true;
      change.resolve();
      change = Promise.withResolvers();
    },
    breakAll,
    close: async () => {
      breakAll('reset');
      server.close();
      await once(server, 'close');
    },
  };
}
