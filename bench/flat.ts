/**
 * Measures whether a call's cost depends on the number of other schools: every screen's calls and every reading call,
 * by randomly chosen people, in worlds of several sizes, alternating in one process over HTTP, and the rows their
 * statements read.
 *
 * `node bench/flat.ts FOLDER [SHARES] [ROUNDS] [screens|calls]` creates missing worlds below FOLDER (by default
 * 0.001,0.01). It fails if the p99 of the largest exceeds 1.3 times that of the smallest, or a statement scans a
 * growing table.
 */
import { conclude, type Ratio, textOf } from '#bench/results.ts';
import { calls, forgottenCalls, type Look, type Looker, type Role, screens } from '#bench/world/looks.ts';
import { warm } from '#bench/world/load.ts';
import { serveWorld, type ServedWorld } from '#bench/world/serve.ts';
import { chanceFrom } from '#server/demo/chance.ts';
import { genericPlan, listenTo, type Listener } from '#test/plans.ts';
import * as z from 'zod/mini';

const [folder, shares = '0.001,0.01', roundsGiven = '300', only] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: node bench/flat.ts FOLDER [SHARES] [ROUNDS] [screens|calls]');
  process.exit(2);
}
const rounds = Number(roundsGiven);
const warming = Math.ceil(rounds / 10);
const most = 1.3;
/** The number of people per role: on a real morning, the same people look again and again. */
const lookersOfRole = 200;
/** Tables that grow with the number of schools. */
const growing = new Set([
  'schools',
  'users',
  'substitute_schools',
  'sessions',
  'vacancies',
  'vacancy_history',
  'messages',
  'notices',
  'school_days',
  'school_months',
]);
const say = (line: string) => console.log(line);

type Place = { share: string; world: ServedWorld; hear: Listener; lookers: Map<Role, Looker[]> };

async function ask(world: ServedWorld, id: number, address: string): Promise<string> {
  const { url, cookie } = world.as(id);
  const response = await fetch(`${url}${address}`, { headers: { cookie } });
  const body = await response.text();
  if (!response.ok) throw new Error(`${address} answered ${response.status} to ${id}.`);
  return body;
}

const ids = z.array(z.object({ id: z.number() }));

/** Returns the visitors of this world, and the screens that each of them opens. */
async function lookersIn(world: ServedWorld, role: Role): Promise<Looker[]> {
  const { first, count } = world.people[role];
  const lookers: Looker[] = [];
  for (let n = 0; n < Math.min(count, lookersOfRole); n += 1) {
    const id = first + Math.floor(((n + 0.5) * count) / Math.min(count, lookersOfRole));
    const firstOf = async (address: string) =>
      role === 'admin' ? (ids.parse(JSON.parse(await ask(world, id, address)))[0]?.id ?? 0) : 0;
    lookers.push({
      id,
      schoolId: id - 1,
      vacancyId: await firstOf('/api/vacancies?limit=1&status=open&upcoming=true'),
      substituteId: await firstOf('/api/users?role=substitute&approval=approved&limit=1'),
    });
  }
  // People without a vacancy or a substitute would have nothing to open.
  return role === 'admin'
    ? lookers.filter(({ vacancyId, substituteId }) => vacancyId > 0 && substituteId > 0)
    : lookers;
}

function lookerAt({ lookers }: Place, role: Role, draw: number): Looker {
  const all = lookers.get(role) ?? [];
  const looker = all[Math.floor(draw * all.length)];
  if (looker === undefined) throw new Error(`There is no ${role}.`);
  return looker;
}

/** Opens a screen. Returns the milliseconds. */
async function open(place: Place, { role, paths }: Look, draw: number): Promise<number> {
  const looker = lookerAt(place, role, draw);
  const began = performance.now();
  for (const address of paths(looker)) await ask(place.world, looker.id, address);
  return performance.now() - began;
}

type Read = { rows: number; buffers: number; scanned: Set<string> };

/**
 * Returns the reads of its statements: rows, shared buffers, and sequential scans of growing tables, on average over
 * five people.
 */
