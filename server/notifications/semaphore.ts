/** Releases the permit. Calling it twice does no harm. */
type Release = () => void;

export type Semaphore = () => Promise<Release>;

/** Returns a semaphore with this many permits. Further callers wait for their turn. */
export function semaphore(most: number): Semaphore {
  let free = most;
  const waiting: (() => void)[] = [];
  return async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let isOut = true;
    return () => {
      if (!isOut) return;
      isOut = false;
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    };
  };
}
