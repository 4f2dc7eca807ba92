import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The services of a machine, by their systemd names. */
export type Service = 'etcd' | 'patroni' | 'haproxy' | 'firstbell' | 'worker';

/** How long systemd waits before it starts a program again (RestartSec), in ms. */
const restartMs = 1000;

/**
 * A machine of the cluster: a network namespace with its own address, and its own folders where programs have theirs
 * (/etc, /run, /var/log, /var/lib/postgresql, /var/lib/etcd). It runs Debian's programs, configured by
 * deploy/cluster/install.sh.
 */
export type Machine = {
  n: number;
  address: string;
  /** The folder that holds the machine's folders, such as `run`. */
  folder: string;
  /** Runs a command to its end, and returns its output. Throws if it fails. */
  run(...command: string[]): string;
  start(service: Service): void;
  /** SIGTERM, as `systemctl stop` does. It isn't started again. */
  stop(service: Service): Promise<void>;
  /** SIGKILL. systemd starts it again. */
  kill(service: Service): Promise<void>;
  isRunning(service: Service): boolean;
  /** Returns the ids of all processes whose command line contains this word. */
  processes(word: string): number[];
  /** Stops all of these services and kills every process whose command line contains one of these words, at once. */
  crash(services: readonly Service[], ...words: string[]): Promise<void>;
  /** Drops packets that match these nftables expressions, in both directions, until `connect`. */
  cut(...expressions: string[]): void;
  connect(): void;
  /** Returns the folder whose `server/main.ts` FirstBell's services run from the next start on. */
  setVersion(folder: string): void;
};

export type MachineParts = {
  n: number;
  addresses: readonly string[];
  bridge: string;
  folder: string;
  clusterEnv: string;
  /** Settings of FirstBell beyond those of deploy/cluster/firstbell.env. */
  settings: Record<string, string>;
  certificate: string;
  backups: string;
};

/** Folders that each machine has for itself, with their owner. */
const ownFolders = [
  ['/run', 'root'],
  ['/var/log', 'root'],
  ['/var/lib/postgresql', 'postgres'],
  ['/var/lib/etcd', 'etcd'],
] as const;