async function readBy(place: Place, look: Look): Promise<Read> {
  const sum: Read = { rows: 0, buffers: 0, scanned: new Set() };
  const lookers = 5;
  for (let n = 0; n < lookers; n += 1) {
    for (const statement of (await place.hear(() => open(place, look, (n + 0.5) / lookers))).filter(({ text }) =>
      /^\s*(select|with)/i.test(text),
    )) {
      const plan = await genericPlan(place.world.pool, statement);
      for (const {
        'Relation Name': table,
        'Node Type': node,
        'Actual Rows': kept = 0,
        'Rows Removed by Filter': removed = 0,
        'Actual Loops': loops = 1,
      } of plan) {
        if (table === undefined) continue;
        sum.rows += ((kept + removed) * loops) / lookers;
        if (node === 'Seq Scan' && growing.has(table)) {
          sum.scanned.add(table);
          if (process.env['BENCH_SHOW_SCANS'] !== undefined)
            say(`${look.name} scans ${table}: ${statement.text.replaceAll(/\s+/g, ' ')}`);
        }
      }
      sum.buffers += ((plan[0]?.['Shared Hit Blocks'] ?? 0) + (plan[0]?.['Shared Read Blocks'] ?? 0)) / lookers;
    }
  }
  return sum;
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const places: Place[] = [];
const ratios: Ratio[] = [];
const tables: { name: string; columns: string[]; rows: (string | number)[][] }[] = [];
try {
  const forgotten = forgottenCalls();
  if (forgotten.length > 0) throw new Error(`Nothing reads ${forgotten.join(', ')}: add them to bench/world/looks.ts.`);
  for (const share of shares.split(',')) {
    const world = await serveWorld(Number(share), folder, say);
    await warm(Number(share), folder);
    const place: Place = { share, world, hear: listenTo(world.pool, /./), lookers: new Map() };
    for (const role of ['owner', 'admin', 'teacher', 'substitute'] as const)
      place.lookers.set(role, await lookersIn(world, role));
    places.push(place);
  }
  const scanned = new Set<string>();
  for (const [name, looks] of [
    ['screens', screens],
    ['calls', calls],
  ] as const) {
    if (only !== undefined && only !== name) continue;
    const columns = [
      'Who',
      name === 'screens' ? 'Screen' : 'Call',
      ...places.flatMap(({ share }) => [`p50 at ${share}`, `p99 at ${share}`]),
      'p99 ratio',
      'rows read',
      'buffers',
      'read whole',
    ];
    say(`\n${textOf({ columns, rows: [] })}`);
    const rows: (string | number)[][] = [];
    const judged: { who: string; ratio: number }[] = [];
    for (const look of looks) {
      const times = new Map<Place, number[]>(places.map((place) => [place, []]));
      const chance = chanceFrom(7);
      for (let round = -warming; round < rounds; round += 1) {
        const draw = chance.next();
        // The order changes, so that side effects such as garbage collection affect all of them.
        for (const n of places.keys()) {
          const place = places[(n + round + warming) % places.length];
          if (place === undefined) continue;
          const ms = await open(place, look, draw);
          if (round >= 0) times.get(place)?.push(ms);
        }
      }
      const sorted = [...times.values()].map((taken) => taken.toSorted((a, b) => a - b));
      const reads: Read[] = [];
      for (const place of places) reads.push(await readBy(place, look));
      const whole = [...(reads.at(-1)?.scanned ?? [])];
      const ratio = at(sorted.at(-1) ?? [], 0.99) / at(sorted[0] ?? [], 0.99);
      if (look.grows === undefined) whole.forEach((table) => scanned.add(table));
      if (look.grows === undefined) judged.push({ who: `${look.role}, ${look.name}`, ratio });
      const row = [
        look.role,
        look.name,
        ...sorted.flatMap((taken) => [at(taken, 0.5).toFixed(1), at(taken, 0.99).toFixed(1)]),
        ratio.toFixed(2),
        reads.map((read) => read.rows.toFixed(0)).join(' → '),
        reads.map(({ buffers }) => buffers.toFixed(0)).join(' → '),
        whole.length === 0 ? 'nothing' : `${whole.join(', ')}${look.grows === undefined ? '' : `: ${look.grows}`}`,
      ];
      rows.push(row);
      say(`| ${row.join(' | ')} |`);
    }
    tables.push({ name, columns, rows });
    const [worst] = judged.toSorted((a, b) => b.ratio - a.ratio);
    const mean = Math.exp(judged.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / judged.length);
    const between = `p99 at ${places.at(-1)?.share} to p99 at ${places[0]?.share} of the country`;
    ratios.push({
      what: `${name}, the worst of ${judged.length} (${worst?.who}): ${between}`,
      figure: worst?.ratio ?? 0,
      target: most,
      wanted: 'at most',
    });
    ratios.push({ what: `${name}, the mean of them: ${between}`, figure: mean, target: most, wanted: 'at most' });
  }
  ratios.push({
    what: 'growing tables that a statement reads from end to end',
    figure: scanned.size,
    target: 0,
    wanted: 'at most',
  });
} finally {
  for (const { world } of places) await world.close();
}
conclude('flat', ratios, tables);
