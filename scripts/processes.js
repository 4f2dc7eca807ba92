import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { findNode, leash, root } from './setup.js';

// Under --watch the program is a grandchild, so its parent isn't this process.
const leashed = (args) => (args.includes('--watch') ? [] : ['--require', leash]);

/** Returns the environment of everything we start, with the chosen Node first in PATH. */
export function childEnvironment() {
  const bin = dirname(findNode().path);
  return {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
    NODE_COMPILE_CACHE: join(root, '.runtime/compile-cache'),
  };
}

/**
 * Runs Node 24 with each of the argument lists until the first of them exits, forwards signals, and ends the others.
 * Returns the first one's exit code (128 + n if signal n ended it, as in shells).
 */
export function run(commands) {
  const env = { ...childEnvironment(), FIRSTBELL_PARENT: String(process.pid) };
  const children = commands.map((args) =>
    spawn(findNode().path, [...leashed(args), ...args], { cwd: root, env, stdio: 'inherit' }),
  );
  const ended = children.map(
    (child) =>
      new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
      }),
  );
  const passOn = (signal) => {
    for (const child of children) child.kill(signal);
  };
  // Ctrl-C in a terminal reaches the children directly. Once is enough for a graceful shutdown.
  process.on('SIGINT', () => process.stdin.isTTY || passOn('SIGINT'));
  process.on('SIGTERM', () => passOn('SIGTERM'));
  process.on('SIGHUP', () => passOn('SIGTERM'));
  return Promise.race(ended).then(async (code) => {
    passOn('SIGTERM');
    await Promise.all(ended);
    return code;
  });
}

/** Returns the parent of process `pid` and its program's name, on Linux. It is undefined elsewhere. */
function parentOf(pid) {
  try {
    const [, name, rest] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent: Number(rest) };
  } catch {
    return undefined;
  }
}

/**
 * If npm started us, we end when it does: if it is killed, it can't forward the signal, and we would keep the port and
 * the database. npm is our parent, or the parent of the shell in between.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const above = parentOf(parent);
  const shell = above && /^(ba|da|z|k)?sh$/.test(above.name) ? above : undefined;
  const watch = setInterval(() => {
    if (process.ppid === parent && (!shell || parentOf(parent)?.parent === shell.parent)) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
