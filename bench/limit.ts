/**
 * FirstBell compared with the minimal server for the same replies: a bare node:http server that sends FirstBell's own
 * statements, prepared, and replies with JSON.stringify of the last result. Each runs in its own process on the same
 * database, in alternation.
 *
 * `node bench/limit.ts FOLDER [SHARE] [SECONDS A TURN] [TURNS]` prints each call's throughput and its share of the
 * limit, and FirstBell's processor time for a call: of its process and of PostgreSQL (for a write, PostgreSQL's
 * includes setup and cleanup). These change less than the throughput when the machine is busy. It fails below 0.7 for a
 * checked read, 0.9 for the two hottest, and 0.8 for a write.
 */
import { isRead, type Script } from '#bench/limit/script.ts';
import { obey, type Order, start } from '#bench/limit/servers.ts';
import {
  clearAway,
  countDone,
  type Pair,
  pairsOf,
  requestsOf,
  scriptsOf,
  type Write,
  writes,
} from '#bench/limit/writes.ts';
import { type Asked, type Load, press, sendAll } from '#bench/load.ts';
import { conclude, type Ratio, type Table, textOf } from '#bench/results.ts';
import { processorOf, processorOfDatabase } from '#bench/rush/processor.ts';
import { folderOf } from '#bench/world/load.ts';
import { type ServedWorld, serveWorld } from '#bench/world/serve.ts';
import { worldDay } from '#bench/world/shape.ts';
import { monthOf } from '#domain/time.ts';
import { listenTo } from '#test/plans.ts';

const people = 20;
const connections = 8;
/** The number of pairs, and of writes per pair and turn. */
const pairs = 40;
const each = 12;

/** The reads of a typical morning. The first two come with every screen. */
const reads = [
  { name: 'session check', role: 'substitute', path: '/api/user', least: 0.9 },
  { name: 'badges', role: 'substitute', path: '/api/badges', least: 0.9 },
  {
    name: 'available vacancies',
    role: 'substitute',
    path: '/api/vacancies?limit=20&status=open&upcoming=true',
    least: 0.7,
  },
  {
    name: "a teacher's open vacancies",
    role: 'teacher',
    path: '/api/vacancies?limit=100&status=open&upcoming=true',
    least: 0.7,
  },
  {
    name: "the dashboard's report",
    role: 'admin',
    path: `/api/reports/vacancies?month=${monthOf(worldDay)}&limit=50`,
    least: 0.7,
  },
] as const;
const leastOfWrites = 0.8;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const p99 = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;

if (process.send === undefined) await measure(process.argv.slice(2));
// Only `start` sends messages, of this type.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
else process.once('message', (order) => void obey(order as Order));

/** `processor`: CPU time in ms per call, of the server's process and of PostgreSQL. */
type Side = { perSecond: number[]; waits: number[]; processor?: { server: number; database: number } };

/** Calls both in turns, starting with a warm-up turn and alternating which goes first. */
async function compare(
  world: ServedWorld,
  scripts: Script[],
  turns: number,
  ask: (url: string) => Promise<Load>,
  processorNow: () => number,
): Promise<{ ours: Side; bare: Side }> {
  const ours = await start(import.meta.filename, { as: 'firstbell', connection: world.connection, scripts: [] });
  const bare = await start(import.meta.filename, { as: 'bare', connection: world.connection, scripts });
  const spent = { server: 0, database: 0 };
  const sides = {
    ours: { url: ours.url, perSecond: [] as number[], waits: [] as number[] },
    bare: { url: bare.url, perSecond: [] as number[], waits: [] as number[] },
  };
  try {
    for (let turn = -1; turn < turns; turn += 1) {
      for (const side of turn % 2 === 0 ? [sides.ours, sides.bare] : [sides.bare, sides.ours]) {
        const before = { server: processorOf(ours.pid), database: processorNow() };
        const { perSecond, waits } = await ask(side.url);
        if (turn < 0) continue;
        if (side === sides.ours) {
          spent.server += processorOf(ours.pid) - before.server;
          spent.database += processorNow() - before.database;
        }
        side.perSecond.push(perSecond);
        side.waits.push(...waits);
      }
    }
  } finally {
    ours.stop();
    bare.stop();
  }
  const calls = sides.ours.waits.length / 1000;
  return {
    ...sides,
    ours: { ...sides.ours, processor: { server: spent.server / calls, database: spent.database / calls } },
  };
}

