/**
 * Measures the cost of observability: the server with /metrics, with the request log, and with the log of slow
 * statements is compared with the same server without them, in turns on one machine and one database.
 *
 * `node bench/observability.ts [rounds] [seconds]` prints the ratio of requests per second and of CPU time per request
 * over all rounds, short ones in changing order, and fails if something costs more than 3%. A second server without any
 * of it shows how much two equal servers differ on this machine at this time.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { conclude } from '#bench/results.ts';
import { processorOf } from '#bench/rush/processor.ts';
import { type Database, databaseOf, openPool, raw, sql } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { type ServerProcess, settingsOf, startServer } from '#test/server/processes.ts';

const rounds = Number(process.argv[2] ?? 50);
const seconds = Number(process.argv[3] ?? 0.4);
const limit = 0.03;
const atOnce = 16;
const say = (line: string) => void process.stdout.write(`${line}\n`);

const token = 'bench-observability-token';
// Six servers, each with a worker, share the 100 connections of one PostgreSQL.
const off = { LOG_LEVEL: 'info', LOG_REQUESTS: 'off', SLOW_QUERY_MS: '0', DATABASE_CONNECTIONS: '4' };
const kinds = {
  without: off,
  'without, a second server': off,
  metrics: { ...off, METRICS_TOKEN: token },
  'a log line for each request': { ...off, LOG_REQUESTS: 'on' },
  'slow statements': { ...off, SLOW_QUERY_MS: '500' },
  'all of them': { ...off, METRICS_TOKEN: token, LOG_REQUESTS: 'on', SLOW_QUERY_MS: '500' },
} as const;

const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
const ask = (url: string) =>
  new Promise<void>((resolve, reject) => {
    get(`${url}/api/vacancies`, { agent, headers: { cookie: `firstbell=${token}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`));
      response.resume().once('end', resolve);
    }).once('error', reject);
  });

type Spent = { requests: number; seconds: number; processor: number };

let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isStopped = true));

/** Calls one server for this long, and adds to its totals. */
async function load(server: ServerProcess, spent: Spent): Promise<void> {
  const [began, before] = [performance.now(), processorOf(server.child.pid)];
  const one = async () => {
    while (performance.now() - began < seconds * 1000) {
      if (isStopped) throw new Error('Stopped.');
      await ask(server.url);
      spent.requests += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  spent.seconds += (performance.now() - began) / 1000;
  spent.processor += processorOf(server.child.pid) - before;
}

/** Adds a school, a teacher and twenty vacancies, and the session that requests them. */
async function fill(db: Database): Promise<void> {
  await db.execute(
    raw(
      "insert into schools (name, address, time_zone, vacancy_settings, created_at) values ('School', '1 School Street', 'America/New_York', '{}', now())",
    ),
  );
  await db.execute(
    raw(
      "insert into users (username, password_hash, role, full_name, school_id, is_approved, created_at) select 'teacher', 'x', 'teacher', 'Teacher', id, true, now() from schools",
    ),
  );
  await db.execute(
    raw(`insert into vacancies (school_id, teacher_id, created_by_id, date, start_time, end_time, starts_at, ends_at,
        shift_type, description, absence_reason, additional_notes, created_at, updated_at)
    select school_id, id, id, current_date + n, '08:00', '15:00', now() + n * interval '1 day',
      now() + n * interval '1 day 7 hours', 'full_day', 'Bench', 'Personal', '', now(), now()
      from users, generate_series(1, 20) n where role = 'teacher'`),
  );
  await db.execute(
    sql`insert into sessions (token_hash, user_id, created_at, last_seen_at)
        select ${createHash('sha256').update(token).digest()}, id, now(), now() from users`,
  );
}

const nothing = (): Spent => ({ requests: 0, seconds: 0, processor: 0 });
const spent = new Map(Object.keys(kinds).map((kind) => [kind, nothing()]));
const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-observed-'));
const servers = new Map<string, ServerProcess>();
let stopDatabase = async () => {};
try {
  const database = await startEmbedded({ dataDir: path.join(folder, 'data'), durable: false });
  stopDatabase = () => database.stop();
  await migrate(database.connection('owner'), 'firstbell_server');
  const db = databaseOf(openPool(database.connection('server'), 2));
  try {
    await fill(db);
  } finally {
    await db.close();
  }
  for (const [kind, settings] of Object.entries(kinds)) {
    servers.set(
      kind,
      await startServer('', {
        ...settingsOf({ server: database.connection('server'), owner: database.connection('owner') }),
        ...settings,
      }),
    );
  }
  // Warms up until the engine has compiled the hot code.
  for (let warming = 0; warming < 8; warming += 1) for (const server of servers.values()) await load(server, nothing());
  for (let round = 0; round < rounds; round += 1) {
    const order = [...servers]
      .map((_one, place, all) => all[(place * (round % 2 === 0 ? 1 : -1) + round + all.length) % all.length])
      .filter((one) => one !== undefined);
    for (const [kind, server] of order) await load(server, spent.get(kind) ?? nothing());
  }
} finally {
  // A failure leaves no process running.
  agent.destroy();
  for (const { child } of servers.values()) child.kill('SIGINT');
  await Promise.all([...servers.values()].map(({ exited }) => exited));
  await stopDatabase();
  await rm(folder, { recursive: true, force: true });
}

const perSecond = ({ requests, seconds: long }: Spent) => requests / long;
const each = ({ requests, processor }: Spent) => (processor / requests) * 1000;
const base = spent.get('without') ?? nothing();
const costs = new Map([...spent].map(([kind, one]) => [kind, each(one) / each(base) - 1]));
const noise = Math.abs(costs.get('without, a second server') ?? 0);
say(
  `GET /api/vacancies, 20 rows, ${atOnce} at once: ${perSecond(base).toFixed(0)} a second, ${each(base).toFixed(3)} ms of processor time each\n`,
);
say('| | requests per second | processor time per request |\n|---|---|---|');
for (const [kind, one] of spent)
  say(`| ${kind} | × ${(perSecond(one) / perSecond(base)).toFixed(3)} | × ${(each(one) / each(base)).toFixed(3)} |`);
say(`\nTwo equal servers differ by ${(noise * 100).toFixed(1)} % here: what goes beyond that counts.`);
conclude(
  'observability',
  [...costs]
    .filter(([kind]) => !kind.startsWith('without'))
    .map(([kind, cost]) => ({
      what: `processor time that ${kind} costs, beyond what two equal servers differ by`,
      figure: Math.max(0, cost - noise) * 100,
      target: limit * 100,
      wanted: 'at most' as const,
      unit: '%',
      ...(kind === 'all of them' && { shownOnly: 'for the sum there is no target' }),
    })),
);
