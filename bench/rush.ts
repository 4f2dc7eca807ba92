/**
 * Simulates the rush of a school morning, 5:30 to 7:00 AM, on a share of the country: people look, post, request,
 * approve and sign in at that morning's rate and at multiples of it, while others hold live connections. Arrivals
 * follow a schedule, independent of the server, and latency counts from when the call was due.
 *
 * `node bench/rush.ts [WORLDS] [share] [connections] [processes] [seconds] [multiples, such as 5,8,10]`, or `node
 * bench/rush.ts --quick`. This process is the load and the live clients. The servers and PostgreSQL are separate
 * processes on the same machine. It works on a copy of the world. With `--apart`, the load has the first core and the
 * servers and PostgreSQL the second, so at high rates the load can't use their CPU (Linux only). `--on` continues after
 * a rate that misses its limits. `--profile` also prints which statements and functions take the time. Profiling itself
 * takes some, too.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod/mini';
import { conclude, type Table, textOf } from '#bench/results.ts';
import { type Answer, type Due, openClient } from '#bench/rush/client.ts';
import { forkServer } from '#bench/rush/fork.ts';
import { pidOfDatabase, processorOfDatabase } from '#bench/rush/processor.ts';
import { openProfile } from '#bench/rush/profile.ts';
import { folderOf, makeWorld, worldPassword } from '#bench/world/load.ts';
import { screens } from '#bench/world/looks.ts';
import { partOfCountry, populationOf, tokenOf } from '#bench/world/shape.ts';
import { databaseOf, openPool, sql } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { addDays } from '#domain/time.ts';
import { chanceFrom } from '#server/demo/chance.ts';

const isQuick = process.argv.includes('--quick');
const [
  folder = path.join(tmpdir(), 'firstbell-worlds'),
  share = '0.001',
  connections = isQuick ? '300' : '5000',
  processes = '1',
  seconds = isQuick ? '4' : '15',
  steps = '',
] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isApart = process.argv.includes('--apart');
const goesOn = process.argv.includes('--on');
const profile = process.argv.includes('--profile') ? openProfile() : undefined;
/** Restricts a process, with all its threads and later children, to one core. */
const pin = (pid: number | string | undefined, core: number) =>
  isApart && execFileSync('/usr/bin/taskset', ['--all-tasks', '--cpu-list', '--pid', `${core}`, `${pid}`]);
const say = (line: string) => console.log(line);
const limits = { p99: 150, eventP99: 500, bytesPerConnection: 20 * 1024, multiple: 10 };
const multiplesOf = (part: number) =>
  steps !== ''
    ? steps.split(',').map(Number)
    : part < 0.1
      ? isQuick
        ? [0.1 / part, 0.3 / part]
        : [0.1 / part, 0.2 / part, 0.5 / part, 1 / part]
      : [1, 2, 5, 7, 10, 15, 20];

// Assumptions for the entire country. There are 250,000 absences a day (bench/world/shape.ts). The shares are ours:
// 45% of absences are posted in these 90 minutes, half of the 600,000 substitutes look four times, each of the 98,000
// schools' admins looks three times, 85% of posted vacancies are requested and approved, a fifth are requested twice,
// and 5% of all visitors sign in.
const window = 90 * 60;
const country = {
  posts: (250_000 * 0.45) / window,
  looks: (600_000 * 0.5 * 4) / window,
  admins: (98_000 * 3) / window,
  signIns: ((600_000 * 0.5 + 250_000 * 0.45 + 98_000) * 0.05) / window,
};

const scale = Number(share);
const size = partOfCountry(scale);
const { firstSubstitute, substitutes } = populationOf(size);
const dice = chanceFrom(20_261_123);
const chance = () => dice.next();
const oneOf = <T>(some: readonly T[]): T | undefined => some[Math.floor(chance() * some.length)];
const cookieOf = (id: number) => `firstbell=${tokenOf(id)}`;
const pathsOf = (role: string, name: string) =>
  screens.find((screen) => screen.role === role && screen.name === name)?.paths ?? (() => []);
const looks = {
  substitute: pathsOf('substitute', 'Available Vacancies'),
  teacher: pathsOf('teacher', 'Dashboard'),
  admin: pathsOf('admin', 'Dashboard'),
};

