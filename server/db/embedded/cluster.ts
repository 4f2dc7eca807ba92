import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import { isAlive } from './predecessor.ts';
import { type Runner, runToEnd } from './runner.ts';

const draftName = /^initializing-(\d+)$/;

// One line each: in single-user mode, each line is a statement.
const provision = `
CREATE ROLE firstbell_owner LOGIN CREATEDB
GRANT pg_signal_backend TO firstbell_owner
CREATE ROLE firstbell_server LOGIN
CREATE DATABASE firstbell OWNER firstbell_owner
`.trimStart();

// Only the two roles can connect, not even the superuser. The socket's folder keeps out other users of the machine.
const access = 'local all firstbell_owner,firstbell_server trust\n';

function removeForsakenDrafts(dataDir: string): void {
  const startedAt = Date.now() - process.uptime() * 1000;
  for (const name of readdirSync(dataDir)) {
    const pid = Number(draftName.exec(name)?.[1]);
    if (!pid) continue;
    // In a container, every start has the same process id, so the folder's age distinguishes the predecessor's from our
    // own.
    const folder = path.join(dataDir, name);
    const forsaken = pid === process.pid ? statSync(folder).birthtimeMs < startedAt : !isAlive(pid);
    if (forsaken) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function flushFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * Creates the cluster at `cluster`, with both roles and the database, completely or not at all: it is built as a draft
 * and moved into place in one step, so a killed start leaves only a draft, which the next one deletes. If another start
 * moved its own there first, that one is used.
 */
export async function createCluster(
  cluster: string,
  { runner, binaries, durable }: { runner: Runner; binaries: Binaries; durable: boolean },
): Promise<void> {
  const dataDir = path.dirname(cluster);
  removeForsakenDrafts(dataDir);
  const draft = path.join(dataDir, `initializing-${process.pid}`);
  mkdirSync(draft, { mode: 0o700 });
  try {
    const { uid, gid } = runner.identity;
    if (uid !== undefined && gid !== undefined) chownSync(draft, uid, gid);
    // The builtin provider folds case by Unicode (É and é) and sorts by code point, the same on every machine.
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const setup = ['-D', draft, '-U', 'postgres', '-A', 'trust', '--no-instructions', ...locale];
    await runToEnd(runner, [binaries.initdb, ...setup, ...(durable ? [] : ['--no-sync', '--no-data-checksums'])]);
    const single = ['--single', '-D', draft, '-c', 'exit_on_error=on', ...(durable ? [] : ['-c', 'fsync=off'])];
    await runToEnd(runner, [binaries.postgres, ...single, 'postgres'], provision);
    writeFileSync(path.join(draft, 'pg_hba.conf'), access);
    if (durable) flushFolder(draft);
    renameSync(draft, cluster);
    if (durable) flushFolder(dataDir);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}
