/**
 * The cost of a refusal: the server's processor time for each call that an overloaded server refuses, signed in, over
 * keep-alive connections. The clients are a separate process, on another core if there is one.
 *
 * `node bench/refusals.ts [seconds] [connections]`. It needs no database: its pool never has a free connection.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { conclude, type Table, textOf } from '#bench/results.ts';
import { readConfig } from '#server/core/config.ts';
import { buildApp } from '#server/app.ts';
import { databaseOf, openPool } from '#server/db/database.ts';
import { startLive } from '#server/live/live.ts';

const [seconds = '5', connections = '20', port = ''] = process.argv.slice(2);
/** One 15,000th of a second: a bare Node server answers about that many calls per second. */
const wantedUs = 60;
const calls = {
  'a read':
    'GET /api/vacancies?limit=20 HTTP/1.1\r\nHost: x\r\nCookie: firstbell=0123456789012345678901234567890123456789012\r\n\r\n',
  'a change': `PATCH /api/vacancies/1 HTTP/1.1\r\nHost: x\r\nCookie: firstbell=0123456789012345678901234567890123456789012\r\nContent-Type: application/json\r\nContent-Length: 29\r\n\r\n{"status":"pending_approval"}`,
};

if (port === '') await measure();
else await ask(process.argv[5] === 'a change' ? calls['a change'] : calls['a read']);

/** Each connection sends its next call as soon as the last one is answered. */
async function ask(call: string): Promise<void> {
  for (let n = 0; n < Number(connections); n += 1) {
    const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
    socket.write(call);
    socket.on('error', () => {}).on('data', () => socket.write(call));
  }
  await once(process, 'disconnect');
  process.exit(0);
}

async function measure(): Promise<void> {
  const connection = { host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' };
  const db = {
    ...databaseOf(openPool(connection, 1)),
    queue: () => ({
      free: () => 0,
      onFree: (listener: () => void) => void setInterval(listener, 20),
      size: () => 1,
      heldMs: () => null,
    }),
  };
  const clock = () => new Date();
  const live = startLive({ connection, db, clock, log: pino({ level: 'silent' }) });
  const config = readConfig({ LOG_LEVEL: 'silent', METRICS_TOKEN: 'a token of this bench'.replaceAll(' ', '-') });
  const app = await buildApp({ db, config, clock, draining: () => false, live }, { webFolder: null });
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  let answered = 0;
  app.server.on('request', (_request, response) => response.once('finish', () => (answered += 1)));

  const rows: Table['rows'][number][] = [];
  for (const name of Object.keys(calls)) {
    const client = fork(import.meta.filename, [seconds, connections, url.port, name]);
    // By then, the entrance has detected the overload, and the code is compiled.
    await delay(3000);
    answered = 0;
    const began = { ...process.cpuUsage(), at: performance.now() };
    await delay(Number(seconds) * 1000);
    const { user, system } = process.cpuUsage(began);
    rows.push([
      name,
      ((answered / (performance.now() - began.at)) * 1000).toFixed(0),
      ((user + system) / answered).toFixed(1),
    ]);
    client.disconnect();
    await once(client, 'exit');
  }
  const table = { name: 'Refusals of an overloaded server', columns: ['call', 'a second', 'µs each'], rows };
  console.log(`\n${table.name}\n\n${textOf(table)}`);
  conclude(
    'refusals',
    [
      {
        what: 'processor time of a refused read',
        figure: Number(rows[0]?.[2] ?? Infinity),
        target: wantedUs,
        wanted: 'at most',
        unit: 'µs',
      },
    ],
    [table],
  );
  process.exit();
}
