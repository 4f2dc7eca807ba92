import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { asOwner, firstbellOn } from '#test/cluster/reach.ts';
import { folder, inSeconds, root, say, writesBetween } from '#test/cluster/settings.ts';
import type { Cluster } from '#test/cluster/start.ts';
import { untilWhole, type Work } from '#test/cluster/work.ts';
import { until } from '#test/until.ts';

/** The upgrade's row in the table, with its times in ms, and the promises that were not kept. */
type Upgraded = { name: string; without: number; whole: number; wrong: string[] };

/** Upgrades both servers and the worker, one at a time, across a migration, while people work. */
export async function upgrade(cluster: Cluster, work: Work): Promise<Upgraded> {
  const { load, more, longestSince, currentPrimary } = work;
  const wrong: string[] = [];
  await more(writesBetween);
  const next = nextVersion();
  const before = { failed: failedCalls(work), all: allCalls(work) };
  const since = performance.now();
  for (const machine of cluster.machines) {
    const service = firstbellOn(machine);
    const log = path.join(machine.folder, `${service}.txt`);
    const starts = () => readFileSync(log, 'utf8').split(' is ready: ').length;
    const startsBefore = starts();
    machine.setVersion(next);
    await machine.stop(service);
    machine.start(service);
    await until(() => starts() > startsBefore, 60_000);
    await more(writesBetween);
  }
  await untilWhole(cluster, work);
  const all = allCalls(work) - before.all;
  const failed = failedCalls(work) - before.failed;
  if (failed > 0)
    wrong.push(`the rolling upgrade: ${failed} of ${all} calls failed\n${load.failed.slice(-failed).join('\n')}`);
  const column = await asOwner(currentPrimary(), (client) => client.query('select upgraded from vacancies limit 1'));
  if (column.rowCount !== 1) wrong.push('the upgrade did not migrate');
  const whole = performance.now() - since;
  say(
    `upgrade of two servers and the worker, one at a time, across a migration: ${failed} of ${all} calls failed, ${inSeconds(whole)}`,
  );
  const name = `rolling upgrade across a migration (${failed} of ${all} calls failed)`;
  return { name, without: longestSince(since), whole, wrong };
}

/** Returns the number of calls so far. */
export const allCalls = ({ load }: Work) => [...load.statuses.values()].reduce((sum, count) => sum + count, 0);

/** Every status that tells a person that their call failed. */
const failedCalls = ({ load }: Work) =>
  [...load.statuses].reduce((sum, [status, count]) => (status === 'none' || status >= 500 ? sum + count : sum), 0);

/** Returns a copy of this version with one migration more. */
function nextVersion(): string {
  const next = path.join(folder, 'next');
  for (const part of ['contract', 'domain', 'server', 'package.json'])
    cpSync(path.join(root, part), path.join(next, part), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(next, 'node_modules'));
  const migrations = path.join(next, 'server/db/migrations');
  const number = String(readdirSync(migrations).filter((name) => /^[0-9]/.test(name)).length + 1).padStart(4, '0');
  writeFileSync(
    path.join(migrations, `${number}_upgrade.sql`),
    "alter table vacancies add column upgraded text not null default 'yes';\n",
  );
  return next;
}
