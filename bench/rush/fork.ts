import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Connection } from '#server/db/database.ts';

const started = z.tuple([z.object({ url: z.string() })], z.unknown());

/** Starts bench/rush/server.ts, a server in a separate process. It exits when `child` is disconnected. */
export async function forkServer(
  connection: Connection,
  settings: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(
    path.join(import.meta.dirname, 'server.ts'),
    [JSON.stringify(connection), JSON.stringify(settings)],
    { execArgv: ['--disable-warning=ExperimentalWarning', ...flags] },
  );
  const [{ url }] = started.parse(await once(child, 'message'));
  return { child, url };
}
