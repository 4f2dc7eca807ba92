import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Machine, makeMachine } from '#test/cluster/machine.ts';
import { postgresVersion } from '#test/cluster/packages.ts';
import {
  addresses,
  areReady,
  asPostgres,
  firstbellOn,
  gateway,
  hasBothStandbys,
  isPrimary,
  secret,
  secrets,
} from '#test/cluster/reach.ts';
import { backups, began, folder, inSeconds, isShort, root, say } from '#test/cluster/settings.ts';
import { catchMail } from '#test/mail-catcher.ts';
import { standInForPush } from '#test/push-stand-in.ts';
import { standInForTwilio } from '#test/twilio-stand-in.ts';
import { until } from '#test/until.ts';

/** The running cluster: its machines, the first primary, and the carriers that its servers send through. */
export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * Makes the machines, and starts everything on them. Resolves when all servers are ready and the first backup is there.
 */
export async function startCluster() {
  makeNetwork();
  const carriers = {
    mail: await catchMail(gateway),
    twilio: await standInForTwilio(gateway),
    push: await standInForPush(gateway),
  };
  mkdirSync(backups);
  command('chown', 'postgres:', backups);
  const env = clusterEnv();
  const machines = await makeMachines(env, {
    SMTP_URL: carriers.mail.url,
    ...carriers.twilio.settings,
    ...carriers.push.settings,
  });
  for (const machine of machines) leadToPush(machine, carriers.push.port);
  for (const machine of machines) {
    machine.start('etcd');
    machine.start('haproxy');
  }
  for (const machine of machines) machine.start('patroni');
  const first = await until(() => machines.find((machine) => isPrimary(machine) && hasBothStandbys(machine)), 120_000);
  say(`PostgreSQL is a cluster after ${inSeconds(performance.now() - began)}`);
  for (const machine of machines) machine.start(firstbellOn(machine));
  await until(areReady, 60_000);
  say(`FirstBell is ready after ${inSeconds(performance.now() - began)}`);
  first.run(...asPostgres, 'pgbackrest', '--stanza=firstbell', 'stanza-create');
  if (!isShort) backUp(first);
  return { ...carriers, env, machines, first };
}

function makeNetwork(): void {
  command('ip', 'link', 'set', 'lo', 'up');
  command('ip', 'link', 'add', 'machines', 'type', 'bridge');
  command('ip', 'addr', 'add', `${gateway}/24`, 'dev', 'machines');
  command('ip', 'link', 'set', 'machines', 'up');
}

/** Returns deploy/cluster/cluster.env as an administrator fills it in. */
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

async function makeMachines(env: string, carriers: Record<string, string>): Promise<Machine[]> {
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
          ...carriers,
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
  return machines;
}

/** The push service is on each machine's loopback address, because a browser's must be public or there. */
function leadToPush(machine: Machine, port: number): void {
  machine.run('sysctl', '-qw', 'net.ipv4.conf.all.route_localnet=1');
  machine.run(
    'nft',
    `add table ip push; add chain ip push out { type nat hook output priority -100; }; add chain ip push after { type nat hook postrouting priority 100; }; add rule ip push out ip daddr 127.0.0.1 tcp dport ${port} dnat to ${gateway}; add rule ip push after ip daddr ${gateway} masquerade`,
  );
}

/** Makes the backup from which the restore at the end starts. */
function backUp(primary: Machine): void {
  primary.run(...asPostgres, 'pgbackrest', '--stanza=firstbell', '--type=full', 'backup');
  say('The first backup is there');
}

function command(...words: string[]): void {
  const { status, stderr } = spawnSync(words[0] ?? '', words.slice(1), { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
}
