import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connection, databaseOf, type Database, openPool, sql } from '#server/db/database.ts';
import { type EmbeddedDatabase, findEmbedded, startEmbedded } from '#server/db/embedded.ts';
import { type Chance, chanceFrom } from '#server/demo/chance.ts';
import { deliverMail } from '#server/jobs/deliver-mail.ts';
import { enqueue } from '#server/jobs/job.ts';
import { openEvents } from '#test/events.ts';
import { brokenInvariants, invariants } from '#test/faults/checker.ts';
import { openJournal } from '#test/faults/journal.ts';
import { type Load, startLoad } from '#test/faults/load.ts';
import { makePeople, type Person } from '#test/faults/people.ts';
import { listenerOf, openProxy, type Proxy } from '#test/faults/proxy.ts';
import { postgresOf, type ServerProcess, startServer, urlOf } from '#test/server/processes.ts';
import { until } from '#test/until.ts';

/**
 * People keep working while everything that can fail does. Every acknowledged write must be there afterward, every
 * invariant must hold, no call may hang, and the system must recover soon after each fault. `npm run test:faults` is
 * the long form, and the tests run the short one. FAULTS_SEED repeats the same acts and faults, as far as timing
 * allows.
 */
const isLong = process.env['FIRSTBELL_LONG'] === '1';
const seed = Number(process.env['FAULTS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** The maximum number of acknowledged writes before the next fault. The actual number is random. */
const writesBetween = isLong ? 60 : 5;
const times = isLong
  ? { kills: 100, restarts: 20, weathers: 5, jumps: 5 }
  : { kills: 1, restarts: 1, weathers: 1, jumps: 1 };
/** In the short form people pause between calls, because other tests run at the same time. */
const paceMs = isLong ? 0 : 400;
/**
 * The limits in ms. The short form runs alongside other tests, so a call may take twice as long, and a recovery three
 * times: it starts processes, and they need the processors that the other tests use (15 to 21 s on slow ones). The long
 * form, which runs alone, has the real limits.
 */
const limits = isLong ? { call: 5000, recovery: 10_000 } : { call: 10_000, recovery: 30_000 };
/** How long network faults last, in ms: longer than any timeout. */
const lasts = { slow: isLong ? 3000 : 1000, cut: isLong ? 2000 : 1000, silent: 6000 };
const hour = 3_600_000;
const settings = { LOGIN_ATTEMPTS_PER_MINUTE: '100000', REGISTRATIONS_PER_HOUR: '100000', LOG_LEVEL: 'silent' };

let folder: string;
const started: ServerProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'firstbell-faults-'));
  process.stdout.write(`Faults with FAULTS_SEED=${seed}\n`);
});
afterAll(async () => {
  for (const { child, exited } of started) {
    child.kill('SIGKILL');
    await exited;
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function start(dataDir: string, more: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer(dataDir, { ...settings, ...more });
  started.push(server);
  expect(server.output()).toContain('is ready');
  return server;
}

async function stop(server: ServerProcess): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
}

/** Returns whether a server reports that it is ready, and live events work. */
async function isHealthy(server: ServerProcess, { cookie }: Person): Promise<boolean> {
  const { child, url } = server;
  if (child.exitCode !== null)
    throw new Error(`A server exited unexpectedly (${child.exitCode}):\n${server.output().slice(-4000)}`);
  if ((await fetch(`${url}/api/ready`)).status !== 200) return false;
  const events = await openEvents(url, cookie);
  events.close();
  return true;
}

/** Gives the worker something to do, and waits until the worker is done. */
async function untilWorked(connection: Connection): Promise<void> {
  await withDatabase(connection, async (db) => {
    await enqueue(db, deliverMail, {});
    // The next worker doesn't take permanently failed jobs or the jobs of a killed worker.
    await until(
      async () =>
        (
          await db.query(
            sql`select 1 from graphile_worker.jobs
                where locked_at is null and attempts < max_attempts and run_at <= now()`,
          )
        ).length === 0,
      60_000,
    );
  });
}

/** People working on some servers, and their results. */
type Shift = {
  /** Waits for this many more acknowledged writes. */
  more(writes: number): Promise<void>;
  /** Waits for this many more calls that were refused as unavailable. */
  refused(calls: number): Promise<void>;
  /**
   * Causes a fault, and measures the time from its `end` until all servers are ready and send live events, a write is
   * acknowledged and a job done. Lasting faults begin earlier.
   */
  through(name: string, fault: { begin?: () => Promise<void>; end: () => Promise<void> | void }): Promise<void>;
  /** Stops the work and checks everything. */
  end(): Promise<void>;
};

async function beginShift(
  name: string,
  connection: () => Connection,
  chance: Chance,
  servers: () => ServerProcess[],
): Promise<Shift> {
  const people = await withDatabase(connection(), makePeople);
  const journal = openJournal();
  const load: Load = startLoad({ people, journal, chance, paceMs, url: () => chance.pick(servers()).url });
  const recoveries = new Map<string, number[]>();
  const more = async (writes: number) => {
    const target = journal.size() + writes;
    await until(() => journal.size() >= target, 60_000);
  };
  return {
    more,
    refused: async (calls) => {
      const target = (load.statuses.get(503) ?? 0) + calls;
      await until(() => (load.statuses.get(503) ?? 0) >= target, 60_000);
    },
    through: async (what, { begin, end }) => {
      await begin?.();
      const began = performance.now();
      await end();
      await until(
        async () =>
          (await Promise.all(servers().map((server) => isHealthy(server, chance.pick(people))))).every(Boolean),
        60_000,
      );
      await more(1);
      await untilWorked(connection());
      recoveries.set(what, [...(recoveries.get(what) ?? []), performance.now() - began]);
    },
    end: async () => {
      await load.stop();
      const slowestRecovery = Math.max(...[...recoveries.values()].flat());
      const calls = [...load.statuses.values()].reduce((sum, count) => sum + count, 0);
      const lost = await withDatabase(connection(), (db) => journal.lost(db));
      const broken = await withDatabase(connection(), brokenInvariants);
      const lines = [
        `${name}: ${[...recoveries].map(([what, all]) => `${all.length} × ${what} (over in ${inSeconds(middle(all))}, at most ${inSeconds(Math.max(...all))})`).join(', ')}`,
        `  ${calls} calls (${[...load.statuses]
          .toSorted(([a], [b]) => String(a).localeCompare(String(b)))
          .map(([status, count]) => `${status}: ${count}`)
          .join(', ')}), the longest ${inSeconds(load.slowest.milliseconds)} (${load.slowest.what})`,
        `  ${journal.size()} acknowledged writes, ${lost.length} lost; ${invariants.length} invariants and every foreign key, ${broken.length} broken`,
      ];
      process.stdout.write(`${lines.join('\n')}\n`);
      expect({ lost, broken, wrong: load.wrong }).toEqual({ lost: [], broken: [], wrong: [] });
      expect(load.slowest.milliseconds, load.slowest.what).toBeLessThan(limits.call);
      expect(slowestRecovery).toBeLessThan(limits.recovery);
    },
  };
}

const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const middle = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

async function withDatabase<T>(connection: Connection, work: (db: Database) => Promise<T>): Promise<T> {
  const db = databaseOf(openPool(connection, 2));
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Returns how to reach the database that another process serves from this folder. */
function embeddedAt(dataDir: string): Connection {
  const found = findEmbedded(dataDir);
  if (found === null) throw new Error(`No database runs in ${dataDir}.`);
  return found('server');
}

const postmasterOf = (dataDir: string) =>
  Number(readFileSync(path.join(dataDir, 'postgresql-18/postmaster.pid'), 'utf8').split('\n')[0]);

/**
 * The short form waits more than it works, so its tests run at the same time, each with its own servers. The long
 * form runs them one at a time.
 */
const concurrent = !isLong;

it(
  'loses nothing when the server is killed with its own database under it, or the database alone',
  { timeout: 1_800_000, concurrent },
  async () => {
    const chance = chanceFrom(seed);
    const dataDir = path.join(folder, 'own');
    let server = await start(dataDir);
    const shift = await beginShift(
      'One process with its own database',
      () => embeddedAt(dataDir),
      chance,
      () => [server],
    );
    const faults = [...Array<'kill'>(times.kills).fill('kill'), ...Array<'restart'>(times.restarts).fill('restart')];
    for (const fault of shuffled(faults, chance)) {
      await shift.more(chance.between(1, writesBetween));
      if (fault === 'kill') {
        await shift.through('kill -9', {
          end: async () => {
            server.child.kill('SIGKILL');
            await server.exited;
            server = await start(dataDir);
          },
        });
      } else {
        // This works like `pg_ctl restart -m immediate`: the process that owns the database restarts it.
        await shift.through('immediate restart', {
          end: async () => {
            const before = postmasterOf(dataDir);
            process.kill(before, 'SIGQUIT');
            await until(() => postmasterOf(dataDir) !== before);
          },
        });
      }
    }
    await shift.end();
    await stop(server);
    expect(postgresOf(dataDir)).toEqual([]);
  },
);

function shuffled<T>(items: readonly T[], chance: Chance): T[] {
  return items
    .map((item) => ({ item, place: chance.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Two processes, one database, and a network between them that the test controls. */
type Network = { cluster: EmbeddedDatabase; proxy: Proxy; settings: Record<string, string> };

async function openNetwork(dataDir: string): Promise<Network> {
  const cluster = await startEmbedded({ dataDir });
  const proxy = await openProxy(listenerOf(cluster.connection('server')));
  return {
    cluster,
    proxy,
    settings: {
      DATABASE_URL: `postgres://firstbell_server@127.0.0.1:${proxy.port}/firstbell`,
      MIGRATION_DATABASE_URL: urlOf(cluster.connection('owner')),
    },
  };
}

it(
  'loses nothing when one of two servers is killed, or with faults of the network and the clock',
  { timeout: 1_800_000, concurrent },
  async () => {
    const chance = chanceFrom(seed + 1);
    const { cluster, proxy, settings: network } = await openNetwork(path.join(folder, 'shared'));
    const clock = path.join(folder, 'clock');
    await writeFile(clock, '0');
    const more = {
      ...network,
      FAULTS_CLOCK: clock,
      NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'clock.ts')}`,
    };
    const servers = [await start('unused', more), await start('unused', more)];
    const shift = await beginShift(
      'Two processes behind a network',
      () => cluster.connection('server'),
      chance,
      () => servers,
    );

    const kill = () =>
      shift.through('kill -9', {
        end: async () => {
          const [victim] = servers.splice(chance.between(0, servers.length - 1), 1);
          victim?.child.kill('SIGKILL');
          await victim?.exited;
          servers.push(await start('unused', more));
        },
      });
    const weather = (name: string, bad: Parameters<Proxy['set']>[0], milliseconds: number) => () =>
      shift.through(name, {
        begin: async () => {
          proxy.set(bad);
          await delay(milliseconds);
        },
        end: () => proxy.set({ kind: 'fair' }),
      });
    const once = (name: string, end: () => Promise<void> | void) => () => shift.through(name, { end });
    const jumps = [
      once('clock three hours ahead', () => writeFile(clock, String(3 * hour))),
      once('clock three hours back', () => writeFile(clock, String(-3 * hour))),
      once('clock right again', () => writeFile(clock, '0')),
    ];
    const faults = shuffled(
      [
        ...Array.from({ length: times.kills }, () => kill),
        ...Array.from({ length: times.weathers }, () => [
          weather(
            `slow network (0.1 s each way, for ${lasts.slow / 1000} s)`,
            { kind: 'slow', milliseconds: 100 },
            lasts.slow,
          ),
          weather(`silent network (for ${lasts.silent / 1000} s)`, { kind: 'hang' }, lasts.silent),
          weather(`network cut (for ${lasts.cut / 1000} s)`, { kind: 'cut' }, lasts.cut),
          once('connections forgotten', () => proxy.set({ kind: 'forgotten' })),
          once('connections reset', () => proxy.breakAll('reset')),
          once('connections closed', () => proxy.breakAll('end')),
        ]).flat(),
        ...Array.from({ length: times.jumps }, () => jumps).flat(),
      ],
      chance,
    );
    for (const fault of faults) {
      await shift.more(chance.between(1, writesBetween));
      await fault();
    }
    await shift.end();
    for (const server of servers) await stop(server);
    await proxy.close();
    await cluster.stop();
  },
);

/** Only root can create a small disk. */
const canMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
if (!canMount) process.stdout.write('The disk is not filled here: only root can mount one that is small.\n');

it.skipIf(!canMount)(
  'loses nothing when the disk of the database is full, and continues once there is space',
  { timeout: 300_000, concurrent },
  async () => {
    const chance = chanceFrom(seed + 2);
    const disk = path.join(folder, 'disk');
    await mkdir(disk);
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=192m,mode=0711', 'none', disk]).status).toBe(0);
    const servers: ServerProcess[] = [];
    try {
      const dataDir = path.join(disk, 'data');
      const server = await start(dataDir);
      servers.push(server);
      const shift = await beginShift(
        'A full disk',
        () => embeddedAt(dataDir),
        chance,
        () => [server],
      );
      for (let round = 0; round < (isLong ? 5 : 1); round += 1) {
        await shift.more(writesBetween);
        await shift.through('full disk', {
          begin: async () => {
            await fill(path.join(disk, 'ballast'));
            await shift.refused(isLong ? 2000 : 30);
          },
          end: () => rm(path.join(disk, 'ballast')),
        });
      }
      await shift.end();
      await stop(server);
    } finally {
      for (const { child, exited } of servers) {
        child.kill('SIGKILL');
        await exited;
      }
      await until(() => spawnSync('umount', [disk]).status === 0);
    }
  },
);

/** Writes until the disk is full. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w');
  const piece = Buffer.alloc(64 * 1024);
  try {
    for (;;) await handle.write(piece);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    await handle.close();
  }
}
