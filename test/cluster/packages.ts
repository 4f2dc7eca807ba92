import { spawnSync } from 'node:child_process';
import { accessSync, readdirSync } from 'node:fs';

/** A program that the cluster needs, and Debian's package with it. */
const programs: readonly (readonly [file: string, name: string])[] = [
  ['/usr/bin/etcd', 'etcd-server'],
  ['/usr/bin/etcdctl', 'etcd-client'],
  ['/usr/bin/patroni', 'patroni'],
  ['/usr/lib/python3/dist-packages/etcd/__init__.py', 'python3-etcd'],
  ['/usr/sbin/haproxy', 'haproxy'],
  ['/usr/bin/pgbackrest', 'pgbackrest'],
  ['/usr/sbin/nft', 'nftables'],
  ['/usr/bin/openssl', 'openssl'],
  ['/usr/bin/nsenter', 'util-linux'],
  ['/sbin/ip', 'iproute2'],
];
const folderOfPostgres = '/usr/lib/postgresql';

function isThere(file: string): boolean {
  try {
    accessSync(file);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the major version of the newest PostgreSQL server that Debian's packages installed. Returns null if there is
 * none.
 */
export function postgresVersion(): string | null {
  if (!isThere(folderOfPostgres)) return null;
  const found = readdirSync(folderOfPostgres).filter((version) =>
    isThere(`${folderOfPostgres}/${version}/bin/postgres`),
  );
  return found.toSorted((a, b) => Number(a) - Number(b)).at(-1) ?? null;
}

/** Returns Debian's packages of the programs that aren't there. */
export function missingPackages(has: (file: string) => boolean = isThere, version = postgresVersion()): string[] {
  const missing = programs.filter(([file]) => !has(file)).map(([, name]) => name);
  return version === null ? [...missing, 'postgresql'] : missing;
}

/** Returns the error message for people who aren't root. */
export function onlyRootCanInstall(missing: readonly string[]): string {
  return `These packages of Debian are missing, and only root can install them: ${missing.join(' ')}`;
}

/** Returns whether root can create network namespaces here, which simulate the three machines. */
function canMakeMachines(): boolean {
  return (
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    spawnSync('unshare', ['--net', '--mount', '--pid', '--fork', 'ip', 'link', 'add', 'machines', 'type', 'bridge'])
      .status === 0
  );
}

/**
 * Installs missing packages with apt-get, if this is root on Debian. Returns the reason why there can be no cluster
 * here, or null.
 */
export function prepareMachine(): string | null {
  const missing = missingPackages();
  if (missing.length > 0) {
    if (process.getuid?.() !== 0 || !isThere('/usr/bin/apt-get')) return onlyRootCanInstall(missing);
    console.log(`Installing ${missing.join(' ')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...missing]]) {
      const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
      if (status !== 0) return `apt-get ${args.join(' ')} failed:\n${stderr.trim()}`;
    }
    const still = missingPackages();
    if (still.length > 0) return `These packages are missing after apt-get: ${still.join(' ')}`;
  }
  return canMakeMachines()
    ? null
    : 'The three machines are network namespaces, which only root on Linux may make (CAP_SYS_ADMIN and CAP_NET_ADMIN).';
}