/** Makes the machine and writes its configuration. Nothing runs yet. */
export async function makeMachine(parts: MachineParts): Promise<Machine> {
  const { n, addresses, bridge, folder } = parts;
  const address = addresses[n - 1] ?? '';
  await mkdir(folder, { recursive: true });
  spawnSync('cp', ['-a', '/etc', path.join(folder, 'etc')]);
  for (const [place, owner] of ownFolders) {
    const own = path.join(folder, path.basename(place));
    await mkdir(own, { mode: 0o755 });
    command('chown', `${owner}:`, own);
  }
  const binds = ['/etc', ...ownFolders.map(([place]) => place)].map(
    (place) => `mount --bind '${path.join(folder, path.basename(place))}' ${place}`,
  );
  const script = [
    'mount --make-rprivate /',
    ...binds,
    `mkdir -p /srv/firstbell-backups && mount --bind '${parts.backups}' /srv/firstbell-backups`,
    'mkdir -p /run/postgresql /var/log/pgbackrest /run/haproxy',
    'chown postgres: /run/postgresql /var/log/pgbackrest',
    'ip link set lo up',
    'echo $$',
    'exec sleep infinity',
  ].join(' && ');
  const init = spawn('unshare', ['--net', '--mount', '--uts', 'sh', '-c', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(init.stdout, 'data');
  const pid = init.pid ?? 0;
  command('ip', 'link', 'add', `vm${n}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid));
  command('ip', 'link', 'set', `vm${n}`, 'master', bridge, 'up');
  const enter = ['--target', String(pid), '--net', '--mount', '--uts'];
  const run = (...words: string[]) => command('nsenter', ...enter, ...words);
  run('ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  run('ip', 'link', 'set', 'eth0', 'up');
  run('hostname', `machine${n}`);
  await mkdir(path.join(folder, 'etc/firstbell'), { recursive: true });
  await writeFile(path.join(folder, 'etc/firstbell/cluster.env'), parts.clusterEnv);
  run('sh', path.join(root, 'deploy/cluster/install.sh'), String(n));
  await writeFile(path.join(folder, 'etc/haproxy/firstbell.pem'), parts.certificate);
  const more = Object.entries(parts.settings).map(([name, value]) => `${name}=${value}\n`);
  appendFileSync(path.join(folder, 'etc/firstbell/firstbell.env'), more.join(''));
  run('nft', '-f', '/etc/nftables.d/firstbell.nft');
  await chmod(folder, 0o711);

  let version = root;
  const running = new Map<Service, ChildProcess>();
  const wanted = new Set<Service>();
  const settingsIn = (file: string) =>
    readFileSync(path.join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => /^[A-Z0-9_]+=/.test(line));
  const as = (user: string) => ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'];
  /** Returns the commands that Debian's units and those in deploy/cluster start. */
  const commandOf = (service: Service): string[] => {
    if (service === 'etcd') return ['env', ...settingsIn('etc/default/etcd'), ...as('etcd'), '/usr/bin/etcd'];
    if (service === 'patroni') return [...as('postgres'), '/usr/bin/patroni', '/etc/patroni/config.yml'];
    if (service === 'haproxy')
      return ['/usr/sbin/haproxy', '-Ws', '-f', '/etc/haproxy/haproxy.cfg', '-p', '/run/haproxy.pid'];
    const flag = service === 'worker' ? '--worker' : '--dev';
    const settings = [...settingsIn('etc/firstbell/firstbell.env'), 'LOG_LEVEL=error'];
    return ['env', '-C', version, ...settings, process.execPath, 'server/main.ts', flag];
  };
  const isIn = readlinkSync(`/proc/${pid}/ns/net`);
  const processes = (word: string) =>
    readdirSync('/proc')
      .filter((name) => /^[0-9]+$/.test(name))
      .filter((id) => {
        try {
          return (
            readlinkSync(`/proc/${id}/ns/net`) === isIn &&
            Number(id) !== pid &&
            readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(word)
          );
        } catch {
          return false;
        }
      })
      .map(Number);
  const begin = (service: Service) => {
    const log = openSync(path.join(folder, `${service}.txt`), 'a');
    const child = spawn('nsenter', [...enter, ...commandOf(service)], { stdio: ['ignore', log, log] });
    running.set(service, child);
    child.once('exit', () => {
      running.delete(service);
      void delay(restartMs).then(() => wanted.has(service) && !running.has(service) && begin(service));
    });
  };
  const machine: Machine = {
    n,
    address,
    folder,
    run,
    start: (service) => {
      wanted.add(service);
      if (!running.has(service)) begin(service);
    },
    stop: async (service) => {
      wanted.delete(service);
      const child = running.get(service);
      if (child === undefined) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
    kill: async (service) => {
      const child = running.get(service);
      if (child === undefined) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    isRunning: (service) => running.has(service),
    processes,
    crash: async (services, ...words) => {
      const ended = services.map(async (service) => {
        wanted.delete(service);
        const child = running.get(service);
        if (child === undefined) return;
        child.kill('SIGKILL');
        await once(child, 'exit');
      });
      signal('SIGKILL', words.flatMap(processes));
      await Promise.all(ended);
    },
    cut: (...expressions) => {
      machine.connect();
      for (const direction of ['input', 'output'])
        run(
          'nft',
          `add table inet cut; add chain inet cut ${direction} { type filter hook ${direction} priority -10; }; ${expressions
            .map((expression) => `add rule inet cut ${direction} iifname != "lo" oifname != "lo" ${expression} drop`)
            .join('; ')}`,
        );
    },
    connect: () => void run('nft', 'add table inet cut; delete table inet cut'),
    setVersion: (next) => (version = next),
  };
  return machine;
}

/** Sends a signal to processes, some of which may be gone. */
export function signal(name: NodeJS.Signals, ids: readonly number[]): void {
  for (const id of ids) {
    try {
      process.kill(id, name);
    } catch {
      // The process exited without a signal from us.
    }
  }
}

/** Runs a command and returns its output. */
function command(program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', timeout: 300_000 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? ''}\n${stdout}${stderr}`);
  return stdout;
}
