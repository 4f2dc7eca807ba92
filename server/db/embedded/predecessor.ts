import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a database may seem in use before we believe it, in ms: a holder that was just killed is noticed well within. */
const graceMs = 2_000;
/** How long a predecessor may take to write out its last changes, in ms. */
const stopMs = 60_000;

/** Whether a process of this id exists, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Whether process `pid` is a PostgreSQL on `cluster`, and not a stranger that was given the id of one long gone. */
function servesCluster(pid: number, cluster: string): boolean {
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes(cluster);
  } catch {
    return isAlive(pid);
  }
}

/** The name that a server's process list shows for the cluster; it carries the id of the process that holds it. */
export function clusterNameOf(holder: number): string {
  return `firstbell-${holder}`;
}

/** The sentence for whoever comes second. */
export function inUse(dataDir: string, holder?: number): Error {
  const who = holder ? ` (process ${holder})` : '';
  return new Error(
    `Another FirstBell${who} is already running on DATA_DIR ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
  );
}

/**
 * Waits until no PostgreSQL serves `cluster` any more. One that is stopping, because its FirstBell ended or was killed,
 * is waited for; one whose FirstBell lives is an error that says so. PostgreSQL's own lock file stays the judge of two
 * starts in the same instant; this only tells the two cases apart.
 */
export async function awaitPredecessor(cluster: string): Promise<void> {
  const dataDir = path.dirname(cluster);
  const lockFile = path.join(cluster, 'postmaster.pid');
  const began = performance.now();
  for (;;) {
    const lines = readIfThere(lockFile).split('\n');
    const pid = Number(lines[0]);
    if (!pid || !isAlive(pid)) return;
    if (!servesCluster(pid, cluster)) {
      // After a power cut the id may belong to anybody; PostgreSQL would take that process for its predecessor.
      rmSync(lockFile, { force: true });
      return;
    }
    const waited = performance.now() - began;
    const holder = Number(/cluster_name=firstbell-(\d+)/.exec(readIfThere(path.join(cluster, 'postmaster.opts')))?.[1]);
    const stopping = lines[7]?.trim() === 'stopping' || !isAlive(holder);
    if (!stopping && waited > graceMs) throw inUse(dataDir, holder);
    if (waited > stopMs) {
      throw new Error(
        `The PostgreSQL in DATA_DIR ${dataDir} (process ${pid}) has been stopping for a minute. Find out why it doesn't exit, then start again.`,
      );
    }
    await delay(20);
  }
}

/** The folder of the socket at which a PostgreSQL serves `cluster`, by its lock file; null where none does. */
export function socketOfRunning(cluster: string): string | null {
  const lines = readIfThere(path.join(cluster, 'postmaster.pid')).split('\n');
  const pid = Number(lines[0]);
  const [, , , , socket = '', , , status = ''] = lines;
  return pid > 0 && isAlive(pid) && servesCluster(pid, cluster) && status.trim() === 'ready' ? socket : null;
}
