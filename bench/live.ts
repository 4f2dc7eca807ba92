/**
 * Live events: the cost of an open connection, and the latency from before an event's commit to each client's socket,
 * within one process and across two. The servers are separate, on a durable PostgreSQL. The clients share the machine.
 *
 * `node bench/live.ts [connections] [--quick]` prints each figure next to its limit and fails if one is exceeded. The
 * quick run skips the memory per connection and measures for a shorter time.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { conclude, type Ratio } from '#bench/results.ts';
import { type Database, databaseOf, openPool, raw, sql } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { type ServerProcess, startServer, urlOf } from '#test/server/processes.ts';

const isQuick = process.argv.includes('--quick');
const connections = Number(process.argv[2] ?? 5000);
const schools = Math.ceil(connections / 100);
/** The first connections, as a baseline: by then everything needed once is loaded. */
const first = Math.floor(connections * 0.4);
const limits = { bytesPerConnection: 20 * 1024, p99: 500, acrossP99: 1000, costOfTelling: 0.6 };
const rate = 20;
const seconds = isQuick ? 6 : 20;
/** Two beats, after which every client has been written to and checked once more. */
const settlingMs = isQuick ? 1000 : 45_000;
const say = (line: string) => void process.stdout.write(`${line}\n`);

const teacherTokenOf = (school: number) => `bench-teacher-${school}`;
const tokenOf = (n: number) => `bench-token-${n}`;

/** Adds schools with a hundred substitutes each, a vacancy, and a session for everyone. */
async function fill(db: Database): Promise<void> {
  await db.execute(
    raw(`insert into schools (name, address, time_zone, vacancy_settings, created_at)
    select 'School ' || n, '1 School Street', 'America/New_York', '{}', now() from generate_series(1, ${schools}) n`),
  );
  await db.execute(
    raw(`insert into users (username, password_hash, role, full_name, school_id, is_approved, created_at)
    select 'teacher_' || id, 'x', 'teacher', 'Teacher ' || id, id, true, now() from schools`),
  );
  await db.execute(
    raw(`insert into users (username, password_hash, role, full_name, is_approved, created_at)
    select 'substitute_' || n, 'x', 'substitute', 'Substitute ' || n, true, now()
      from generate_series(1, ${connections}) n`),
  );
  await db.execute(
    raw(`insert into substitute_schools (substitute_id, school_id, selected_at, approved_at)
    select id, substring(username from 12)::int % ${schools} + 1, now(), now() from users where role = 'substitute'`),
  );
  await db.execute(
    raw(`insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at,
        shift_type, description, absence_reason, additional_notes, created_at, updated_at)
    select school_id, id, id, current_date + 30, '08:00', '15:00', now() + interval '30 days',
      now() + interval '31 days', 'full_day', 'Bench', 'Personal', '', now(), now() from users where role = 'teacher'`),
  );
  await db.execute(
    raw(`insert into sessions (token_hash, user_id, created_at, last_seen_at)
    select sha256(('bench-teacher-' || v.id)::bytea), v.teacher_id, now(), now() from vacancies v`),
  );
  const people = await db.query<{ id: number; n: number }>(
    sql`select id, substring(username from 12)::int as n from users where role = 'substitute'`,
  );
  for (let at = 0; at < people.length; at += 1000) {
    const some = people.slice(at, at + 1000);
    await db.execute(sql`insert into sessions (token_hash, user_id, created_at, last_seen_at)
      select h, u, now(), now()
        from unnest(${some.map(({ n }) => createHash('sha256').update(tokenOf(n)).digest())}::bytea[],
        ${some.map(({ id }) => id)}::bigint[]) as s (h, u)`);
  }
}

/** A process's memory in bytes: resident, and of that the heap in use, the reserved heap, and the rest. */
type Memory = { rss: number; heapUsed: number; heapTotal: number; external: number };

const memoryReply = z.object({ result: z.object({ result: z.object({ value: z.string() }) }) });
const memoryUsage = z.object({ rss: z.number(), heapUsed: z.number(), heapTotal: z.number(), external: z.number() });

