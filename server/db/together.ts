import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Runs a read once for all callers who ask for it at the same time, under one key. Everyone gets the result of a read
 * that began after they asked, so no one gets an older state than with a read of their own.
 */
export type Together = <Result>(key: string, read: () => Promise<Result>) => Promise<Result>;

const ignore = () => {};

export function makeTogether(): Together {
  /** The reads that haven't begun yet, which others can still join. */
  const ahead = new Map<string, Promise<unknown>>();
  const running = new Map<string, Promise<unknown>>();
  const begin = <Result>(key: string, read: () => Promise<Result>): Promise<Result> => {
    ahead.delete(key);
    const result = read();
    const ended = result.then(ignore, ignore);
    running.set(key, ended);
    void ended.finally(() => {
      if (running.get(key) === ended) running.delete(key);
    });
    return result;
  };
  return async <Result>(key: string, read: () => Promise<Result>) => {
    const joined = ahead.get(key);
    // If it fails, another caller's time may be up, but not this one's. A key always means the same read.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (joined !== undefined) return (joined as Promise<Result>).catch(read);
    const own = (running.get(key) ?? nextTurn()).then(() => begin(key, read));
    ahead.set(key, own);
    return own;
  };
}
