import { setTimeout as delay } from 'node:timers/promises';
import { getPush, putPushDevice } from '#contract/push.ts';
import { sql } from '#server/db/database.ts';
import { chanceFrom } from '#server/demo/chance.ts';
import { deliverMail } from '#server/jobs/deliver-mail.ts';
import { enqueue } from '#server/jobs/job.ts';
import type { Machine } from '#test/cluster/machine.ts';
import { probeTable, startProbes } from '#test/cluster/probe.ts';
import {
  areReady,
  asOwner,
  entries,
  hasBothStandbys,
  mayFailOver,
  patronictl,
  services,
  urlOf,
  withDatabase,
} from '#test/cluster/reach.ts';
import { chance, say, seed, wholeWithinMs } from '#test/cluster/settings.ts';
import type { Cluster } from '#test/cluster/start.ts';
import { openEvents } from '#test/events.ts';
import { type Journal, openJournal } from '#test/faults/journal.ts';
import { startLoad } from '#test/faults/load.ts';
import { makePeople, type Person } from '#test/faults/people.ts';
import { until } from '#test/until.ts';
import { callerAt } from '#test/world.ts';

/** How long a person waits between two calls, in ms: eighteen people leave a small machine time for the cluster. */
const paceMs = 150;

/** The people at work: what they did, whether they still can, and where their writes go. */
export type Work = Awaited<ReturnType<typeof startWork>>;

/** Lets people work on the cluster until its end, next to writers that look at each PostgreSQL on its own. */
export async function startWork({ machines, first, push }: Cluster) {
  await asOwner(first, (client) => client.query(probeTable));
  const probes = startProbes(machines.map((machine) => urlOf(machine, 'owner')));
  const people = await peopleOn(first);
  for (const { cookie } of people.filter(({ role }) => role === 'substitute')) {
    const person = callerAt(entries[0] ?? '', cookie);
    const { endpoint, keys } = push.subscribe((await person.call(getPush)).publicKey);
    await person.call(putPushDevice, { body: { endpoint, keys } });
  }
  const journal = openJournal();
  const load = startLoad({ people, journal, chance: chanceFrom(seed + 1), paceMs, url: () => chance.pick(entries) });
  const longestSince = watchWrites(journal);
  const screen = openScreen(people[0]?.cookie ?? '');

  const currentPrimary = () => machines.find(({ n }) => n === probes.primary()) ?? first;
  /** Waits for this number of acknowledged writes. */
  const more = async (writes: number) => {
    const target = journal.size() + writes;
    await until(() => journal.size() >= target, 20_000).catch((error: unknown) => {
      console.log('No one can write:', load.statuses, load.wrong.slice(0, 5), load.failed.slice(-30));
      throw error;
    });
  };
  return { people, journal, load, probes, screen, longestSince, currentPrimary, more };
}

/** Makes the people. Everyone gets text messages, at any hour. */
async function peopleOn(machine: Machine): Promise<Person[]> {
  const people = (await withDatabase(machine, makePeople)).map((person) => ({
    ...person,
    cookie: person.cookie.replace('firstbell=', '__Host-firstbell='),
  }));
  // Over https an administrator needs a second factor before anything else. Their sessions exist already.
  await withDatabase(machine, (db) =>
    db.execute(
      sql`insert into second_factors (user_id, secret, created_at, confirmed_at) select id, '', now(), now() from users
          where role = 'school_admin'`,
    ),
  );
  await withDatabase(machine, (db) =>
    db.execute(
      sql`update users set sms_number = '+1518555' || lpad(id::text, 4, '0'), quiet_from = '00:00', quiet_to = '00:00'`,
    ),
  );
  return people;
}

/** Notes when writes are acknowledged, to 20 ms. Returns a function: the longest time without one since an instant. */
function watchWrites(journal: Journal): (since: number) => number {
  const acknowledged: number[] = [];
  let seen = 0;
  setInterval(() => {
    if (journal.size() > seen) acknowledged.push(performance.now());
    seen = journal.size();
  }, 20).unref();
  return (since) => {
    const times = [since, ...acknowledged.filter((at) => at > since), performance.now()];
    return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  };
}

/** A person whose screen stays open. Its stream reconnects whenever it ends, as in a browser. */
function openScreen(cookie: string) {
  const screen = { hellos: 0, isOpen: () => false, stop: false };
  const watch = async () => {
    while (!screen.stop) {
      try {
        const events = await openEvents(chance.pick(entries), cookie);
        screen.hellos += 1;
        screen.isOpen = () => !events.isOver();
        await until(() => screen.stop || events.isOver(), 3_600_000);
        events.close();
      } catch {
        screen.isOpen = () => false;
      }
      await delay(500);
    }
  };
  void watch();
  return screen;
}

/**
 * Waits until the cluster is complete: three PostgreSQL, one of them synchronous, ready servers at each HAProxy, live
 * events, and jobs.
 */
export async function untilWhole({ machines }: Cluster, { currentPrimary, screen, more }: Work): Promise<void> {
  await until(
    () => machines.every((machine) => services[machine.n]?.every((service) => machine.isRunning(service))),
    wholeWithinMs,
  );
  try {
    await until(() => hasBothStandbys(currentPrimary()) && mayFailOver(currentPrimary()), wholeWithinMs);
  } catch (error) {
    // The run ends here. Later, no one could find out which standby was missing, and why.
    for (const machine of machines) say(`machine ${machine.n} sees this cluster:\n${patronictl(machine, 'list')}`);
    throw error;
  }
  await until(async () => (await areReady()) && screen.isOpen(), wholeWithinMs);
  await more(3);
  await untilWorked(currentPrimary());
}

/** Gives the workers a job, and waits until none is left. Failed jobs, and those of a killed worker, don't count. */
async function untilWorked(primary: Machine): Promise<void> {
  await withDatabase(primary, async (db) => {
    await enqueue(db, deliverMail, {});
    const due = sql`from graphile_worker.jobs where locked_at is null and attempts < max_attempts and run_at <= now()`;
    try {
      await until(async () => (await db.query(sql`select 1 ${due}`)).length === 0, 60_000);
    } catch (error) {
      // If the oldest ones are from before this call, no process takes jobs.
      const left = await db.query(
        sql`select task_identifier, count(*)::int, min(created_at), max(created_at) ${due} group by 1`,
      );
      console.log('Jobs that no process takes:', left);
      throw error;
    }
  });
}
