import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/**
 * The identity that PostgreSQL runs as. It refuses root, so root uses another one: a user namespace in which root's own
 * files appear to belong to an ordinary user, or a real other user.
 */
export type Runner = { prefix: readonly string[]; identity: { uid?: number; gid?: number } };

const asOurselves: Runner = { prefix: [], identity: {} };
// 65534 is the user 'nobody': inside the namespace, root's files appear to be owned by it. Outside, they remain root's.
const inUserNamespace: Runner = {
  prefix: ['unshare', '--user', '--map-user=65534', '--map-group=65534'],
  identity: {},
};

/** PostgreSQL's environment. It contains none of ours, whose settings include secrets. */
const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Runs a program that ends when we do: a small shell next to it waits for our end of a pipe to close, which the system
 * does however we end (even by kill -9), and then interrupts the program. A line through the pipe cancels the shell. It
 * keeps our error pipe open until it exits, so 'close' means that nothing is left. It is detached, so Ctrl-C in a
 * terminal reaches only us and we decide when the database stops.
 */
const leash = 'exec 3<&0; ( ( read -r _ <&3 || kill -INT $$ 2>/dev/null ) >/dev/null & ); exec "$@" </dev/null 3<&-';

/**
 * Starts `command` as `runner`, tied to our lifetime as above. Its error output is a pipe, and the rest is discarded.
 */
export function spawnLeashed(runner: Runner, command: readonly string[]): ChildProcess {
  const child = spawn('sh', ['-c', leash, 'sh', ...runner.prefix, ...command], {
    ...runner.identity,
    cwd: '/',
    env: environment,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin?.on('error', () => undefined); // The shell may have exited before our last line.
  child.once('exit', () => child.stdin?.end('\n'));
  return child;
}

function commandLine(runner: Runner, command: readonly string[]): { file: string; args: string[] } {
  const [file, ...args] = [...runner.prefix, ...command];
  if (file === undefined) throw new Error('There is no command to run.');
  return { file, args };
}

/** Runs `command` as `runner` to its end, with `input` on its standard input. Throws its last output if it fails. */
export async function runToEnd(runner: Runner, command: readonly string[], input?: string): Promise<void> {
  // With input, no pipe is left for the lifetime shell, and none is needed: the end of the input ends the program.
  const { file, args } = commandLine(runner, command);
  const child =
    input === undefined
      ? spawnLeashed(runner, command)
      : spawn(file, args, {
          ...runner.identity,
          cwd: '/',
          env: environment,
          detached: true,
          stdio: ['pipe', 'ignore', 'pipe'],
        });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  if (input !== undefined) {
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new Error(said.trim().split('\n').slice(-3).join(' ') || `${command[0]} exited with code ${code}`);
}

/** Returns whether `runner` can enter `folder` and run `program`. */
export function reaches(runner: Runner, folder: string, program: string): { folder: boolean; program: boolean } {
  const look = 'cd -- "$1" 2>/dev/null || exit 10; test -x "$2" || exit 11';
  const { file, args } = commandLine(runner, ['sh', '-c', look, 'sh', folder, program]);
  const { status } = spawnSync(file, args, { ...runner.identity, cwd: '/', env: environment, stdio: 'ignore' });
  return { folder: status === 0 || status === 11, program: status === 0 };
}

function accountNamed(name: string): Runner | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { prefix: [], identity: { uid: Number(uid), gid: Number(gid) } } : undefined;
}

/**
 * Returns the runners that may serve the data in `folder`, best first. An ordinary user can only run it as themselves.
 * Root runs it as the owner of the folder, because PostgreSQL insists on owning its data. If that is root, or the
 * folder is still empty (`fresh`), a namespace is better than the users `postgres` and `nobody`.
 */
export function possibleRunners(folder: string, fresh: boolean): Runner[] {
  if (process.getuid?.() !== 0) return [asOurselves];
  const owner = statSync(folder);
  if (owner.uid !== 0) return [{ prefix: [], identity: { uid: owner.uid, gid: owner.gid } }];
  if (!fresh) return [inUserNamespace];
  return [inUserNamespace, accountNamed('postgres'), accountNamed('nobody')].filter((runner) => runner !== undefined);
}