await makeWorld(scale, folder, say);
const embedded = await startEmbedded({ dataDir: folderOf(scale, folder), tuning: { ...profile?.tuning } });
pin(pidOfDatabase(folderOf(scale, folder)), 1);
const owner = new pg.Client(embedded.connection('owner', 'postgres'));
await owner.connect();
await owner.query('drop database if exists rush with (force)');
await owner.query('create database rush template firstbell strategy file_copy');
// The copy is flushed before the first call: writing 11 GB in the background made the slowest call.
await once(spawn('sync'), 'close');
const pool = openPool(embedded.connection('server', 'rush'), 2);
const pairs = await databaseOf(pool).query<{
  teacher: number;
  substitute: number;
}>(sql`select (select min(id) from users where school_id = s.id and role = 'teacher') as teacher,
    l.substitute_id as substitute
  from schools s join lateral (select substitute_id from substitute_schools where school_id = s.id
    order by substitute_id limit 3) l on true where s.id % greatest(1, ${Math.floor(size.schools / 5000)}::int) = 0`);
await pool.end();

const servers: { child: ChildProcess; url: string }[] = [];
for (let n = 0; n < Number(processes); n += 1) {
  const flags = ['--expose-gc', ...(profile?.nodeOptions ?? [])];
  const { child, url } = await forkServer(embedded.connection('server', 'rush'), {}, flags);
  pin(child.pid, 1);
  servers.push({ child, url });
}
pin(process.pid, 0);
const answered = z.tuple([z.object({ rss: z.number(), processor: z.number(), loopMs: z.number() })], z.unknown());
/**
 * Returns the memory of all servers in bytes, their CPU time so far, in seconds, and the longest p99 of their event
 * loop delays since it was last asked for, in ms.
 */
const serversNow = async (what: 'memory' | 'time') => {
  const sum = { rss: 0, processor: 0, loopMs: 0 };
  for (const { child } of servers) {
    child.send(what);
    const [{ rss, processor, loopMs }] = answered.parse(await once(child, 'message'));
    sum.rss += rss;
    sum.processor += processor;
    sum.loopMs = Math.max(sum.loopMs, loopMs);
  }
  return sum;
};
const residentOf = async () => (await serversNow('memory')).rss;
/** CPU time so far of the servers, of PostgreSQL, and of this load with its clients, in seconds. */
const processorNow = async () => {
  const { user, system } = process.cpuUsage();
  const { processor, loopMs } = await serversNow('time');
  return {
    loopMs,
    server: processor,
    PostgreSQL: processorOfDatabase(folderOf(scale, folder)),
    load: (user + system) / 1e6,
  };
};
const clients = servers.map(({ url }) => openClient(url));

/** When the call that last changed each vacancy was due, and how long each screen waited for the event. */
const changed = new Map<number, number>();
let eventWaits: number[] = [];
function openReader(n: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(servers[n % servers.length]?.url ?? '');
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('error', reject);
    socket.write(
      `GET /api/live HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookieOf(firstSubstitute + (n % substitutes))}\r\n\r\n`,
    );
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      if (text.startsWith('HTTP/1.1') && !text.startsWith('HTTP/1.1 200'))
        reject(new Error(`A reader was answered: ${text}`));
      if (text.includes('event: hello')) resolve(socket);
      for (const [, id] of text.matchAll(/"topic":"vacancies","id":(\d+)/g)) {
        const at = changed.get(Number(id));
        if (at !== undefined) eventWaits.push(performance.now() - at);
      }
    });
  });
}

const percentile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
/** Adds a value in place: copying the lists would take more of the load's core than its calls. */
const add = (lists: Map<string, number[]>, name: string, value: number) => {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [value]);
  else list.push(value);
};
/** All reads except those of the first second, in which the servers find out that they are overloaded. */
const lateReads = 'reads after the first second';
/**
 * All changes except those of the first three seconds, in which an overload could still be a burst, and sign-ins
 * likewise.
 */
const lateChanges = 'changes after the first three seconds';
const lateSignIns = 'sign-ins after the first three seconds';
const late = [lateReads, lateChanges, lateSignIns];
let turn = 0;
let keys = 0;

/**
 * Runs one step: the morning at a multiple of its rate, for this long. Returns the latencies of each kind of call,
 * and those of its failures.
 */
