import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { answerRead, answerWrite, type Script } from '#bench/limit/script.ts';
import { serveApp } from '#bench/world/serve.ts';
import { type Connection, openPool } from '#server/db/database.ts';

/** The work of a separate process, and its options. */
export type Order = { as: 'firstbell' | 'bare'; connection: Connection; scripts: Script[] };

/** A server in a separate process. */
export type Started = { url: string; pid: number | undefined; stop: () => void };

/** Starts such a server in a separate process, from a file that passes its message to `obey`. */
export async function start(file: string, order: Order): Promise<Started> {
  const child = fork(file, { serialization: 'advanced', execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.send(order);
  const [{ url }] = z.tuple([z.object({ url: z.string() })], z.unknown()).parse(await once(child, 'message'));
  return { url, pid: child.pid, stop: () => void child.kill('SIGKILL') };
}

/** Starts the requested server in the separate process, and reports its address. */
export async function obey({ as, connection, scripts }: Order): Promise<void> {
  if (as === 'firstbell') return void process.send?.({ url: (await serveApp(connection)).url });
  const pool = openPool(connection, 10);
  const byKey = new Map(scripts.map((script) => [script.key, script]));
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const { url = '', method, headers } = request;
    const { cookie = '' } = headers;
    const script = byKey.get(method === 'GET' ? url + cookie : cookie);
    if (script === undefined) throw new Error(`No recording of ${method} ${url}.`);
    if (method === 'GET') return answerRead(pool, script);
    // The code that reads a body also parses it.
    JSON.parse(await text(request));
    return answerWrite(pool, script, {
      subject: /\d+$/.exec(url)?.[0] ?? null,
      idempotencyKey: headers['idempotency-key']?.toString() ?? null,
    });
  };
  const server = createServer((request, response) => {
    void respond(response, answer(request));
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.({ url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` });
  });
}

async function respond(response: ServerResponse, answer: Promise<unknown>): Promise<void> {
  const [status, reply] = await answer.then(
    (rows) => [200, JSON.stringify(rows)] as const,
    (error: unknown) => [500, String(error)] as const,
  );
  const body = Buffer.from(reply);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}
