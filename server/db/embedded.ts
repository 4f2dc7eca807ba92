import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Binaries, copyBinaries, findBinaries } from './embedded/binaries.ts';
import { createCluster } from './embedded/cluster.ts';
import { awaitPredecessor, clusterNameOf, inUse, socketOfRunning } from './embedded/predecessor.ts';
import { type Runner, possibleRunners, reaches, spawnLeashed } from './embedded/runner.ts';

export type EmbeddedDatabase = {
  /**
   * Returns how to reach the database (`firstbell` by default) as one of its two roles: over a Unix socket, never over
   * TCP.
   */
  connection(
    role: 'owner' | 'server',
    database?: string,
  ): { host: string; port: number; user: string; database: string };
  /** Closes all connections, flushes everything and stops PostgreSQL. */
  stop(): Promise<void>;
};

const major = '18';
const socketName = '/.s.PGSQL.5432';
/** The longest path of a Unix socket, in bytes. macOS has the shorter limit. */
const longestSocketPath = process.platform === 'darwin' ? 103 : 107;
/** How long PostgreSQL may take to stop before an immediate shutdown (its next start recovers), in ms. */
const patienceMs = 30_000;
/** The longest pause between two attempts to restart PostgreSQL, in ms. */
const longestPauseMs = 2000;

/** Settings for a school district on a small machine: two cores, a few GB, disks without seek times. */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // Reads come from the page cache, so I/O workers would only compete for the two cores.
  io_method: 'sync',
  // Before crash recovery, PostgreSQL flushes the page cache: in one system call where available, not file by file (0.1
  // s instead of 2 s without service).
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  checkpoint_timeout: '15min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
  // A rejected row would put a person's data into the log. Log the violated rule, not the row or the statement.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};
const forgetful = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '100',
  checkpoint_timeout: '1h',
};

function unusable(dataDir: string, why: string): Error {
  return new Error(
    `FirstBell cannot use DATA_DIR ${dataDir}: ${why} Give it a folder that its user may read and write, or set DATABASE_URL.`,
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Makes sure that the folder exists and is writable. Returns its real path. */
function openDataDir(given: string): string {
  const dataDir = path.resolve(given);
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(dataDir, `${reasonOf(error)}.`);
  }
  return realpathSync(dataDir);
}

/** Returns the first runner that can enter the data folder, with programs that it can execute. */
function chooseRunner(dataDir: string, cluster: string): { runner: Runner; binaries: Binaries } {
  const fresh = !existsSync(cluster);
  const folder = fresh ? dataDir : cluster;
  const found = findBinaries();
  let { binaries } = found;
  if (!found.complete) binaries = copyBinaries(binaries, dataDir);
  for (const runner of possibleRunners(folder, fresh)) {
    const reached = reaches(runner, folder, binaries.postgres);
    if (!reached.folder) continue;
    return { runner, binaries: reached.program ? binaries : copyBinaries(binaries, dataDir) };
  }
  const { uid } = statSync(folder);
  throw unusable(dataDir, `PostgreSQL, which never runs as root, cannot enter ${folder} (it belongs to user ${uid}).`);
}

/**
 * Refuses data that PostgreSQL would refuse, with a helpful sentence: data of another major version or another user.
 */
function checkCluster(cluster: string): void {
  const dataDir = path.dirname(cluster);
  let version: string;
  try {
    version = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    throw unusable(dataDir, `${reasonOf(error)}.`);
  }
  if (version !== major)
    throw unusable(dataDir, `it holds data of PostgreSQL ${version}, but this FirstBell includes ${major}.`);
  const us = process.getuid?.();
  const { uid } = statSync(cluster);
  if (us !== 0 && us !== uid) throw unusable(dataDir, `its database belongs to user ${uid}, but this is user ${us}.`);
}

/** Returns the folder of the socket: short, the same at every start, and closed to other users. */
function openSocketFolder(cluster: string, runner: Runner): string {
  const ourselves = process.getuid?.() ?? 0;
  const name = `firstbell-${ourselves}-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`;
  const folder = [tmpdir(), '/tmp']
    .map((parent) => path.join(parent, name))
    .find((f) => f.length + socketName.length <= longestSocketPath);
  if (!folder)
    throw new Error(`The path of TMPDIR, ${tmpdir()}, is too long for the database's socket. Set a shorter one.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid = ourselves, gid } = runner.identity;
  const found = lstatSync(folder);
  // Anyone can write in /tmp. If another user created this folder, they could intercept connections.
  if (!found.isDirectory() || (found.mode & 0o077) !== 0 || (found.uid !== ourselves && found.uid !== uid)) {
    throw new Error(
      `The folder for the database's socket, ${folder}, is not owned by this user alone. Remove it, or set TMPDIR to your own folder.`,
    );
  }
  if (gid !== undefined && found.uid !== uid) chownSync(folder, uid, gid);
  return folder;
}

