import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between two calls. A call doesn't wait for the one before it, so a slow one doesn't hide others. */
const rhythm = 20;

/**
 * Makes these calls in turn while `work` runs. Returns the median and the 99th percentile of their times in
 * milliseconds.
 */
export async function callsBeside(
  calls: readonly (() => Promise<unknown>)[],
  work: Promise<unknown>,
): Promise<{ count: number; p50: number; p99: number }> {
  const times: number[] = [];
  const making: Promise<void>[] = [];
  let isDone = false;
  const ended = work.finally(() => (isDone = true));
  for (let nth = 0; !isDone; nth += 1) {
    const make = calls[nth % calls.length];
    if (make === undefined) throw new RangeError('There are no calls.');
    const began = performance.now();
    making.push(make().then(() => void times.push(performance.now() - began)));
    await wait(rhythm);
  }
  await ended;
  await Promise.all(making);
  return { count: times.length, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
