import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Hundredths of a second, Linux's unit. */
const ticks = 100;

/** Returns a process's CPU time so far, in seconds, without its children. Returns 0 if the system doesn't report it. */
export function processorOf(pid: number | undefined): number {
  return timesOf(`${pid}`).own / ticks;
}

/** Returns the id of the main process of the PostgreSQL whose data is below a folder. */
export function pidOfDatabase(dataDir: string): string {
  const cluster = readdirSync(dataDir).find((name) => name.startsWith('postgresql-')) ?? '';
  const [first = ''] = readFileSync(path.join(dataDir, cluster, 'postmaster.pid'), 'utf8').split('\n');
  return first;
}

/**
 * Returns the CPU time so far, in seconds, of the PostgreSQL whose data is below a folder: its main process, its
 * children, and those that have exited. Returns 0 if the system doesn't report it (only Linux does).
 */
export function processorOfDatabase(dataDir: string): number {
  try {
    const first = pidOfDatabase(dataDir);
    const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return (
      all
        .map((pid) => timesOf(pid))
        .reduce(
          (sum, { parent, own, ended, pid }) => sum + (parent === first ? own : 0) + (pid === first ? own + ended : 0),
          0,
        ) / ticks
    );
  } catch {
    return 0;
  }
}

function timesOf(pid: string): { pid: string; parent: string; own: number; ended: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return {
      pid,
      parent: fields[1] ?? '',
      own: Number(fields[11]) + Number(fields[12]),
      ended: Number(fields[13]) + Number(fields[14]),
    };
  } catch {
    // The process exited after the folder was read.
    return { pid, parent: '', own: 0, ended: 0 };
  }
}