/** One run of PostgreSQL. Resolves once it accepts connections, rejects with its last output if it exits before. */
async function launch(runner: Runner, command: readonly string[], log: (line: string) => void): Promise<ChildProcess> {
  const child = spawnLeashed(runner, command);
  let recent: string[] = [];
  await new Promise<void>((resolve, reject) => {
    let rest = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        log(line);
        recent = [...recent, line].slice(-5);
        if (/ready to accept (?:read-only )?connections/.test(line)) resolve();
      }
    });
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(recent.join(' ') || `PostgreSQL exited with code ${code}.`)));
  });
  // The server decides how long the process runs, not the database.
  child.unref();
  for (const stream of [child.stdin, child.stderr]) if (stream instanceof Socket) stream.unref();
  return child;
}

/**
 * Returns how to reach the database that another FirstBell is serving from `dataDir`. Returns null if there is none.
 */
export function findEmbedded(dataDir: string): EmbeddedDatabase['connection'] | null {
  const socket = socketOfRunning(path.join(path.resolve(dataDir), `postgresql-${major}`));
  return socket === null ? null : connectionAt(socket);
}

function connectionAt(socket: string): EmbeddedDatabase['connection'] {
  return (role, database = 'firstbell') => ({ host: socket, port: 5432, user: `firstbell_${role}`, database });
}

/**
 * Starts the PostgreSQL that comes with FirstBell on the data in `dataDir`, and creates that data first if there is
 * none: the roles `firstbell_owner` (owns the database `firstbell`, may create databases) and `firstbell_server` (no
 * rights by default). Resolves when it accepts connections. It ends with this process, however that ends. If it is
 * killed alone, it is restarted. `durable: false` trades all safety for speed and is for tests. `tuning` has PostgreSQL
 * settings for purposes other than serving schools, and overrides ours.
 *
 * Throws an error with a sentence for people if the folder can't be used (it names DATA_DIR) or another FirstBell uses
 * it.
 */
export async function startEmbedded(options: {
  dataDir: string;
  log?: (line: string) => void;
  durable?: boolean;
  tuning?: Readonly<Record<string, string>>;
}): Promise<EmbeddedDatabase> {
  const { log = () => undefined, durable = true, tuning = {} } = options;
  const dataDir = openDataDir(options.dataDir);
  const cluster = path.join(dataDir, `postgresql-${major}`);
  const { runner, binaries } = chooseRunner(dataDir, cluster);
  if (!existsSync(cluster)) {
    await createCluster(cluster, { runner, binaries, durable }).catch((error: unknown) => {
      throw unusable(dataDir, `PostgreSQL could not be set up there (${reasonOf(error)}).`);
    });
  }
  checkCluster(cluster);
  const socket = openSocketFolder(cluster, runner);
  const configuration = {
    ...settings,
    ...(durable ? {} : forgetful),
    ...tuning,
    unix_socket_directories: socket,
    cluster_name: clusterNameOf(process.pid),
  };
  const set = Object.entries(configuration).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [binaries.postgres, '-D', cluster, ...set];

  const startOnce = async () => {
    await awaitPredecessor(cluster);
    return launch(runner, command, log).catch((error: unknown) => {
      if (reasonOf(error).includes('lock file')) throw inUse(dataDir);
      throw new Error(`The embedded PostgreSQL on DATA_DIR ${dataDir} did not start: ${reasonOf(error)}`);
    });
  };
  return { connection: connectionAt(socket), stop: await keepRunning(startOnce, log) };
}

/** Starts PostgreSQL, and again whenever it exits. Returns the function that stops it. */
async function keepRunning(
  startOnce: () => Promise<ChildProcess>,
  log: (line: string) => void,
): Promise<EmbeddedDatabase['stop']> {
  let stopping = false;
  let current = await startOnce();
  let revival: Promise<void> = Promise.resolve();
  const revive = async () => {
    for (let attempt = 0; !stopping; attempt++) {
      // PostgreSQL takes a moment to notice the remains of a killed server. After that, retries slow down, but not so
      // much that people wait once the cause (a full disk) is gone.
      await delay(Math.min(100 * 2 ** attempt, longestPauseMs), undefined, { ref: false });
      if (stopping) return;
      try {
        current = await startOnce();
        watch(current);
        return;
      } catch (error) {
        log(reasonOf(error));
      }
    }
  };
  const watch = (child: ChildProcess) => {
    child.once('exit', () => {
      if (stopping) return;
      log('The embedded PostgreSQL exited unexpectedly; restarting it.');
      revival = revive();
    });
  };
  watch(current);

  return async () => {
    stopping = true;
    await revival;
    const child = current;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    child.kill('SIGINT');
    const last = setTimeout(() => child.kill('SIGQUIT'), patienceMs);
    await ended;
    clearTimeout(last);
  };
}
