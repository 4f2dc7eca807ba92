import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVacancy } from '#contract/absences.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { addDays } from '#domain/time.ts';
import { sql } from '#server/db/database.ts';
import { chanceFrom } from '#server/demo/chance.ts';
import { databaseMs } from '#server/http/route.ts';
import { openTestDatabase, type TestDatabase } from '#test/db.ts';
import { type Events, openEvents } from '#test/events.ts';
import { brokenInvariants } from '#test/faults/checker.ts';
import { openJournal } from '#test/faults/journal.ts';
import { startLoad } from '#test/faults/load.ts';
import { makePeople, type Person } from '#test/faults/people.ts';
import { type ServerProcess, startServer, urlOf } from '#test/server/processes.ts';
import { until } from '#test/until.ts';
import { callerAt } from '#test/world.ts';

/** How long the test waits for people's work on a busy machine, in ms. */
const patienceMs = 60_000;

let database: TestDatabase;
let people: Person[];
const servers: ServerProcess[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  people = await makePeople(database.db);
  for (let n = 0; n < 2; n += 1) {
    servers.push(
      await startServer('unused', {
        DATABASE_URL: urlOf(database.server),
        MIGRATION_DATABASE_URL: urlOf(database.owner),
        REGISTRATIONS_PER_HOUR: '100000',
      }),
    );
  }
});
afterAll(async () => {
  for (const { child, exited } of servers) {
    child.kill('SIGKILL');
    await exited;
  }
  await database.drop();
});

/** Returns a load balancer: calls go to servers that report ready, which are polled. */
function balance(): { ready: () => ServerProcess[]; stop(): void } {
  let ready = [...servers];
  let isStopped = false;
  const watch = async () => {
    while (!isStopped) {
      const answers = await Promise.all(
        servers.map(({ url }) =>
          fetch(`${url}/api/ready`).then(
            ({ status }) => status === 200,
            () => false,
          ),
        ),
      );
      ready = servers.filter((_, at) => answers[at]);
      await delay(50);
    }
  };
  void watch();
  return { ready: () => ready, stop: () => void (isStopped = true) };
}

it(
  'a server that stops under load fails readiness first, fails no call, closes streams and exits within 25 s',
  { timeout: 180_000 },
  async () => {
    const [leaving, staying] = servers as [ServerProcess, ServerProcess];
    const teacher = people.find(({ role }) => role === 'teacher');
    const substitute = people.find(
      ({ role, schoolIds }) => role === 'substitute' && schoolIds.includes(teacher?.schoolIds[0] ?? 0),
    );
    if (teacher === undefined || substitute === undefined) throw new Error('There are teachers and substitutes.');
    const readers: Events[] = await Promise.all(people.map(({ cookie }) => openEvents(leaving.url, cookie)));
    const balancer = balance();
    const chance = chanceFrom(1);
    const journal = openJournal();
    const load = startLoad({ paceMs: 0, people, journal, chance, url: () => chance.pick(balancer.ready()).url });
    await until(() => journal.size() >= 50, patienceMs);

    // A slow call in progress: another transaction holds its vacancy.
    const body = {
      date: addDays(new Date().toISOString().slice(0, 10), 20),
      startTime: '08:00',
      endTime: '15:00',
      shiftType: 'full_day' as const,
      description: 'The long call',
      additionalNotes: 'Plans are on the desk.',
      postAnyway: true,
    };
    const { id } = await callerAt(staying.url, teacher.cookie).call(createVacancy, { body });
    const holding = Promise.withResolvers<void>();
    const held = Promise.withResolvers<number>();
    const holder = database.db.inTransaction(async (tx) => {
      await tx.query(sql`select from vacancies where id = ${id} for update`);
      held.resolve((await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid ?? 0);
      await holding.promise;
    });
    const holderPid = await held.promise;
    const heldSince = performance.now();
    const long = callerAt(leaving.url, substitute.cookie).try(updateVacancy, {
      params: { id: String(id) },
      body: { status: 'pending_approval' },
    });
    const waiting = sql`select from pg_stat_activity where ${holderPid} = any (pg_blocking_pids(pid))`;
    await until(async () => (await database.db.query(waiting)).length > 0);

    const began = performance.now();
    leaving.child.kill('SIGTERM');
    await until(() => !balancer.ready().includes(leaving));
    // The server reports this while it still serves, so late callers get their answers.
    expect((await fetch(`${leaving.url}/api/health`)).status).toBe(200);
    await until(() => readers.every((reader) => reader.isOver()));
    holding.resolve();
    await holder;
    // On a machine that stands still, the lock was held for longer than a call may wait for it.
    const isTooLong = performance.now() - heldSince > databaseMs - 400;
    expect(isTooLong ? [200, 503] : [200]).toContain((await long).status);
    expect(await leaving.exited).toBe(0);
    expect(performance.now() - began).toBeLessThan(25_000);
    // Stopping isn't an error, so it raises no alert.
    expect(
      leaving
        .output()
        .split('\n')
        .filter((line) => line.includes('"level":50')),
    ).toEqual([]);

    const target = journal.size() + 50;
    await until(() => journal.size() >= target, patienceMs);
    await load.stop();
    balancer.stop();
    const waitedForLock = (failed: string) => isTooLong && failed.includes('"code":"unavailable"');
    expect(load.failed.filter((failed) => !waitedForLock(failed))).toEqual([]);
    expect({
      lost: await journal.lost(database.db),
      broken: await brokenInvariants(database.db),
      wrong: load.wrong,
    }).toEqual({ lost: [], broken: [], wrong: [] });
  },
);
