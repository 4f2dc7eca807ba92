/**
 * Compares the typical morning read, a substitute's open vacancies, with a common stack: Express 5 with drizzle, which
 * first returns the same rows, and then the entire table for the client to filter.
 *
 * `node bench/express.ts FOLDER [SHARE] [SECONDS]` installs both into bench/express (from the npm registry) and prints
 * requests per second and bytes of each, alternating on one database.
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { obey, type Order, start } from '#bench/limit/servers.ts';
import { type Load, press } from '#bench/load.ts';
import { conclude, type Table, textOf } from '#bench/results.ts';
import { serveWorld } from '#bench/world/serve.ts';
import { worldDay } from '#bench/world/shape.ts';
import type { Connection } from '#server/db/database.ts';

const connections = 8;
const people = 20;
const turns = 3;
const home = path.join(import.meta.dirname, 'express');
const rowsOfAll = z.array(
  z.object({ schoolId: z.number(), status: z.string(), date: z.string(), deletedAt: z.nullable(z.string()) }),
);

if (process.send === undefined) await measure(process.argv.slice(2));
// Only `start` sends messages, of this type.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
else process.once('message', (order) => void obey(order as Order));

async function startExpress(connection: Connection): Promise<{ url: string; stop: () => void }> {
  if (!existsSync(path.join(home, 'node_modules/express'))) {
    console.log('Installing Express and drizzle into bench/express');
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: home,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  const child = fork(path.join(home, 'serve.js'), {
    env: { ...process.env, NODE_ENV: 'production', BENCH_ORDER: JSON.stringify({ connection, today: worldDay }) },
  });
  const [{ url }] = z.tuple([z.object({ url: z.string() })], z.unknown()).parse(await once(child, 'message'));
  return { url, stop: () => void child.kill('SIGKILL') };
}

/** Returns how long the client takes to parse the entire table and to filter its own rows, in ms. */
async function filterAsClient(url: string, cookie: string): Promise<{ ms: number; rows: number }> {
  const text = await (await fetch(`${url}/all`, { headers: { cookie } })).text();
  const began = performance.now();
  const all = JSON.parse(text) as unknown;
  const ms = performance.now() - began;
  const rows = rowsOfAll.parse(all);
  const filtering = performance.now();
  rows
    .filter(
      ({ status, date, deletedAt, schoolId }) =>
        status === 'open' && date >= worldDay && deletedAt === null && schoolId < 5,
    )
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  return { ms: ms + performance.now() - filtering, rows: rows.length };
}

async function measure([folder, share = '0.001', seconds = '2']: string[]): Promise<void> {
  if (folder === undefined) {
    console.error('Usage: node bench/express.ts FOLDER [SHARE] [SECONDS]');
    process.exit(2);
  }
  const world = await serveWorld(Number(share), folder, (line) => console.log(line));
  const stops: (() => void)[] = [];
  try {
    const ours = await start(import.meta.filename, { as: 'firstbell', connection: world.connection, scripts: [] });
    stops.push(ours.stop);
    const theirs = await startExpress(world.connection);
    stops.push(theirs.stop);
    const { first, count } = world.people.substitute;
    const cookies = Array.from({ length: people }, (_, n) => world.as(first + Math.floor((count * n) / people)).cookie);
    const ways = [
      {
        name: 'FirstBell',
        url: ours.url,
        path: '/api/vacancies?limit=20&status=open&upcoming=true',
        loads: [] as Load[],
      },
      { name: 'Express and drizzle, the same rows', url: theirs.url, path: '/open', loads: [] as Load[] },
      { name: 'Express and drizzle, the whole table', url: theirs.url, path: '/all', loads: [] as Load[] },
    ];
    for (let turn = -1; turn < turns; turn += 1) {
      for (const way of ways) {
        const load = await press(
          way.url,
          cookies.map((cookie) => ({ path: way.path, cookie })),
          connections,
          Number(seconds),
        );
        if (turn >= 0) way.loads.push(load);
      }
    }
    const client = await filterAsClient(theirs.url, cookies[0] ?? '');
    const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
    const [base] = ways.map(({ loads }) => middle(loads.map(({ perSecond }) => perSecond)));
    const table: Table = {
      name: 'express',
      columns: ['', 'answers a second', 'to FirstBell', 'p99', 'bytes an answer', 'then in the client'],
      rows: ways.map(({ name, loads }, n) => {
        const perSecond = middle(loads.map((load) => load.perSecond));
        const waits = loads.flatMap((load) => load.waits).toSorted((a, b) => a - b);
        const bytes = loads.reduce((sum, load) => sum + load.bytes, 0) / waits.length;
        return [
          name,
          perSecond.toFixed(perSecond < 10 ? 1 : 0),
          (perSecond / (base ?? 1)).toFixed(perSecond < 10 ? 4 : 2),
          `${(waits[Math.floor(waits.length * 0.99)] ?? 0).toFixed(0)} ms`,
          Math.round(bytes),
          n === 2 ? `${client.ms.toFixed(0)} ms for ${client.rows} rows` : '–',
        ];
      }),
    };
    console.log(textOf(table));
    conclude('express', [], [table]);
  } finally {
    for (const stop of stops) stop();
    await world.close();
  }
}
