import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Connection, connectionConfig } from '#server/db/database.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A FirstBell in a separate process, on the embedded database in `dataDir`. */
export type ServerProcess = { child: ChildProcess; url: string; output(): string; exited: Promise<number | null> };

/** The server's own files. A whole `npm test` names a bundle of them, which starts faster. */
const sources = 'server/main.ts';

/**
 * Starts the server at a free port and waits until it is ready or has exited. It runs from its bundle if this run has
 * one, or else, and always with `fromSources`, from its own files.
 */
export async function startServer(
  dataDir: string,
  settings: Record<string, string> = {},
  flags: readonly string[] = ['--dev'],
  { fromSources = false } = {},
): Promise<ServerProcess> {
  const port = String(await freePort());
  if (!fromSources) fillFromPrepared(dataDir);
  const program = fromSources ? sources : (process.env['FIRSTBELL_SERVER'] ?? sources);
  const child = spawn(process.execPath, [program, ...flags], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      // Shares compiled code between the processes that tests start, which saves 1 s of CPU time each.
      NODE_COMPILE_CACHE: path.join(root, '.runtime/compile-cache'),
      PORT: port,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const isReady = new Promise<void>((resolve) => {
    const take = (chunk: Buffer) => {
      text += String(chunk);
      if (text.includes('is ready: ') && text.endsWith('\n')) resolve();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
  });
  await Promise.race([isReady, exited]);
  return { child, url: `http://127.0.0.1:${port}`, output: () => text, exited };
}

/** Begins an empty or missing data folder with the data that a whole `npm test` has prepared. */
function fillFromPrepared(dataDir: string): void {
  const prepared = process.env['FIRSTBELL_DATA'];
  if (prepared === undefined || !path.isAbsolute(dataDir)) return;
  mkdirSync(dataDir, { recursive: true });
  // This way, the copies belong to the user that PostgreSQL runs as.
  if (readdirSync(dataDir).length === 0) execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
}

/** Returns the settings for a process on a test's database, with its two roles. */
export function settingsOf(database: { server: Connection; owner: Connection }): {
  DATABASE_URL: string;
  MIGRATION_DATABASE_URL: string;
} {
  return { DATABASE_URL: urlOf(database.server), MIGRATION_DATABASE_URL: urlOf(database.owner) };
}

/** Returns a database's address for the settings. */
export function urlOf(connection: Connection): string {
  const { host = '', port = 5432, user = '', password = '', database = '' } = connectionConfig(connection);
  const secret = typeof password === 'string' && password !== '' ? `:${encodeURIComponent(password)}` : '';
  return `postgres://${encodeURIComponent(user)}${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** Returns a free port. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Returns the PostgreSQL processes of this folder. */
export function postgresOf(dataDir: string): string[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes('postgres') && line.includes(dataDir));
}