/** Queries a server started with its inspector. `collected` runs a garbage collection first. */
async function memoryOf(server: ServerProcess, { collected }: { collected: boolean }): Promise<Memory> {
  const [address = ''] = /ws:\/\/\S+/.exec(server.output()) ?? [];
  const inspector = new WebSocket(address);
  await new Promise((resolve, reject) => {
    inspector.addEventListener('open', resolve, { once: true });
    inspector.addEventListener('error', reject, { once: true });
  });
  let asked = 0;
  const ask = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve) => {
      asked += 1;
      const id = asked;
      inspector.addEventListener('message', ({ data }: MessageEvent<string>) => {
        const reply: unknown = JSON.parse(data);
        if (typeof reply === 'object' && reply !== null && 'id' in reply && reply.id === id) resolve(reply);
      });
      inspector.send(JSON.stringify({ id, method, params }));
    });
  if (collected) for (const _ of [1, 2, 3]) await ask('HeapProfiler.collectGarbage');
  const reply = memoryReply.parse(
    await ask('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' }),
  );
  inspector.close();
  return memoryUsage.parse(JSON.parse(reply.result.result.value));
}

const kilobytes = (bytes: number, readers: number) => `${(bytes / readers / 1024).toFixed(1)} KB`;

/** Returns the growth between two measurements, per client. */
function growthOf(before: Memory, after: Memory, readers: number): string {
  const each = (part: keyof Memory) => kilobytes(after[part] - before[part], readers);
  return `resident ${each('rss')}, of it heap in use ${each('heapUsed')}, heap in all ${each('heapTotal')}, beside the heap ${each('external')}`;
}

/** When each event was sent, by vacancy and revision, and how long each client waited for it. */
type Clock = { sent: Map<number, number>; waits: number[] };

function openReader(port: number, n: number, clock: Clock): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('error', reject);
    socket.write(`GET /api/live HTTP/1.1\r\nHost: localhost\r\nCookie: firstbell=${tokenOf(n)}\r\n\r\n`);
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (text.startsWith('HTTP/1.1') && !text.startsWith('HTTP/1.1 200'))
        reject(new Error(`A reader was answered: ${text}`));
      if (text.includes('event: hello')) resolve(socket);
      for (const [, id] of text.matchAll(/"topic":"vacancies","id":(\d+)/g)) {
        const sent = clock.sent.get(Number(id));
        if (sent !== undefined) clock.waits.push(performance.now() - sent);
      }
    });
  });
}

async function openReaders(port: number, from: number, to: number, clock: Clock): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let at = from; at < to; at += 100) {
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(100, to - at) }, (_, index) => openReader(port, at + index + 1, clock)),
      )),
    );
  }
  return sockets;
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const spread = (sorted: readonly number[]) =>
  `p50 ${percentile(sorted, 0.5).toFixed(1)} ms, p99 ${percentile(sorted, 0.99).toFixed(1)} ms, slowest ${(sorted.at(-1) ?? 0).toFixed(1)} ms`;

/** Vacancies change at a constant rate, independent of the clients. Each change is for a hundred of them. */
async function rush(db: Database, clock: Clock): Promise<void> {
  const begun = performance.now();
  const under: Promise<unknown>[] = [];
  for (let n = 0; n < rate * seconds; n += 1) {
    await delay(Math.max(0, begun + (n * 1000) / rate - performance.now()));
    const id = (n % schools) + 1;
    clock.sent.set(id, performance.now());
    under.push(db.execute(sql`update vacancies set additional_notes = ${`Change ${n}`} where id = ${id}`));
  }
  await Promise.all(under);
}

/** Clients on the second server, and changes per second on the first. */
const acrossTo = Math.min(1000, connections);
const acrossRate = 5;

/** Teachers change their own vacancies by calls to `url`, at a constant rate. */
async function rushAcross(url: string, clock: Clock): Promise<void> {
  const begun = performance.now();
  const under: Promise<unknown>[] = [];
  for (let n = 0; n < acrossRate * seconds; n += 1) {
    await delay(Math.max(0, begun + (n * 1000) / acrossRate - performance.now()));
    const id = (n % schools) + 1;
    clock.sent.set(id, performance.now());
    under.push(change(url, id, `Change ${n}`));
  }
  await Promise.all(under);
}

