import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import pLimit from 'p-limit';
import { Refused } from '#server/core/refused.ts';
import type { Drawing, Order } from '#server/security/draw-process.ts';

/** The maximum number of images in progress or waiting. One is processed at a time, in about a second at most. */
const mostInLine = 6;
/**
 * The timeout per image, in ms. The process exits on its own if an image costs too much. This is for one that hangs.
 */
const patienceMs = 60_000;
/** How long an idle process is kept for the next image, in ms. */
const idleMs = 30_000;

let drawer: ChildProcess | null = null;
let idle: NodeJS.Timeout | null = null;
const oneAtATime = pLimit(1);

/**
 * Redraws an uploaded image upright, within the given dimensions. Images are processed one at a time in a separate
 * process, so none of them can exhaust the server's memory or crash it, and the threads that hash passwords stay free.
 *
 * @throws {Refused} too_many_requests when too many images are waiting, unavailable when the process can't be started.
 */
export async function draw(order: Order): Promise<Drawing> {
  if (oneAtATime.activeCount + oneAtATime.pendingCount >= mostInLine)
    throw new Refused('too_many_requests', 'Many images are being processed right now. Please try again in a minute.', {
      retryAfter: 10,
    });
  return oneAtATime(() => drawInProcess(order));
}

async function drawInProcess(order: Order): Promise<Drawing> {
  const isUsed = drawer !== null;
  try {
    const drawing = await drawnByDrawer(order);
    // A reused process may have exited because of an earlier image. Try a new one.
    return drawing ?? (isUsed ? await drawnByDrawer(order) : null) ?? { problem: 'too_costly' };
  } catch (error) {
    throw new Refused('unavailable', 'Images cannot be processed right now. Please try again in a minute.', {
      cause: error,
    });
  }
}

/** Returns null if the process exited before it answered. */
async function drawnByDrawer(order: Order): Promise<Drawing | null> {
  if (idle !== null) clearTimeout(idle);
  const child = (drawer ??= startDrawer());
  const { promise, resolve, reject } = Promise.withResolvers<Drawing | null>();
  const onEnd = () => resolve(null);
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  child.once('message', resolve).once('exit', onEnd).once('error', reject);
  try {
    child.send(order, (error) => {
      // A process whose channel is broken processes nothing more. Its exit is the answer.
      if (error !== null) child.kill('SIGKILL');
    });
    return await promise;
  } catch (error) {
    endDrawer(child);
    throw error;
  } finally {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', onEnd).off('error', reject);
    idle = setTimeout(() => endDrawer(child), idleMs).unref();
  }
}

/** The process gets none of our settings and secrets, and a lower priority than the server. */
function startDrawer(): ChildProcess {
  const child = fork(new URL('./draw-process.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { UV_THREADPOOL_SIZE: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // While an image is being processed, its call handles the failure. Between two images, there is nothing to handle.
  child.on('error', () => {});
  child.once('exit', () => {
    if (drawer === child) drawer = null;
  });
  // The process exits with its channel, so it doesn't keep a stopping server alive.
  child.unref();
  child.channel?.unref();
  if (child.pid !== undefined) {
    try {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // Some systems forbid this. Then it runs at normal priority.
    }
  }
  return child;
}

function endDrawer(child: ChildProcess): void {
  if (drawer === child) drawer = null;
  child.kill('SIGKILL');
}
