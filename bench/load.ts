import { connect } from 'node:net';

/** A request in wire format, without its host. */
export type Asked = {
  method?: 'GET' | 'POST' | 'PATCH';
  path: string;
  cookie: string;
  body?: string;
  headers?: string;
};

/** The result of a load: requests per second, each latency in ms, sorted, and the total bytes. */
export type Load = { perSecond: number; waits: number[]; bytes: number };

/**
 * Sends requests as fast as the server answers, over this many connections for this long.
 *
 * @throws Error if a response isn't 200.
 */
export async function press(
  url: string,
  requests: readonly Asked[],
  connections: number,
  seconds: number,
): Promise<Load> {
  const until = performance.now() + seconds * 1000;
  let turn = 0;
  return drive(url, connections, () => {
    const next = requests[turn % requests.length];
    turn += 1;
    return performance.now() > until ? undefined : next;
  });
}

/**
 * Sends each of these requests once, as fast as the server answers, over this many connections.
 *
 * @throws Error if a response is neither 200 nor 201.
 */
export async function sendAll(url: string, requests: readonly Asked[], connections: number): Promise<Load> {
  const waiting = requests.values();
  return drive(url, connections, () => waiting.next().value);
}

/** Implements only a minimum of HTTP to use almost no CPU, because it shares the machine with the server. */
async function drive(url: string, connections: number, next: () => Asked | undefined): Promise<Load> {
  const { hostname, port } = new URL(url);
  const waits: number[] = [];
  let bytes = 0;
  const began = performance.now();
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let sent = 0;
      let got: string[] = [];
      let missing = 0;
      let asked = '';
      const ask = () => {
        const request = next();
        if (request === undefined) {
          socket.end();
          resolve();
          return;
        }
        const { method = 'GET', path, cookie, body, headers = '' } = request;
        const content =
          body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
        asked = `${method} ${path}`;
        sent = performance.now();
        socket.write(
          `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n${headers}${content}\r\n${body ?? ''}`,
        );
      };
      socket.setEncoding('latin1');
      socket.once('connect', ask);
      socket.once('error', reject);
      socket.on('data', (text: string) => {
        got.push(text);
        if (missing === 0) {
          const head = got.join('');
          const end = head.indexOf('\r\n\r\n');
          if (end < 0) return;
          const [, length] = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end + 2)) ?? [];
          if (length === undefined) return reject(new Error(`An answer without a length: ${head.slice(0, 200)}`));
          if (!/^HTTP\/1.1 20[01]/.test(head))
            return reject(new Error(`${asked}: ${head.slice(0, head.indexOf('\r\n'))} ${head.slice(end + 4)}`));
          bytes += Number(length);
          missing = end + 4 + Number(length) - head.length;
        } else missing -= text.length;
        if (missing > 0) return;
        waits.push(performance.now() - sent);
        got = [];
        missing = 0;
        ask();
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  return {
    perSecond: waits.length / ((performance.now() - began) / 1000),
    waits: waits.toSorted((a, b) => a - b),
    bytes,
  };
}