async function step(
  multiple: number,
): Promise<{ waits: Map<string, number[]>; failed: Map<string, number[]>; lag: number[] }> {
  const waits = new Map<string, number[]>();
  const failed = new Map<string, number[]>();
  const lag: number[] = [];
  const under = new Set<Promise<unknown>>();
  const begun = performance.now();
  const until = begun + Number(seconds) * 1000;
  const ask = async (due: Due): Promise<Answer> => {
    if (due.at > performance.now()) await delay(Math.max(0, due.at - performance.now()));
    lag.push(Math.max(0, performance.now() - due.at));
    turn += 1;
    const answer = (await (clients[turn % clients.length] ?? clients[0])?.send(due)) ?? { status: 0, ms: 0, body: '' };
    // Someone else was faster, or the substitute is now booked elsewhere. Both are expected.
    const isGood = (answer.status >= 200 && answer.status < 300) || answer.status === 409;
    const kind = due.method === undefined ? lateReads : due.name === 'sign in' ? lateSignIns : lateChanges;
    const isLate = due.at > begun + (kind === lateReads ? 1000 : 3000);
    add(isGood ? waits : failed, isGood ? due.name : `${due.name} ${answer.status}`, answer.ms);
    if (isGood && isLate) add(waits, kind, answer.ms);
    return answer;
  };
  const screen = (name: string, paths: readonly string[], id: number, at: number) =>
    Promise.all(paths.map((one) => ask({ name, path: one, cookie: cookieOf(id), from: id, at })));
  const move = async (name: string, id: number, vacancy: number, body: object, at: number) => {
    await delay(Math.max(0, at - performance.now()));
    changed.set(vacancy, at);
    return ask({ name, method: 'PATCH', path: `/api/vacancies/${vacancy}`, cookie: cookieOf(id), from: id, body, at });
  };
  const post = async (at: number) => {
    const pair = oneOf(pairs);
    if (pair === undefined) return;
    keys += 1;
    await screen(
      'teacher looks',
      looks.teacher({ id: pair.teacher, schoolId: 0, vacancyId: 0, substituteId: 0 }),
      pair.teacher,
      at,
    );
    // Monday to Thursday of some week, so that few are booked elsewhere at that time.
    const date = addDays('2028-01-03', Math.floor(chance() * 200) * 7 + Math.floor(chance() * 4));
    const body = {
      date,
      startTime: '08:00',
      endTime: '15:00',
      shiftType: 'full_day',
      description: 'Fractions',
      absenceReason: 'Illness',
      additionalNotes: 'Plans are on the desk.',
      postAnyway: true,
      sendNotifications: true,
    };
    const { status, body: reply } = await ask({
      name: 'post',
      method: 'POST',
      path: '/api/vacancies',
      cookie: cookieOf(pair.teacher),
      from: pair.teacher,
      body,
      headers: `Idempotency-Key: rush-${process.pid}-${keys}\r\n`,
      at: Math.max(at + 300, performance.now()),
    });
    if (status !== 201 || chance() > 0.85) return;
    const { id } = z.object({ id: z.number() }).parse(JSON.parse(reply));
    const askedAt = performance.now() + 500;
    const asking = [move('request', pair.substitute, id, { status: 'pending_approval' }, askedAt)];
    const rival = oneOf(
      pairs.filter(({ teacher, substitute }) => teacher === pair.teacher && substitute !== pair.substitute),
    );
    if (chance() < 0.2 && rival !== undefined)
      asking.push(move('request', rival.substitute, id, { status: 'pending_approval' }, askedAt));
    const [first] = await Promise.all(asking);
    if (first?.status !== 200) return;
    await move(
      'approve',
      pair.teacher,
      id,
      { status: 'filled', substituteId: pair.substitute },
      performance.now() + 500,
    );
  };
  const acts: Record<keyof typeof country, (at: number) => Promise<unknown>> = {
    posts: post,
    looks: (at) => {
      const id = firstSubstitute + Math.floor(chance() * substitutes);
      return screen('substitute looks', looks.substitute({ id, schoolId: 0, vacancyId: 0, substituteId: id }), id, at);
    },
    admins: (at) => {
      const school = Math.floor(chance() * size.schools) + 1;
      return screen(
        'admin looks',
        looks.admin({ id: school + 1, schoolId: school, vacancyId: 0, substituteId: 0 }),
        school + 1,
        at,
      );
    },
    signIns: (at) => {
      const id = firstSubstitute + Math.floor(chance() * substitutes);
      const body = { username: `user_${id}`, password: worldPassword };
      return ask({ name: 'sign in', method: 'POST', path: '/api/login', from: id, body, at });
    },
  };
  const arrive = async (kind: keyof typeof country) => {
    const perSecond = country[kind] * scale * multiple;
    for (let at = begun; ;) {
      at += (-Math.log(1 - chance()) / perSecond) * 1000;
      if (at > until) return;
      // A timer takes at least 1 ms, so waiting before each call would limit the rate.
      if (at > performance.now()) await delay(Math.max(0, at - performance.now()));
      const act = acts[kind](at).finally(() => under.delete(act));
      under.add(act);
    }
  };
  await Promise.all([arrive('posts'), arrive('looks'), arrive('admins'), arrive('signIns')]);
  await Promise.all(under);
  return { waits, failed, lag };
}

