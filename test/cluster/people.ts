// The inner part of `npm run test:cluster`. It runs in its own namespaces, which run.ts creates.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { databaseOf, type Database, openPool, sql } from '#server/db/database.ts';
import { type Chance, chanceFrom } from '#server/demo/chance.ts';
import { deliverMail } from '#server/jobs/deliver-mail.ts';
import { enqueue } from '#server/jobs/job.ts';
import { type NoticeChannel, noticeChannels } from '#domain/notice-topics.ts';
import { getPush, putPushDevice } from '#contract/push.ts';
import { getVacancyReport } from '#contract/reports.ts';
import { type Machine, makeMachine, type Service, signal } from '#test/cluster/machine.ts';
import { postgresVersion } from '#test/cluster/packages.ts';
import { probeTable, startProbes } from '#test/cluster/probe.ts';
import { openEvents } from '#test/events.ts';
import { brokenInvariants, invariants } from '#test/faults/checker.ts';
import { openJournal } from '#test/faults/journal.ts';
import { startLoad } from '#test/faults/load.ts';
import { makePeople } from '#test/faults/people.ts';
import { catchMail } from '#test/mail-catcher.ts';
import { standInForPush } from '#test/push-stand-in.ts';
import { standInForTwilio } from '#test/twilio-stand-in.ts';
import { until } from '#test/until.ts';
import { callerAt } from '#test/world.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = process.env['CLUSTER_FOLDER'] ?? '';
const { values: flags } = parseArgs({
  options: { short: { type: 'boolean' }, failovers: { type: 'string' } },
});
const isShort = flags.short === true;
const failovers = Number(flags.failovers ?? (isShort ? 2 : 7));
const seed = Number(process.env['CLUSTER_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** The longest time without an acknowledged write that each kind of fault may cause, in ms. */
const limits = { kill: 30_000, planned: 5000 };
/** Says how long until the cluster is complete again: three PostgreSQL, both servers, live events and jobs. */
const wholeWithinMs = 120_000;
/** Says how long a person waits between two calls, in ms: eighteen people leave a small machine time for the cluster. */
const paceMs = 150;
/** The maximum number of acknowledged writes between two faults. */
const writesBetween = 40;

const gateway = '10.20.0.1';
const addresses = ['10.20.0.11', '10.20.0.12', '10.20.0.13'];
const secret = () => randomBytes(24).toString('hex');
const secrets = { owner: secret(), server: secret() };

/** deploy/cluster/cluster.env as an administrator fills it in. */
function clusterEnv(): string {
  const given: Record<string, string> = {
    OWNER_DATABASE_PASSWORD: secrets.owner,
    SERVER_DATABASE_PASSWORD: secrets.server,
    OWNER_PASSWORD: secret(),
    SHARED_BUFFERS: '32MB',
    POSTGRES_VERSION: postgresVersion() ?? '',
  };
  return readFileSync(path.join(root, 'deploy/cluster/cluster.env'), 'utf8').replaceAll(
    /^([A-Z0-9_]+)=(.*)$/gm,
    (_, name: string, value: string) => `${name}=${given[name] ?? (value === '' ? secret() : value)}`,
  );
}

const command = (...words: string[]) => {
  const { status, stderr } = spawnSync(words[0] ?? '', words.slice(1), { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
};
const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const middle = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

// --- The cluster ---------------------------------------------------------------------------------------------------------

say(`A cluster with CLUSTER_SEED=${seed}, ${failovers} failovers`);
const chance = chanceFrom(seed);
const began = performance.now();
command('ip', 'link', 'set', 'lo', 'up');
command('ip', 'link', 'add', 'machines', 'type', 'bridge');
command('ip', 'addr', 'add', `${gateway}/24`, 'dev', 'machines');
command('ip', 'link', 'set', 'machines', 'up');
const mail = await catchMail(gateway);
const twilio = await standInForTwilio(gateway);
const push = await standInForPush(gateway);
const backups = path.join(folder, 'backups');
mkdirSync(backups);
command('chown', 'postgres:', backups);
const env = clusterEnv();
const machines: Machine[] = [];
for (const n of [1, 2, 3])
  machines.push(
    await makeMachine({
      n,
      addresses,
      bridge: 'machines',
      folder: path.join(folder, String(n)),
      clusterEnv: env,
      certificate: readFileSync(path.join(folder, 'firstbell.pem'), 'utf8'),
      backups,
      settings: {
        SMTP_URL: mail.url,
        ...twilio.settings,
        ...push.settings,
        MAILS_PER_PERSON_PER_DAY: '0',
        SMS_PER_PERSON_PER_DAY: '0',
        SMS_PER_SCHOOL_PER_MONTH: '0',
        PUSHES_PER_PERSON_PER_DAY: '0',
        REGISTRATIONS_PER_HOUR: '100000',
        LOGIN_ATTEMPTS_PER_MINUTE: '100000',
        NODE_COMPILE_CACHE: path.join(root, '.runtime/compile-cache'),
      },
    }),
  );
// The push service is on each machine's loopback address, because a browser's must be public or there.
for (const machine of machines) {
  machine.run('sysctl', '-qw', 'net.ipv4.conf.all.route_localnet=1');
  machine.run(
    'nft',
    `add table ip push; add chain ip push out { type nat hook output priority -100; }; add chain ip push after { type nat hook postrouting priority 100; }; add rule ip push out ip daddr 127.0.0.1 tcp dport ${push.port} dnat to ${gateway}; add rule ip push after ip daddr ${gateway} masquerade`,
  );
}
/** The programs of each machine, in the order in which they start. */
const services: Readonly<Record<number, readonly Service[]>> = {
  1: ['etcd', 'patroni', 'haproxy', 'firstbell'],
  2: ['etcd', 'patroni', 'haproxy', 'firstbell'],
  3: ['etcd', 'patroni', 'haproxy', 'worker'],
};
const startAll = (machine: Machine) => {
  for (const service of services[machine.n] ?? []) machine.start(service);
};

const socketOf = ({ folder: own }: Machine) => path.join(own, 'run/postgresql');
const urlOf = (machine: Machine, role: 'owner' | 'server') =>
  `postgres://firstbell_${role}:${secrets[role]}@localhost/firstbell?host=${encodeURIComponent(socketOf(machine))}`;
/** Queries one PostgreSQL as its superuser. Returns null if it doesn't answer. */
function ask(machine: Machine, question: string, database = 'postgres'): string | null {
  const words = [
    '--reuid=postgres',
    '--regid=postgres',
    '--init-groups',
    'timeout',
    '5',
    'psql',
    '-h',
    socketOf(machine),
  ];
  const { status, stdout } = spawnSync('setpriv', [...words, '-d', database, '-U', 'postgres', '-Atc', question], {
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : null;
}
const isPrimary = (machine: Machine) => ask(machine, 'select pg_is_in_recovery()') === 'f';
/** Says how many standbys stream from this primary, and whether one of them is synchronous. */
const standbys =
  "select count(*) filter (where state = 'streaming') || ' ' || (count(*) filter (where sync_state = 'sync') > 0) from pg_stat_replication where application_name like 'pg%'";
const hasBothStandbys = (machine: Machine) => ask(machine, standbys) === '2 true';
/** Returns whether etcd names a standby that may take over. For some seconds after a failover it names none. */
const mayFailOver = (machine: Machine) => {
  const get = `exec 3<>/dev/tcp/${machine.address}/8008; printf 'GET /cluster HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3`;
  return machine.run('bash', '-c', get).includes('"sync_standby"');
};
const patronictl = (machine: Machine, ...words: string[]) =>
  machine.run('patronictl', '-c', '/etc/patroni/config.yml', ...words);

for (const machine of machines) {
  machine.start('etcd');
  machine.start('haproxy');
}
for (const machine of machines) machine.start('patroni');
const first = await until(() => machines.find((machine) => isPrimary(machine) && hasBothStandbys(machine)), 120_000);
say(`PostgreSQL is a cluster after ${inSeconds(performance.now() - began)}`);
for (const machine of machines) machine.start(machine.n === 3 ? 'worker' : 'firstbell');

const entries = addresses.map((address) => `https://${address}`);
const isReady = async (entry: string) => (await fetch(`${entry}/api/ready`)).status === 200;
const areReady = async () => (await Promise.all(entries.map(isReady))).every(Boolean);
await until(areReady, 60_000);
say(`FirstBell is ready after ${inSeconds(performance.now() - began)}`);

// A backup that the restore at the end starts from.
const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
if (!isShort) {
  first.run(...asPostgres, 'pgbackrest', '--stanza=firstbell', 'stanza-create');
  first.run(...asPostgres, 'pgbackrest', '--stanza=firstbell', '--type=full', 'backup');
  say('The first backup is there');
}

// --- People at work ------------------------------------------------------------------------------------------------------

async function withDatabase<T>(machine: Machine, work: (db: Database) => Promise<T>): Promise<T> {
  const db = databaseOf(openPool(urlOf(machine, 'server'), 2));
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
const asOwner = async <T>(machine: Machine, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: urlOf(machine, 'owner') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

await asOwner(first, (client) => client.query(probeTable));
const probes = startProbes(machines.map((machine) => urlOf(machine, 'owner')));
const people = (await withDatabase(first, makePeople)).map((person) => ({
  ...person,
  cookie: person.cookie.replace('firstbell=', '__Host-firstbell='),
}));
// Over https an administrator needs a second factor before anything else. Their sessions exist already.
await withDatabase(first, (db) =>
  db.execute(
    sql`insert into second_factors (user_id, secret, created_at, confirmed_at) select id, '', now(), now() from users where role = 'school_admin'`,
  ),
);
// Everyone gets text messages, at any hour, and the substitutes also get pushes.
await withDatabase(first, (db) =>
  db.execute(
    sql`update users set sms_number = '+1518555' || lpad(id::text, 4, '0'), quiet_from = '00:00', quiet_to = '00:00'`,
  ),
);
for (const { cookie } of people.filter(({ role }) => role === 'substitute')) {
  const person = callerAt(entries[0] ?? '', cookie);
  const { endpoint, keys } = push.subscribe((await person.call(getPush)).publicKey);
  await person.call(putPushDevice, { body: { endpoint, keys } });
}
const journal = openJournal();
const load = startLoad({ people, journal, chance: chanceFrom(seed + 1), paceMs, url: () => chance.pick(entries) });
/** Says when writes were acknowledged, to 20 ms. */
const acknowledged: number[] = [];
let seen = 0;
setInterval(() => {
  if (journal.size() > seen) acknowledged.push(performance.now());
  seen = journal.size();
}, 20).unref();
const more = async (writes: number) => {
  const target = journal.size() + writes;
  await until(() => journal.size() >= target, 20_000).catch((error: unknown) => {
    console.log('No one can write:', load.statuses, load.wrong.slice(0, 5), load.failed.slice(-30));
    throw error;
  });
};
const longestSince = (since: number) => {
  const times = [since, ...acknowledged.filter((at) => at > since), performance.now()];
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
};

/** A person whose screen stays open. Its stream reconnects whenever it ends, as in a browser. */
const screen = { hellos: 0, isOpen: () => false, stop: false };
const watchScreen = async () => {
  const [person] = people;
  while (!screen.stop) {
    try {
      const events = await openEvents(chance.pick(entries), person?.cookie ?? '');
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
void watchScreen();

const currentPrimary = () => machines.find(({ n }) => n === probes.primary()) ?? first;
const anotherThan = (old: Machine) => until(() => (probes.primary() === old.n ? null : currentPrimary()), 60_000);

/** Gives the workers a job, and waits until none is left. Failed jobs, and those of a killed worker, don't count. */
async function untilWorked(): Promise<void> {
  await withDatabase(currentPrimary(), async (db) => {
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

/**
 * Returns whether the cluster is complete: three PostgreSQL, one of them synchronous, ready servers at each HAProxy, live events,
 * and jobs.
 */
async function untilWhole(): Promise<void> {
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
  await untilWorked();
}

// --- Faults --------------------------------------------------------------------------------------------------------------

type Fault = {
  name: string;
  limit: keyof typeof limits;
  /** The fault kills a process of FirstBell, which may be sending. */
  killsSender?: true;
  /** Causes the fault. It ends on its own, or in `after`, which runs once people can write again. */
  act: (primary: Machine) => Promise<void> | void;
  after?: (primary: Machine) => Promise<void> | void;
};
const toEtcd = ['tcp dport { 2379, 2380 }', 'tcp sport { 2379, 2380 }'];
const toPostgres = ['tcp dport 5432', 'tcp sport 5432'];
/** Each of these moves the primary to another machine. */
const moving: readonly Fault[] = [
  {
    name: 'machine of the primary lost, with all on it',
    limit: 'kill',
    killsSender: true,
    act: (primary) => primary.crash(services[primary.n] ?? [], ''),
    after: startAll,
  },
  {
    name: 'kill -9 of the primary and its Patroni',
    limit: 'kill',
    act: (primary) => primary.crash(['patroni'], 'postgres'),
    after: (primary) => primary.start('patroni'),
  },
  {
    name: 'primary stopped politely, without a switchover before',
    limit: 'kill',
    act: (primary) => primary.stop('patroni'),
    after: (primary) => primary.start('patroni'),
  },
  {
    name: 'primary and its Patroni frozen, then awake again',
    limit: 'kill',
    act: (primary) => signal('SIGSTOP', [...primary.processes('patroni'), ...primary.processes('postgres')]),
    after: (primary) => signal('SIGCONT', [...primary.processes('postgres'), ...primary.processes('patroni')]),
  },
  {
    name: 'PostgreSQL of the primary frozen, then awake again',
    limit: 'kill',
    act: (primary) => signal('SIGSTOP', onlyPostgres(primary)),
    after: (primary) => signal('SIGCONT', onlyPostgres(primary)),
  },
  {
    name: 'primary cut off from etcd',
    limit: 'kill',
    act: (primary) => primary.cut(...toEtcd),
    after: (primary) => primary.connect(),
  },
  {
    name: 'switchover by patronictl',
    limit: 'planned',
    act: (primary) => void patronictl(primary, 'switchover', '--force'),
  },
];
const onlyPostgres = (machine: Machine) => {
  const patroni = new Set(machine.processes('patroni'));
  return machine.processes('postgres').filter((id) => !patroni.has(id));
};
/** These faults leave the primary where it is, or may do so. */
const staying: readonly Fault[] = [
  {
    name: 'kill -9 of PostgreSQL alone',
    limit: 'kill',
    act: (primary) => signal('SIGKILL', onlyPostgres(primary)),
  },
  {
    name: 'synchronous standby cut off from the primary, for 15 s',
    limit: 'kill',
    act: async (primary) => {
      const name = ask(primary, "select application_name from pg_stat_replication where sync_state = 'sync' limit 1");
      const standby = machines.find(({ n }) => `pg${n}` === name);
      standby?.cut(...toPostgres);
      await delay(15_000);
      standby?.connect();
    },
  },
  {
    name: 'kill -9 of an etcd',
    limit: 'kill',
    act: () => chance.pick(machines).kill('etcd'),
  },
  {
    name: 'kill -9 of a HAProxy',
    limit: 'kill',
    act: async () => {
      const machine = chance.pick(machines);
      const processes = machine.processes('haproxy');
      await machine.kill('haproxy');
      signal('SIGKILL', processes);
    },
  },
  {
    name: 'kill -9 of a FirstBell server',
    limit: 'kill',
    killsSender: true,
    act: () => chance.pick(machines.slice(0, 2)).kill('firstbell'),
  },
  { name: 'kill -9 of the worker', limit: 'kill', killsSender: true, act: async () => machines[2]?.kill('worker') },
];

type Result = { limit: number; without: number[]; whole: number[] };
const results = new Map<string, Result>();
const wrong: string[] = [];

async function through(fault: Fault, isMoving: boolean): Promise<void> {
  await more(chance.between(1, writesBetween));
  const primary = currentPrimary();
  const since = performance.now();
  await fault.act(primary);
  const now = isMoving ? await anotherThan(primary) : currentPrimary();
  await more(1);
  await fault.after?.(primary);
  await untilWhole();
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

/** Every status that tells a person that their call failed. */
const failedCalls = () =>
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

async function upgrade(): Promise<void> {
  await more(writesBetween);
  const next = nextVersion();
  const before = { calls: failedCalls(), all: [...load.statuses.values()].reduce((sum, count) => sum + count, 0) };
  const since = performance.now();
  for (const machine of machines) {
    const service = machine.n === 3 ? 'worker' : 'firstbell';
    const log = path.join(machine.folder, `${service}.txt`);
    const starts = () => readFileSync(log, 'utf8').split(' is ready: ').length;
    const startsBefore = starts();
    machine.setVersion(next);
    await machine.stop(service);
    machine.start(service);
    await until(() => starts() > startsBefore, 60_000);
    await more(writesBetween);
  }
  await untilWhole();
  const all = [...load.statuses.values()].reduce((sum, count) => sum + count, 0) - before.all;
  const failed = failedCalls() - before.calls;
  if (failed > 0)
    wrong.push(`the rolling upgrade: ${failed} of ${all} calls failed\n${load.failed.slice(-failed).join('\n')}`);
  const column = await asOwner(currentPrimary(), (client) => client.query('select upgraded from vacancies limit 1'));
  if (column.rowCount !== 1) wrong.push('the upgrade did not migrate');
  say(
    `upgrade of two servers and the worker, one at a time, across a migration: ${failed} of ${all} calls failed, ${inSeconds(performance.now() - since)}`,
  );
  results.set(`rolling upgrade across a migration (${failed} of ${all} calls failed)`, {
    limit: limits.planned,
    without: [longestSince(since)],
    whole: [performance.now() - since],
  });
}

/** Says how many faults were unplanned. */
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
if (!isShort) await upgrade();

// --- What is left
// --------------------------------------------------------------------------------------------------------

await load.stop();
screen.stop = true;
await withDatabase(currentPrimary(), (db) =>
  until(async () => {
    await db.execute(
      sql`update deliveries set next_attempt_at = created_at where status = 'queued' and claimed_by is null`,
    );
    await enqueue(db, deliverMail, {});
    return (await db.query(sql`select 1 from deliveries where status = 'queued'`)).length === 0;
  }, 120_000),
);
const probed = probes.size();
wrong.push(...(await asOwner(currentPrimary(), (client) => probes.end(client))));
const lost = await withDatabase(currentPrimary(), (db) => journal.lost(db));
const broken = await withDatabase(currentPrimary(), brokenInvariants);
type SentRow = { id: number; noticeId: number; channel: NoticeChannel; device: string | null };
const sent = await withDatabase(currentPrimary(), (db) =>
  db.query<SentRow>(
    sql`select d.id, d.notice_id as "noticeId", d.channel, p.endpoint as device from deliveries d left join push_devices p on p.id = d.device_id where d.status = 'sent'`,
  ),
);
/** The deliveries that arrived, one entry for each arrival, as `sent` names them. */
const arrived: Record<NoticeChannel, string[]> = {
  email: mail.mails.map(({ headers }) => /^<(\d+)\./.exec(headers.get('message-id') ?? '')?.[1] ?? ''),
  sms: twilio.sent.map(({ callback }) => callback.slice(callback.lastIndexOf('/') + 1)),
  push: push.caught.map(({ device, said }) => `${String(said['mark'])} ${device}`),
};
const nameOf = ({ id, noticeId, channel, device }: SentRow) =>
  channel === 'push' ? `notice-${noticeId} ${device?.slice(device.lastIndexOf('/') + 1)}` : String(id);
const deliveries = noticeChannels.map((channel) => {
  const all = new Set(arrived[channel]);
  const doubled = arrived[channel].length - all.size;
  const unsent = sent.filter((row) => row.channel === channel && !all.has(nameOf(row))).length;
  // A killed process may have sent a notification without storing its answer.
  const most = killedSenders;
  if (doubled > most) wrong.push(`${channel}: ${doubled} were sent twice, and at most ${most} may be`);
  if (unsent > 0) wrong.push(`${channel}: ${unsent} count as sent and never came`);
  if (all.size === 0) wrong.push(`${channel}: nothing came at all`);
  return `${channel}: ${arrived[channel].length} came, ${doubled} of them twice (at most ${most} may be: ${killedSenders} processes of FirstBell were killed), ${unsent} lost`;
});
wrong.push(...push.faults);
wrong.push(...lost, ...broken, ...load.wrong);

// Reports come from a standby that has everything: HAProxy leads there, and the servers count them. A standby shows which branch
// of history it is on from its first checkpoint after a failover on.
ask(currentPrimary(), 'checkpoint');
for (const machine of machines) ask(machine, 'checkpoint');
const reports = 20;
const admin = people.find(({ role }) => role === 'school_admin');
for (let n = 0; n < reports; n += 1) {
  const { status } = await callerAt(entries[n % 2] ?? '', admin?.cookie ?? '').try(getVacancyReport, { query: {} });
  if (status !== 200) wrong.push(`a report was answered with ${status}`);
}
const metricsOf = (machine: Machine) => {
  const head = `GET /metrics HTTP/1.0\\r\\nAuthorization: Bearer ${/^METRICS_TOKEN=(.+)$/m.exec(env)?.[1] ?? ''}`;
  return machine.run(
    'bash',
    '-c',
    `exec 3<>/dev/tcp/${machine.address}/3000; printf '${head}\\r\\n\\r\\n' >&3; cat <&3`,
  );
};
const fromStandby = machines
  .slice(0, 2)
  .map((machine) => Number(/firstbell_reads_total\{place="standby"\} (\d+)/.exec(metricsOf(machine))?.[1] ?? 0))
  .reduce((sum, count) => sum + count, 0);
if (fromStandby === 0) wrong.push('no report was answered by a standby');

// --- A restore to a minute ago --------------------------------------------------------------------------------------------

const minuteMs = 60_000;
let restored = '';
async function restore(): Promise<void> {
  const machine = currentPrimary();
  const moment =
    ask(machine, "select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00'") ?? '';
  await delay(minuteMs);
  // The mistake of an administrator with all rights.
  await asOwner(machine, (client) => client.query('truncate vacancies cascade'));
  const since = performance.now();
  for (const each of machines) await each.stop(each.n === 3 ? 'worker' : 'firstbell');
  await Promise.all(machines.filter((each) => each !== machine).map((each) => each.stop('patroni')));
  await machine.stop('patroni');
  machine.run('firstbell-restore-to', moment);
  machine.run(
    'sh',
    '-c',
    "printf 'firstbell\\nYes I am aware\\n' | patronictl -c /etc/patroni/config.yml remove firstbell",
  );
  machine.start('patroni');
  await until(() => isPrimary(machine), 60_000);
  for (const each of machines.filter((other) => other !== machine)) {
    each.run('sh', '-c', 'mv /var/lib/postgresql/*/firstbell /var/lib/postgresql/before-the-restore');
    each.start('patroni');
  }
  await until(() => hasBothStandbys(machine), wholeWithinMs);
  for (const each of machines) each.start(each.n === 3 ? 'worker' : 'firstbell');
  await until(areReady, 60_000);
  const after = await withDatabase(machine, async (db) => [
    ...(await journal.lost(db)),
    ...(await brokenInvariants(db)),
  ]);
  wrong.push(...after.map((sentence) => `after the restore: ${sentence}`));
  restored = `restore to a minute ago: everything acknowledged by then is there, ready again after ${inSeconds(performance.now() - since)}`;
  say(restored);
}
if (!isShort) await restore();

// --- The table ------------------------------------------------------------------------------------------------------------

const calls = [...load.statuses.values()].reduce((sum, count) => sum + count, 0);
console.log(
  `\n| Fault | Times | Without an acknowledged write: median, longest | Limit | All whole after: median, longest |\n|---|---|---|---|---|`,
);
for (const [name, { limit, without, whole }] of results)
  console.log(
    `| ${name} | ${without.length} | ${inSeconds(middle(without))}, ${inSeconds(Math.max(...without))} | ${limit / 1000} s | ${inSeconds(middle(whole))}, ${inSeconds(Math.max(...whole))} |`,
  );
console.log(`
CLUSTER_SEED=${seed}, ${failovers} failovers, ${kills} kills, cuts and freezes, ${inSeconds(performance.now() - began)} in all
${journal.size()} acknowledged writes of people, ${lost.length} lost, in ${calls} calls (${[...load.statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}); the longest ${inSeconds(load.slowest.milliseconds)} (${load.slowest.what})
${probed} acknowledged writes past HAProxy to each PostgreSQL by itself
${invariants.length} invariants and every foreign key, ${broken.length} broken
${reports} reports, ${fromStandby} of them answered by a standby
${deliveries.join('\n')}
the screen's stream was opened ${screen.hellos} times
${restored}`);
if (wrong.length > 0) console.log(`\n${wrong.length} promises were not kept:\n${wrong.slice(0, 40).join('\n')}`);
for (const machine of machines) signal('SIGKILL', machine.processes(''));
process.exit(wrong.length > 0 ? 1 : 0);
