// The inner part of `npm run test:cluster`. It runs in its own namespaces, which run.ts creates.
import type { Chance } from '#server/demo/chance.ts';
import { type Fault, moving, staying } from '#test/cluster/faults.ts';
import { signal } from '#test/cluster/machine.ts';
import { checkDeliveries, checkReports, sendAll } from '#test/cluster/outcome.ts';
import { asOwner, withDatabase } from '#test/cluster/reach.ts';
import { restore } from '#test/cluster/restore.ts';
import {
  began,
  chance,
  failovers,
  inSeconds,
  isShort,
  limits,
  say,
  seed,
  writesBetween,
} from '#test/cluster/settings.ts';
import { startCluster } from '#test/cluster/start.ts';
import { allCalls, upgrade } from '#test/cluster/upgrade.ts';
import { startWork, untilWhole } from '#test/cluster/work.ts';
import { brokenInvariants, invariants } from '#test/faults/checker.ts';
import { until } from '#test/until.ts';

say(`A cluster with CLUSTER_SEED=${seed}, ${failovers} failovers`);
const cluster = await startCluster();
const work = await startWork(cluster);
const { machines } = cluster;
const { journal, load, screen, probes, longestSince, currentPrimary, more } = work;

// --- Faults ----------------------------------------------------------------------------------------------------------

type Result = { limit: number; without: number[]; whole: number[] };
const results = new Map<string, Result>();
const wrong: string[] = [];

async function through(fault: Fault, isMoving: boolean): Promise<void> {
  await more(chance.between(1, writesBetween));
  const primary = currentPrimary();
  const since = performance.now();
  await fault.act(primary, machines);
  if (isMoving) await until(() => probes.primary() !== primary.n, 60_000);
  const now = currentPrimary();
  await more(1);
  await fault.after?.(primary);
  await untilWhole(cluster, work);
  const result = results.get(fault.name) ?? { limit: limits[fault.limit], without: [], whole: [] };
  const without = longestSince(since);
  results.set(fault.name, {
    ...result,
    without: [...result.without, without],
    whole: [...result.whole, performance.now() - since],
  });
  if (without > result.limit) wrong.push(`${fault.name}: no write was acknowledged for ${inSeconds(without)}`);
  say(
    `${fault.name}: ${inSeconds(without)} without a write, whole after ${inSeconds(performance.now() - since)}; primary ${primary.n} -> ${now.n}`,
  );
}

const shuffled = <T>(items: readonly T[], by: Chance): T[] =>
  items
    .map((item) => ({ item, place: by.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);

/** How many faults were unplanned. */
let kills = 0;
let killedSenders = 0;
const rounds: (readonly [Fault, boolean])[] = [];
/** The next item of a bag, which is refilled in another order whenever it is empty. */
const drawFrom = (faults: readonly Fault[]) => {
  let bag: Fault[] = [];
  return () => {
    if (bag.length === 0) bag = shuffled(faults, chance);
    return bag.pop();
  };
};
const shortOnes = moving.filter(({ name }) => name.startsWith('kill -9') || name.startsWith('switchover'));
const [drawMoving, drawStaying] = [drawFrom(isShort ? shortOnes : moving), drawFrom(staying)];
for (let n = 1; n <= failovers; n += 1) {
  const next = drawMoving();
  if (next !== undefined) rounds.push([next, true]);
  // Each of them at least once, then every other time.
  const other = isShort || (n > staying.length && n % 2 === 0) ? undefined : drawStaying();
  if (other !== undefined) rounds.push([other, false]);
}
for (const [fault, isMoving] of rounds) {
  if (fault.limit === 'kill') kills += 1;
  if (fault.killsSender === true) killedSenders += 1;
  await through(fault, isMoving);
}
if (!isShort) {
  const { name, without, whole, wrong: unkept } = await upgrade(cluster, work);
  results.set(name, { limit: limits.planned, without: [without], whole: [whole] });
  wrong.push(...unkept);
}

// --- What is left ----------------------------------------------------------------------------------------------------

await load.stop();
screen.stop = true;
await sendAll(work);
const probed = probes.size();
wrong.push(...(await asOwner(currentPrimary(), (client) => probes.end(client))));
const lost = await withDatabase(currentPrimary(), (db) => journal.lost(db));
const broken = await withDatabase(currentPrimary(), brokenInvariants);
const deliveries = await checkDeliveries(cluster, work, killedSenders);
wrong.push(...deliveries.wrong, ...lost, ...broken, ...load.wrong);
const reports = await checkReports(cluster, work);
wrong.push(...reports.wrong);
const restored = isShort ? null : await restore(cluster, work);
wrong.push(...(restored?.wrong ?? []));

// --- The table -------------------------------------------------------------------------------------------------------

const middle = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
console.log(
  `\n| Fault | Times | Without an acknowledged write: median, longest | Limit | All whole after: median, longest |\n|---|---|---|---|---|`,
);
for (const [name, { limit, without, whole }] of results)
  console.log(
    `| ${name} | ${without.length} | ${inSeconds(middle(without))}, ${inSeconds(Math.max(...without))} | ${limit / 1000} s | ${inSeconds(middle(whole))}, ${inSeconds(Math.max(...whole))} |`,
  );
console.log(`
CLUSTER_SEED=${seed}, ${failovers} failovers, ${kills} kills, cuts and freezes, ${inSeconds(performance.now() - began)} in all
${journal.size()} acknowledged writes of people, ${lost.length} lost, in ${allCalls(work)} calls (${[...load.statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}); the longest ${inSeconds(load.slowest.milliseconds)} (${load.slowest.what})
${probed} acknowledged writes past HAProxy to each PostgreSQL separately
${invariants.length} invariants and every foreign key, ${broken.length} broken
${[...reports.lines, ...deliveries.lines].join('\n')}
the screen's stream was opened ${screen.hellos} times
${restored?.line ?? ''}`);
if (wrong.length > 0) console.log(`\n${wrong.length} promises were not kept:\n${wrong.slice(0, 40).join('\n')}`);
for (const machine of machines) signal('SIGKILL', machine.processes(''));
process.exit(wrong.length > 0 ? 1 : 0);