const wanted = Math.min(Number(connections), substitutes * 5);
const rows: Table['rows'][number][] = [];
const figures: { multiple: number; p99: number; event: number; errors: number }[] = [];
let perConnection = 0;
const profiled: Table[] = [];
try {
  // Warms up at an ordinary rate: an overloaded server would refuse the live connections that open next.
  await step(Math.min(multiplesOf(scale)[0] ?? 1, 0.1 / scale));
  const before = await residentOf();
  const readers: Socket[] = [];
  for (let at = 0; at < wanted; at += 50)
    readers.push(
      ...(await Promise.all(Array.from({ length: Math.min(50, wanted - at) }, (_, index) => openReader(at + index)))),
    );
  perConnection = ((await residentOf()) - before) / wanted;
  await profile?.begin(embedded.connection('owner'));
  for (const multiple of multiplesOf(scale)) {
    eventWaits = [];
    const began = { ...(await processorNow()), at: performance.now() };
    const looked = await profile?.watch(embedded.connection('owner'), `× ${multiple}`);
    const { waits, failed, lag } = await step(multiple);
    await looked?.();
    const after = await processorNow();
    const spent = (['server', 'PostgreSQL', 'load'] as const)
      .map((who) => `${who} ${(((after[who] - began[who]) / (performance.now() - began.at)) * 100_000).toFixed(0)} %`)
      .join(', ');
    const all = [...waits].flatMap(([name, values]) => (late.includes(name) ? [] : values));
    const errors = [...failed.values()].reduce((sum, { length }) => sum + length, 0);
    const p99 = percentile(all, 0.99);
    figures.push({ multiple, p99, event: percentile(eventWaits, 0.99), errors });
    for (const [name, values] of waits)
      rows.push([
        `× ${multiple}`,
        name,
        (values.length / Number(seconds)).toFixed(1),
        percentile(values, 0.5).toFixed(1),
        percentile(values, 0.99).toFixed(1),
        '',
      ]);
    rows.push([
      `× ${multiple}`,
      'all',
      (all.length / Number(seconds)).toFixed(1),
      percentile(all, 0.5).toFixed(1),
      p99.toFixed(1),
      [...failed].map(([what, { length }]) => `${what}: ${length}`).join(', '),
    ]);
    for (const [what, values] of failed)
      rows.push([
        `× ${multiple}`,
        `failed: ${what}`,
        (values.length / Number(seconds)).toFixed(1),
        percentile(values, 0.5).toFixed(1),
        percentile(values, 0.99).toFixed(1),
        '',
      ]);
    rows.push([
      `× ${multiple}`,
      'from a change to a screen',
      (eventWaits.length / Number(seconds)).toFixed(1),
      percentile(eventWaits, 0.5).toFixed(1),
      percentile(eventWaits, 0.99).toFixed(1),
      '',
    ]);
    rows.push([`× ${multiple}`, 'of one processor', '', '', '', spent]);
    rows.push([`× ${multiple}`, "the servers' event loop, late by", '', '', after.loopMs.toFixed(1), '']);
    rows.push([
      `× ${multiple}`,
      'the load itself, late by',
      '',
      percentile(lag, 0.5).toFixed(1),
      percentile(lag, 0.99).toFixed(1),
      '',
    ]);
    if (!goesOn && (errors > 0 || p99 > limits.p99)) break;
  }
  if (profile !== undefined)
    profiled.push(profile.connections(), await profile.statements(embedded.connection('owner')));
  for (const reader of readers) reader.destroy();
} finally {
  for (const client of clients) client.close();
  for (const { child } of servers) child.disconnect();
  await Promise.all(servers.map(({ child }) => once(child, 'exit')));
  await owner.query('drop database if exists rush with (force)');
  await owner.end();
  await embedded.stop();
}

const table = {
  name: `The rush on ${share} of the country, ${processes} process(es), ${wanted} live connections`,
  columns: ['rate', 'call', 'a second', 'p50 ms', 'p99 ms', ''],
  rows,
};
if (profile !== undefined) profiled.push(profile.functions());
for (const each of [table, ...profiled]) console.log(`\n${each.name}\n\n${textOf(each)}`);
const good = figures.filter(({ p99, errors }) => p99 <= limits.p99 && errors === 0);
const best = good.at(-1);
const shown = isQuick || scale < 0.1 ? { shownOnly: 'shown only: a small world' } : {};
conclude(
  'rush',
  [
    {
      what: 'times the real rate of this share, p99 under 150 ms and no error',
      figure: best?.multiple ?? 0,
      target: limits.multiple,
      wanted: 'at least',
      ...shown,
    },
    {
      what: 'from a change to a screen, p99 at that rate',
      figure: best?.event ?? 0,
      target: limits.eventP99,
      wanted: 'at most',
      unit: 'ms',
      ...shown,
    },
    {
      what: 'resident memory for each live connection',
      figure: perConnection / 1024,
      target: limits.bytesPerConnection / 1024,
      wanted: 'at most',
      unit: 'KB',
      shownOnly: 'shown only: bench/live.ts measures it after a collection',
    },
  ],
  [table],
);