async function measure([folder, share = '0.001', seconds = '2', turns = '3']: string[]): Promise<void> {
  if (folder === undefined) {
    console.error('Usage: node bench/limit.ts FOLDER [SHARE] [SECONDS] [TURNS]');
    process.exit(2);
  }
  const ratios: Ratio[] = [];
  const table: Table = {
    name: 'limit',
    columns: ['Call', 'FirstBell', 'the limit', 'share', 'FirstBell p99', 'limit p99', 'server', 'database'],
    rows: [],
  };
  const keep = (name: string, least: number, { ours, bare }: { ours: Side; bare: Side }) => {
    // The median of the turns' ratios: a disturbance in one turn affects only one ratio.
    const reached = median(ours.perSecond.map((one, turn) => one / (bare.perSecond[turn] ?? 1)));
    ratios.push({ what: `${name}: throughput to the limit`, figure: reached, target: least, wanted: 'at least' });
    const row = [
      name,
      `${median(ours.perSecond).toFixed(0)}/s`,
      `${median(bare.perSecond).toFixed(0)}/s`,
      reached.toFixed(2),
      `${p99(ours.waits).toFixed(1)} ms`,
      `${p99(bare.waits).toFixed(1)} ms`,
      `${(ours.processor?.server ?? 0).toFixed(3)} ms`,
      `${(ours.processor?.database ?? 0).toFixed(3)} ms`,
    ];
    table.rows.push(row);
    console.log(`| ${row.join(' | ')} |`);
  };
  const processorNow = () => processorOfDatabase(folderOf(Number(share), folder));
  const world = await serveWorld(Number(share), folder, (line) => console.log(line));
  try {
    console.log(textOf({ ...table, rows: [] }));
    const record = listenTo(world.pool, /./);
    for (const { name, role, path, least } of reads) {
      const asked = askedBy(world, role, path);
      const scripts: Script[] = [];
      for (const one of asked) {
        const sent = await record(() =>
          fetch(`${world.as(0).url}${one.path}`, { headers: { cookie: one.cookie } }).then((response) =>
            response.arrayBuffer(),
          ),
        );
        scripts.push({ key: one.path + one.cookie, subject: null, idempotencyKey: null, sent: sent.filter(isRead) });
      }
      keep(
        name,
        least,
        await compare(
          world,
          scripts,
          Number(turns),
          (url) => press(url, asked, connections, Number(seconds)),
          processorNow,
        ),
      );
    }
    const couples = await pairsOf(world, pairs);
    for (const write of writes) {
      const scripts = await scriptsOf(world, write, couples, record);
      keep(
        write === 'approve' ? 'approve a request' : `${write} a vacancy`,
        leastOfWrites,
        await compare(world, scripts, Number(turns), (url) => writeAll(world, url, write, couples), processorNow),
      );
    }
  } finally {
    await world.close();
  }
  conclude('limit', ratios, [table]);
}

/** Each person asks for another number of rows, where the call has one. */
function askedBy(world: ServedWorld, role: (typeof reads)[number]['role'], path: string): Asked[] {
  const { first, count } = world.people[role];
  return Array.from({ length: people }, (_, n) => ({
    path: path.replace(/limit=(\d+)/, (_match, limit: string) => `limit=${Number(limit) + n}`),
    cookie: world.as(first + Math.floor((count * n) / people)).cookie,
  }));
}

async function writeAll(world: ServedWorld, url: string, write: Write, couples: readonly Pair[]): Promise<Load> {
  const requests = await requestsOf(world, write, couples, each);
  const load = await sendAll(url, requests, connections);
  const done = await countDone(world, write, couples);
  if (done !== requests.length) throw new Error(`Only ${done} of ${requests.length} were done: ${write} at ${url}.`);
  await clearAway(world, couples);
  return load;
}
