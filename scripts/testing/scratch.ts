import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** A run needs at most 3 GB for its files, and leaves memory to the processes that it starts. */
const least = { free: 6 * 1024 ** 3, memory: 10 * 1024 ** 3 };

/** The facts about a folder that decide whether the tests' temporary files go there. */
export type Place = {
  /** The lines of /proc/mounts. */
  mounts: readonly string[];
  /** The free space of the folder, in bytes. */
  free: number;
  /** The memory that this process and its children may still take, in bytes. */
  memory: number;
};

/**
 * Returns whether `/dev/shm` can hold the tests' temporary files: it is in memory, has room for them, and allows
 * programs to run, because some tests copy PostgreSQL into their folder.
 */
export function canHoldScratch({ mounts, free, memory }: Place): boolean {
  const [, , kind, options = 'noexec'] = mounts.map((line) => line.split(' ')).find(([, at]) => at === inMemory) ?? [];
  return kind === 'tmpfs' && !options.split(',').includes('noexec') && free >= least.free && memory >= least.memory;
}

/**
 * Returns the folder for the tests' temporary files: in memory where there is enough, because writing a test's database
 * to a disk takes several times the CPU time, or else the system's own.
 */
export function scratchParent(): string {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    return canHoldScratch({ mounts, free: bavail * bsize, memory: process.availableMemory() }) ? inMemory : tmpdir();
  } catch {
    // Only Linux has it.
    return tmpdir();
  }
}
