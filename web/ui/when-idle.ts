import { rootMark } from '#web/ui/root.ts';

/** The longest wait for the browser to be idle, in ms. */
const patienceMs = 2000;
/** The delay in browsers without `requestIdleCallback`, in ms. */
const restMs = 1000;

/**
 * Runs a callback once nothing on the screen loads and the browser is idle, or after two seconds. A browser can also be
 * idle between two slices of the first screen, whose data shouldn't wait for code that comes later. Returns a function
 * that cancels it.
 */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, restMs);
    return () => clearTimeout(timer);
  }
  const began = performance.now();
  const wait = (): number =>
    requestIdleCallback(
      () => {
        if (rootMark('loading') === undefined || performance.now() - began >= patienceMs) act();
        else waiting = wait();
      },
      { timeout: patienceMs },
    );
  let waiting = wait();
  return () => cancelIdleCallback(waiting);
}
