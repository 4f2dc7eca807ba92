import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { Refused } from '#server/http/refused.ts';
import type { Drawing, Order } from '#server/security/draw-process.ts';

/** Images that are drawn or wait to be, of this process: one is drawn at a time, in about a second at most. */
const mostInLine = 6;
/** How long one image is waited for, in ms. The process ends by itself at one that costs too much; this is for one that hangs. */
const patienceMs = 60_000;
/** How long that process waits for the next image, in ms. */
const idleMs = 30_000;

let drawer: ChildProcess | null = null;
let idle: NodeJS.Timeout | null = null;
let inLine = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws an uploaded image again, upright, within so many pixels. That is done one image after the other and in a process of its own: what
 * an image takes of memory, and what it may break, is not the server's, and the threads that hash passwords stay free.
 *
 * @throws {Refused} too_many_requests when too many images wait already, unavailable when no process can be started.
 */
export async function draw(order: Order): Promise<Drawing> {
  if (inLine >= mostInLine)
    throw new Refused('too_many_requests', 'Many images are being processed right now. Please try again in a minute.', {
      retryAfter: 10,
    });
  inLine += 1;
  const mine = last.then(() => drawInProcess(order)).finally(() => (inLine -= 1));
  last = mine.catch(() => {});
  return mine;
}

async function drawInProcess(order: Order): Promise<Drawing> {
  if (idle !== null) clearTimeout(idle);
  const child = (drawer ??= startDrawer());
  const { promise, resolve, reject } = Promise.withResolvers<Drawing>();
  const onEnd = () => resolve({ problem: 'too_costly' });
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  child.once('message', resolve).once('exit', onEnd).once('error', reject);
  try {
    child.send(order);
    return await promise;
  } catch (error) {
    endDrawer(child);
    throw new Refused('unavailable', 'Images cannot be processed right now. Please try again in a minute.', {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', onEnd).off('error', reject);
    idle = setTimeout(() => endDrawer(child), idleMs).unref();
  }
}

/** It gets no setting and no secret of ours, and stands back where the server needs the processor. */
function startDrawer(): ChildProcess {
  const child = fork(new URL('./draw-process.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { UV_THREADPOOL_SIZE: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // A failure is heard of by whoever waits for an image; between two images nobody does.
  child.on('error', () => {});
  child.once('exit', () => {
    if (drawer === child) drawer = null;
  });
  // A server that stops does not wait for it: it ends with its channel.
  child.unref();
  child.channel?.unref();
  if (child.pid !== undefined) {
    try {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // Where that is forbidden it draws as fast as everything else.
    }
  }
  return child;
}

function endDrawer(child: ChildProcess): void {
  if (drawer === child) drawer = null;
  child.kill('SIGKILL');
}
