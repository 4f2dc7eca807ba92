/**
 * Measures whether response times reveal which accounts exist: failing sign-ins for accounts that exist, don't exist,
 * or are disabled, and 'Forgot your password?' for addresses that exist and don't, over HTTP against a separate server,
 * in random order.
 *
 * `node bench/sign-in.ts [each] [seed]` prints the median, the p90, and the difference of the medians with a 95%
 * interval (bootstrap). It fails if an interval excludes zero and the medians differ by more than 1 ms or 2%.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { databaseOf, openPool } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { makePeople, makeSchool } from '#test/make.ts';
import { settingsOf, startServer } from '#test/server/processes.ts';

const each = Number(process.argv[2] ?? 300);
const seed = Number(process.argv[3] ?? 1);
const warming = 25;
const resamples = 4000;
const limit = { ms: 1, share: 0.02 };
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Returns a generator of seeded random numbers below `most` (mulberry32). */
function numbers(from: number): (most: number) => number {
  let state = from;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most);
  };
}
const below = numbers(seed);

// No account is tried so often that it locks. `n` below is the index within its kind.
const people = each + warming;
const name = (group: string, n: number) => `${group}_${String(n % people).padStart(5, '0')}`;
const signIn = (username: string) => ({
  path: '/api/login',
  body: { username, password: 'not-the-right-one' },
  status: 401,
});
const forgot = (username: string) => ({ path: '/api/password-links', body: { username }, status: 200 });
const kinds = {
  'an account, a wrong password': (n: number) => signIn(name('person', n)),
  'a disabled account': (n: number) => signIn(name('absent', n)),
  'no such username': (n: number) => signIn(name('nobody', n)),
  'an email address, a wrong password': (n: number) => signIn(`${name('mailed', n)}@example.org`),
  'no such email address': (n: number) => signIn(`${name('nobody', n)}@example.org`),
  'forgot: an email address': (n: number) => forgot(`${name('person', n)}@example.org`),
  'forgot: no such address': (n: number) => forgot(`${name('nobody', n)}@example.org`),
} as const;
type Kind = keyof typeof kinds;
const names = Object.keys(kinds).filter((kind): kind is Kind => kind in kinds);
const compared: readonly [Kind, Kind][] = [
  ['an account, a wrong password', 'no such username'],
  ['a disabled account', 'no such username'],
  ['an email address, a wrong password', 'no such email address'],
  ['forgot: an email address', 'forgot: no such address'],
];

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isStopped = true));

let asked = 0;
/** Makes one call from a new address and returns its duration in ms. */
function timed(url: string, kind: Kind, n: number): Promise<number> {
  const { path: where, body, status } = kinds[kind](n);
  asked += 1;
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`,
  };
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const call = request(`${url}${where}`, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== status) reject(new Error(`${kind} was answered ${response.statusCode}`));
      response.resume().once('end', () => resolve(performance.now() - began));
    });
    call.once('error', reject).end(JSON.stringify(body));
  });
}

/** Times each kind this many times, in random order. */
async function timesOf(url: string, count: number, from: number): Promise<Map<Kind, number[]>> {
  const turns = names.flatMap((kind) => Array.from({ length: count }, (_, n) => ({ kind, n: from + n })));
  for (let last = turns.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    const [one, two] = [turns[last], turns[other]];
    if (one !== undefined && two !== undefined) [turns[last], turns[other]] = [two, one];
  }
  const times = new Map<Kind, number[]>(names.map((kind) => [kind, []]));
  for (const { kind, n } of turns) {
    if (isStopped) throw new Error('Stopped.');
    times.get(kind)?.push(await timed(url, kind, n));
  }
  return times;
}

const quantile = (values: readonly number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN;
const median = (values: readonly number[]) => quantile(values, 0.5);

/** Returns the 95% interval of the difference of two medians. */
function intervalOf(one: readonly number[], other: readonly number[]): [number, number] {
  const drawn = (values: readonly number[]) => median(values.map(() => values[below(values.length)] ?? Number.NaN));
  const differences = Array.from({ length: resamples }, () => drawn(one) - drawn(other));
  return [quantile(differences, 0.025), quantile(differences, 0.975)];
}

const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-sign-in-'));
const database = await startEmbedded({ dataDir: path.join(folder, 'data') });
try {
  await migrate(database.connection('owner'), 'firstbell_server');
  const db = databaseOf(openPool(database.connection('server'), 2));
  const { id: schoolId } = await makeSchool(db);
  const groups = [
    ['person', true],
    ['mailed', true],
    ['absent', false],
  ] as const;
  await makePeople(
    db,
    groups.flatMap(([group, isActive]) =>
      Array.from({ length: people }, (_, n) => ({
        role: 'teacher' as const,
        schoolId,
        username: name(group, n),
        isActive,
      })),
    ),
  );
  await db.close();
  const server = await startServer('', {
    ...settingsOf({ server: database.connection('server'), owner: database.connection('owner') }),
    TRUST_PROXY: '1',
    LOG_LEVEL: 'info',
  });
  try {
    await timesOf(server.url, warming, each);
    const times = await timesOf(server.url, each, 0);
    say(`${each} of each, in random order (seed ${seed})\n\n| | median | p90 |\n|---|---|---|`);
    for (const [kind, one] of times)
      say(`| ${kind} | ${median(one).toFixed(2)} ms | ${quantile(one, 0.9).toFixed(2)} ms |`);
    say('\n| | medians differ by | 95% interval |\n|---|---|---|');
    const telling = compared.filter(([one, other]) => {
      const [there, not] = [times.get(one) ?? [], times.get(other) ?? []];
      const [difference, [least, most]] = [median(there) - median(not), intervalOf(there, not)];
      say(
        `| ${one} − ${other} | ${difference.toFixed(2)} ms (${((difference / median(not)) * 100).toFixed(1)} %) | ${least.toFixed(2)} to ${most.toFixed(2)} ms |`,
      );
      return (
        (least > 0 || most < 0) && (Math.abs(difference) > limit.ms || Math.abs(difference) > limit.share * median(not))
      );
    });
    say(
      `\n${telling.length === 0 ? 'No timing reveals which accounts exist, within these intervals.' : `Timing reveals: ${telling.map(([one]) => one).join('; ')}.`}`,
    );
    process.exitCode = telling.length === 0 ? 0 : 1;
  } finally {
    agent.destroy();
    server.child.kill('SIGINT');
    await server.exited;
  }
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
