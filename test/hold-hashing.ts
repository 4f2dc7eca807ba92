import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, open, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);

/**
 * Keeps libuv's threads busy, where passwords are hashed, until the returned function is called. Every hash waits, and
 * a test can look at what its caller holds meanwhile. Each thread opens a pipe that no one writes to. A test that fails
 * lets go of them at its end: the next test file runs in the same process.
 */
export function holdHashing(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-hold-'));
  const pipes = Array.from({ length: threads }, (_, n) => path.join(folder, `pipe-${n}`));
  execFileSync('mkfifo', pipes);
  const opened: number[] = [];
  for (const pipe of pipes)
    open(pipe, 'r', (_error, descriptor) => {
      opened.push(descriptor);
      closeSync(descriptor);
    });
  let isHeld = true;
  const letGo = () => {
    if (!isHeld) return;
    isHeld = false;
    // The pipe is opened for reading and writing, which doesn't wait for a reader.
    const writers = pipes.map((pipe) => openSync(pipe, constants.O_RDWR));
    const closeOnceOpened = () => {
      if (opened.length < threads) return void setImmediate(closeOnceOpened);
      for (const writer of writers) closeSync(writer);
      rmSync(folder, { recursive: true, force: true });
    };
    closeOnceOpened();
  };
  onTestFinished(letGo);
  return letGo;
}
