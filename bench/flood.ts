/**
 * Floods a real server from one address while people work: a hundred connections send one call after another, each as
 * soon as the last one is answered. It prints how long the others' calls take with and without the flood, whether any
 * are refused, and how the flood is answered.
 *
 * `node bench/flood.ts [WORLDS] [share] [seconds] [connections]`. The flood, the people and the server are separate
 * processes, as is PostgreSQL, on the same machine. It works on a copy of the world.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod/mini';
import { conclude, type Table, textOf } from '#bench/results.ts';
import { openClient } from '#bench/rush/client.ts';
import { forkServer } from '#bench/rush/fork.ts';
import { folderOf, makeWorld, worldPassword } from '#bench/world/load.ts';
import { screens } from '#bench/world/looks.ts';
import { partOfCountry, populationOf, tokenOf } from '#bench/world/shape.ts';
import { startEmbedded } from '#server/db/embedded.ts';

const [folder = path.join(tmpdir(), 'firstbell-worlds'), share = '0.001', seconds = '15', connections = '100'] =
  process.argv.slice(2);
/** The others' p99 may grow to this many times the one without a flood, or to this many ms. */
const limits = { times: 3, ms: 300 };

const counts = z.record(z.string(), z.number());
const madeUp = () => `firstbell=${Array.from({ length: 43 }, () => Math.floor(Math.random() * 10)).join('')}`;
const request = (method: string, url: string, cookie: string, body = '') =>
  `${method} ${url} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.1\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const floods: Record<string, () => string> = {
  'sign-ins with a wrong password': () =>
    request(
      'POST',
      '/api/login',
      '',
      JSON.stringify({ username: `user_${Math.floor(Math.random() * 500)}`, password: 'not their password' }),
    ),
  'reads with made-up sessions': () => request('GET', '/api/vacancies?limit=20', madeUp()),
  'changes with made-up sessions': () =>
    request('PATCH', '/api/vacancies/1', madeUp(), '{"status":"pending_approval"}'),
};

if (process.argv[2] === '--flood') await flood(process.argv[3] ?? '', floods[process.argv[4] ?? '']);
else await measure();

/** Each connection sends its next call as soon as the last one is answered. Reports the statuses on request. */
async function flood(port: string, next: (() => string) | undefined): Promise<void> {
  if (next === undefined) throw new Error('There is no such flood.');
  const statuses: Record<string, number> = {};
  for (let n = 0; n < Number(process.argv[5]); n += 1) {
    const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
    socket.write(next());
    socket
      .on('error', () => {})
      .on('data', (text: string) => {
        // Every reply of the flood is short enough for one packet.
        const status = text.slice(9, 12);
        statuses[status] = (statuses[status] ?? 0) + 1;
        socket.write(next());
      });
  }
  process.on('message', () => process.send?.(statuses));
  await once(process, 'disconnect');
  process.exit(0);
}

async function measure(): Promise<void> {
  const scale = Number(share);
  await makeWorld(scale, folder, console.log);
  const embedded = await startEmbedded({ dataDir: folderOf(scale, folder) });
  const owner = new pg.Client(embedded.connection('owner', 'postgres'));
  await owner.connect();
  await owner.query('drop database if exists flood with (force)');
  await owner.query('create database flood template firstbell strategy file_copy');
  const { firstSubstitute, substitutes } = populationOf(partOfCountry(scale));
  const looks = screens.find(({ role, name }) => role === 'substitute' && name === 'Available Vacancies');
  const rows: Table['rows'][number][] = [];
  let worst = 0;
  let mostRefused = 0;
  for (const name of ['none', ...Object.keys(floods)]) {
    // Each flood gets a new server, so no used-up limit or overload carries over.
    const { child: server, url } = await forkServer(embedded.connection('server', 'flood'));
    const client = openClient(url);
    const waits: Record<string, number[]> = { reads: [], changes: [], 'sign-ins': [] };
    let refused = 0;
    let turn = 0;
    const call = async (kind: string, due: Parameters<typeof client.send>[0]) => {
      const { status, ms } = await client.send(due);
      if (status === 200) waits[kind]?.push(ms);
      else refused += 1;
    };
    /** Sends ten screens, five changes and two sign-ins a second, each from a separate address. */
    const work = async (forMs: number) => {
      const until = performance.now() + forMs;
      const under: Promise<unknown>[] = [];
      for (let at = performance.now(); at < until; at += 100) {
        await delay(Math.max(0, at - performance.now()));
        turn += 1;
        const id = firstSubstitute + (turn % Math.min(substitutes, 60));
        const who = { cookie: `firstbell=${tokenOf(id)}`, from: id, at };
        for (const one of looks?.paths({ id, schoolId: 0, vacancyId: 0, substituteId: id }) ?? [])
          under.push(call('reads', { name: 'read', path: one, ...who }));
        if (turn % 2 === 0)
          under.push(
            call('changes', {
              name: 'change',
              method: 'POST',
              path: '/api/notices/read',
              body: { from: 1, upTo: 1 },
              ...who,
            }),
          );
        if (turn % 5 === 0) {
          const body = { username: `user_${id}`, password: worldPassword };
          under.push(call('sign-ins', { name: 'sign in', method: 'POST', path: '/api/login', from: id, body, at }));
        }
      }
      await Promise.all(under);
    };
    await work(7000);
    const attacker =
      name === 'none'
        ? null
        : fork(import.meta.filename, ['--flood', new URL(url).port, name, connections], {
            execArgv: ['--disable-warning=ExperimentalWarning'],
          });
    for (const list of Object.values(waits)) list.length = 0;
    refused = 0;
    await work(Number(seconds) * 1000);
    attacker?.send('how many');
    const [statuses] = z.tuple([counts], z.unknown()).parse(attacker === null ? [{}] : await once(attacker, 'message'));
    for (const [kind, values] of Object.entries(waits)) {
      values.sort((a, b) => a - b);
      const p99 = values[Math.min(values.length - 1, Math.floor(values.length * 0.99))] ?? Infinity;
      const before = Number(rows.find((row) => row[0] === 'none' && row[1] === kind)?.[4] ?? 0);
      if (name !== 'none') worst = Math.max(worst, Math.min(p99 / limits.ms, p99 / (before * limits.times)));
      const gets = Object.entries(statuses)
        .map(([status, count]) => `${status}: ${(count / Number(seconds)).toFixed(0)}`)
        .join(', ');
      rows.push([
        name,
        kind,
        values.length,
        values[Math.floor(values.length / 2)]?.toFixed(1) ?? '',
        p99.toFixed(1),
        refused,
        gets,
      ]);
    }
    if (attacker !== null) mostRefused = Math.max(mostRefused, refused);
    attacker?.disconnect();
    if (attacker !== null) await once(attacker, 'exit');
    client.close();
    server.disconnect();
    await once(server, 'exit');
  }
  await owner.query('drop database if exists flood with (force)');
  await owner.end();
  await embedded.stop();
  const table = {
    name: `A flood from one address over ${connections} connections`,
    columns: [
      'flood',
      "others' calls",
      'answered',
      'p50 ms',
      'p99 ms',
      "others' refused, all kinds",
      'replies to the flood, a second',
    ],
    rows,
  };
  console.log(`\n${table.name}\n\n${textOf(table)}`);
  conclude(
    'flood',
    [
      {
        what: "the others' longest p99 during a flood, as a share of the limit",
        figure: worst,
        target: 1,
        wanted: 'at most',
      },
      { what: "the others' calls refused during a flood", figure: mostRefused, target: 0, wanted: 'at most' },
    ],
    [table],
  );
}
