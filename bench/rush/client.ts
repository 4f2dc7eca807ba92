import { connect, type Socket } from 'node:net';

/** A person's request, and when it was due, in ms of `performance.now()`. */
export type Due = {
  name: string;
  method?: string;
  path: string;
  cookie?: string;
  body?: object;
  headers?: string;
  /** The id of the person. Everyone has a separate address, as behind a proxy. */
  from?: number;
  at: number;
};

/** Returns the status (0 if the connection broke) and the milliseconds since the request was due. */
export type Answer = { status: number; ms: number; body: string };

/**
 * Sends requests when they are due, over as many connections as needed, so a slow response delays no one else, and
 * latency counts from when the request was due. Implements just enough HTTP to use almost no CPU.
 */
export function openClient(url: string): { send(due: Due): Promise<Answer>; close(): void } {
  const { hostname, port } = new URL(url);
  const idle: Socket[] = [];
  const all = new Set<Socket>();
  const take = () => {
    const known = idle.pop();
    if (known !== undefined) return known;
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.setEncoding('latin1');
    socket.on('error', () => {});
    socket.once('close', () => {
      all.delete(socket);
      const at = idle.indexOf(socket);
      if (at >= 0) idle.splice(at, 1);
    });
    all.add(socket);
    return socket;
  };
  return {
    send: ({ method = 'GET', path, cookie = '', body, headers = '', from = 0, at }) =>
      new Promise((resolve) => {
        const socket = take();
        const text = body === undefined ? '' : JSON.stringify(body);
        let got = '';
        const finish = (status: number, content: string) => {
          socket.off('data', hear);
          socket.off('close', lose);
          resolve({ status, ms: performance.now() - at, body: content });
        };
        const lose = () => finish(0, '');
        const hear = (chunk: string) => {
          got += chunk;
          const end = got.indexOf('\r\n\r\n');
          if (end < 0) return;
          const [, length = '0'] = /\r\ncontent-length: (\d+)/i.exec(got.slice(0, end + 2)) ?? [];
          if (got.length < end + 4 + Number(length)) return;
          finish(Number(got.slice(9, 12)), got.slice(end + 4));
          idle.push(socket);
        };
        socket.on('data', hear);
        socket.once('close', lose);
        const content =
          body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
        socket.write(
          `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\nX-Forwarded-For: 10.${(from >> 16) & 255}.${(from >> 8) & 255}.${from & 255}\r\n${headers}${content}\r\n${text}`,
        );
      }),
    close: () => {
      for (const socket of all) socket.destroy();
    },
  };
}
