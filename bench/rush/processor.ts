import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Hundredths of a second, which Linux counts in. */
const ticks = 100;

/**
 * Processor time so far, in seconds, of the PostgreSQL whose data are below a folder: of its first process, of those that it has, and of
 * those that have ended. 0 where the system does not say (only Linux does).
 */
export function processorOfDatabase(dataDir: string): number {
  try {
    const cluster = readdirSync(dataDir).find((name) => name.startsWith('postgresql-')) ?? '';
    const [first = ''] = readFileSync(path.join(dataDir, cluster, 'postmaster.pid'), 'utf8').split('\n');
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
    // It has ended since the folder was read.
    return { pid, parent: '', own: 0, ended: 0 };
  }
}