async function change(url: string, id: number, description: string): Promise<void> {
  const headers = { 'content-type': 'application/json', cookie: `firstbell=${teacherTokenOf(id)}` };
  const { status } = await fetch(`${url}/api/vacancies/${id}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ description }),
  });
  if (status !== 200) throw new Error(`The change was answered with ${status}.`);
}

const inOrder = ({ waits }: Clock) => waits.toSorted((a, b) => a - b);

/** The duration of each of three measurements of how fast vacancies change. */
const writingMs = isQuick ? 2000 : 5000;

/** Returns the number of changes per second that eight writers commit. */
async function throughput(db: Database): Promise<number> {
  const begun = performance.now();
  let written = 0;
  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; performance.now() - begun < writingMs; n += 1) {
        await db.execute(
          sql`update vacancies set additional_notes = ${`${writer} ${n}`}
              where id = ${((writer * 7 + n * 8) % schools) + 1}`,
        );
        written += 1;
      }
    }),
  );
  return (written * 1000) / (performance.now() - begun);
}

const ratios: Ratio[] = [];
function report(what: string, figure: number, target: number, unit: string): void {
  ratios.push({ what, figure, target, wanted: 'at most', unit });
}

const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-bench-'));
const database = await startEmbedded({ dataDir: path.join(folder, 'data') });
await migrate(database.connection('owner'), 'firstbell_server');
const owner = databaseOf(openPool(database.connection('owner'), 2));
const db = databaseOf(openPool(database.connection('server'), 8));
await fill(owner);
const settings = {
  DATABASE_URL: urlOf(database.connection('server')),
  MIGRATION_DATABASE_URL: urlOf(database.connection('owner')),
  OWNER_PASSWORD: 'lantern-meadow-42',
};
const server = await startServer('unused', { ...settings, NODE_OPTIONS: '--inspect=127.0.0.1:0' });
try {
  const port = Number(new URL(server.url).port);
  const clock: Clock = { sent: new Map(), waits: [] };
  const empty = await memoryOf(server, { collected: true });
  const readers = await openReaders(port, 0, first, clock);
  say(
    `the first ${first}, cold and before anything is collected: ${growthOf(empty, await memoryOf(server, { collected: false }), first)}`,
  );
  await delay(settlingMs);
  const some = await memoryOf(server, { collected: true });
  say(`the same, collected: ${growthOf(empty, some, first)}`);
  const opening = performance.now();
  readers.push(...(await openReaders(port, first, connections, clock)));
  const took = performance.now() - opening;
  await delay(settlingMs);
  const all = await memoryOf(server, { collected: true });
  say(`the next ${connections - first}, collected: ${growthOf(some, all, connections - first)}`);
  const each = (all.rss - some.rss) / (connections - first);
  say(
    `${connections} connections, ${schools} schools; opened at ${Math.round(((connections - first) * 1000) / took)} a second; server ${Math.round(all.rss / 2 ** 20)} MB`,
  );
  if (!isQuick)
    report(
      `memory of a connection, from ${first} to ${connections}`,
      each / 1024,
      limits.bytesPerConnection / 1024,
      'KB',
    );

  await rush(db, clock);
  await delay(1000);
  const waits = inOrder(clock);
  say(
    `${rate} changes a second for ${seconds} s, each for 100 readers: ${waits.length} arrivals of ${rate * seconds * 100}`,
  );
  say(`from before the commit to the socket: ${spread(waits)}`);
  report('an event from before its commit to each socket, p99', percentile(waits, 0.99), limits.p99, 'ms');

  const across: Clock = { sent: new Map(), waits: [] };
  const neighbor = await startServer('unused', settings);
  const acrossReaders = await openReaders(Number(new URL(neighbor.url).port), 0, acrossTo, across);
  await rushAcross(server.url, across);
  await delay(1000);
  const acrossWaits = inOrder(across);
  say(
    `${acrossRate} changes a second for ${seconds} s by calls at one server, ${acrossTo} readers at another: ${acrossWaits.length} arrivals`,
  );
  if (acrossWaits.length === 0) throw new Error('Nothing arrived at the other process.');
  say(`from the call to a socket of the other: ${spread(acrossWaits)}`);
  report(
    'an event from the call to each socket of another process, p99',
    percentile(acrossWaits, 0.99),
    limits.acrossP99,
    'ms',
  );
  for (const reader of acrossReaders) reader.destroy();
  neighbor.child.kill('SIGTERM');
  await neighbor.exited;

  for (const reader of readers) reader.destroy();
  const told = await throughput(db);
  await owner.execute(raw('alter table vacancies disable trigger vacancies_announce_change'));
  const silent = await throughput(db);
  await owner.execute(raw('alter table vacancies enable trigger vacancies_announce_change'));
  const again = await throughput(db);
  say(`changes a second: ${Math.round((told + again) / 2)} announced, ${Math.round(silent)} not announced`);
  ratios.push({
    what: 'announced changes a second, relative to unannounced ones',
    figure: (told + again) / 2 / silent,
    target: limits.costOfTelling,
    wanted: 'at least',
  });
} finally {
  server.child.kill('SIGTERM');
  await server.exited;
  await Promise.all([db.close(), owner.close()]);
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
conclude('live', ratios);
