import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * How long a database must appear to be in use before we believe it, in ms. PostgreSQL notices a killed holder well
 * before that.
 */
const graceMs = 2_000;
/** How long a predecessor may take to flush its last changes, in ms. */
const stopMs = 60_000;

/** Returns whether a process with this id exists, for any user. */
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

/** Returns whether process `pid` is a PostgreSQL on `cluster`, and not an unrelated process that got a reused id. */
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

/** Returns the name of the cluster in the process list. It contains the id of the process that holds it. */
export function clusterNameOf(holder: number): string {
  return `firstbell-${holder}`;
}

/** Returns the error for the second server. */
export function inUse(dataDir: string, holder?: number): Error {
  const who = holder ? ` (process ${holder})` : '';
  return new Error(
    `Another FirstBell${who} is already running on DATA_DIR ${dataDir}. Stop it first, or give this one its own DATA_DIR.`,
  );
}

/**
 * Waits until no PostgreSQL serves `cluster` anymore. If one is stopping because its FirstBell ended or was killed,
 * this waits for it. If its FirstBell is alive, this throws an error that says so. PostgreSQL's own lock file decides
 * between two simultaneous starts. This function only tells the two cases apart.
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
      // After a power failure, the id may belong to any process, which PostgreSQL would take for its predecessor.
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

/**
 * Returns the socket folder of the PostgreSQL that serves `cluster`, from its lock file. Returns null if there is none.
 */
export function socketOfRunning(cluster: string): string | null {
  const lines = readIfThere(path.join(cluster, 'postmaster.pid')).split('\n');
  const pid = Number(lines[0]);
  const [, , , , socket = '', , , status = ''] = lines;
  return pid > 0 && isAlive(pid) && servesCluster(pid, cluster) && status.trim() === 'ready' ? socket : null;
}
