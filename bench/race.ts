// 1,000 substitutes accept one class in the same second: a third each in the app, by a link and by text. The server has
// its own process and the embedded PostgreSQL. It has just started when the first round begins, and before the last
// round, no one calls it for twelve seconds. This also prints the processor time of each round: of the server, of
// PostgreSQL, and of the people. `test/server/public-race.test.ts` is the same race with 100 rounds in its long form.
// `node bench/race.ts [people] [rounds]`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { conclude } from '#bench/results.ts';
import { forkServer } from '#bench/rush/fork.ts';
import { processorOf, processorOfDatabase } from '#bench/rush/processor.ts';
import { databaseOf, openPool } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { openRace, quantile, raceSettings } from '#test/race.ts';

const [people, rounds] = [Number(process.argv[2] ?? 1000), Number(process.argv[3] ?? 6)];
const limitMs = 3000;
/** Longer than any usual timeout of an idle connection in a pool. */
const quietMs = 12_000;

const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-bench-'));
const dataDir = path.join(folder, 'data');
const embedded = await startEmbedded({ dataDir });
const [owner, server] = [embedded.connection('owner'), embedded.connection('server')];
await migrate(owner, 'firstbell_server', () => {});
const pool = openPool(server, 4);
const { child, url } = await forkServer(server, raceSettings);
const processors = () => [processorOf(child.pid), processorOfDatabase(dataDir), processorOf(process.pid)];
const waits: number[] = [];
const rows: (string | number)[][] = [];
try {
  const run = await openRace({ db: databaseOf(pool), owner, url }, people);
  for (let round = 1; round <= rounds; round += 1) {
    if (round === rounds) await wait(quietMs);
    const before = processors();
    const { booked, filled, waits: own, refusals } = await run(round);
    if (booked.length !== 1 || filled.approvals !== 1) throw new Error(`${booked.length} people were booked.`);
    const used = processors().map((after, which) => (after - (before[which] ?? 0)).toFixed(2));
    waits.push(...own);
    rows.push([round, Math.round(Math.max(...own)), refusals, ...used]);
    console.log(
      `round ${round}: last reply ${Math.round(Math.max(...own))} ms, ${refusals} refusals, ${used.join(', ')} s`,
    );
  }
} finally {
  child.disconnect();
  await pool.end();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}
conclude(
  'race',
  [
    {
      what: `p99 of the replies to ${people} people who accept one class in the same second, in ${rounds} rounds`,
      figure: quantile(waits, 0.99),
      target: limitMs,
      wanted: 'at most',
      unit: 'ms',
    },
  ],
  [
    {
      name: 'rounds',
      columns: ['round', 'last reply, ms', 'refusals', 'server, s', 'PostgreSQL, s', 'people, s'],
      rows,
    },
  ],
);
