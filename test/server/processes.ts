import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A FirstBell as a process of its own, on the embedded database in `dataDir`. */
export type ServerProcess = { child: ChildProcess; url: string; output(): string; exited: Promise<number | null> };

/** Starts `server/main.ts` at a free port and waits until it says that it is ready, or has ended. */
export async function startServer(dataDir: string, settings: Record<string, string> = {}, flags: readonly string[] = ['--dev']): Promise<ServerProcess> {
  const port = String(20_000 + Math.floor(Math.random() * 20_000));
  const child = spawn(process.execPath, ['server/main.ts', ...flags], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'error', ...settings },
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

/** The PostgreSQL processes that work in this folder. */
export function postgresOf(dataDir: string): string[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes('postgres') && line.includes(dataDir));
}
