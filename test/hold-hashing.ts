import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, open, openSync, rmSync } from 'node:fs';
import { constants } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);

/**
 * Keeps the threads on which passwords are hashed busy until the answer is called: whoever needs a hash waits for it, and
 * a test sees what they hold meanwhile. Each thread opens a pipe to which nobody writes.
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
  return () => {
    // For reading and writing: whoever opens a pipe so waits for nobody.
    const writers = pipes.map((pipe) => openSync(pipe, constants.O_RDWR));
    const release = () => {
      if (opened.length < threads) return void setImmediate(release);
      for (const writer of writers) closeSync(writer);
      rmSync(folder, { recursive: true, force: true });
    };
    release();
  };
}
