import { setTimeout as delay } from 'node:timers/promises';
import type { Machine } from '#test/cluster/machine.ts';
import { areReady, ask, asOwner, firstbellOn, hasBothStandbys, isPrimary, withDatabase } from '#test/cluster/reach.ts';
import { inSeconds, say, wholeWithinMs } from '#test/cluster/settings.ts';
import type { Cluster } from '#test/cluster/start.ts';
import type { Work } from '#test/cluster/work.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { until } from '#test/until.ts';

const minuteMs = 60_000;

/**
 * Restores the cluster to a minute ago, after a mistake. Returns a line about it, and the promises that were not kept.
 */
export async function restore(
  { machines }: Cluster,
  { journal, currentPrimary }: Work,
): Promise<{ line: string; wrong: string[] }> {
  const machine = currentPrimary();
  const moment =
    ask(machine, "select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00'") ?? '';
  await delay(minuteMs);
  // The mistake of an administrator with all rights.
  await asOwner(machine, (client) => client.query('truncate vacancies cascade'));
  const since = performance.now();
  for (const each of machines) await each.stop(firstbellOn(each));
  await restoreTo(
    moment,
    machine,
    machines.filter((each) => each !== machine),
  );
  for (const each of machines) each.start(firstbellOn(each));
  await until(areReady, 60_000);
  const after = await withDatabase(machine, async (db) => [
    ...(await journal.lost(db)),
    ...(await brokenInvariants(db)),
  ]);
  const line = `restore to a minute ago: everything acknowledged by then is there, ready again after ${inSeconds(performance.now() - since)}`;
  say(line);
  return { line, wrong: after.map((sentence) => `after the restore: ${sentence}`) };
}

/** Restores the primary to this moment, as the documentation says, and lets the others copy it. */
async function restoreTo(moment: string, primary: Machine, others: readonly Machine[]): Promise<void> {
  await Promise.all(others.map((each) => each.stop('patroni')));
  await primary.stop('patroni');
  primary.run('firstbell-restore-to', moment);
  primary.run(
    'sh',
    '-c',
    "printf 'firstbell\\nYes I am aware\\n' | patronictl -c /etc/patroni/config.yml remove firstbell",
  );
  primary.start('patroni');
  await until(() => isPrimary(primary), 60_000);
  for (const each of others) {
    each.run('sh', '-c', 'mv /var/lib/postgresql/*/firstbell /var/lib/postgresql/before-the-restore');
    each.start('patroni');
  }
  await until(() => hasBothStandbys(primary), wholeWithinMs);
}
