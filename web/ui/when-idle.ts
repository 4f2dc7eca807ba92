/** The longest wait for the browser to be idle, in ms. */
const patienceMs = 2000;
/** The delay in browsers without `requestIdleCallback`, in ms. */
const restMs = 1000;

/** Runs a callback when the browser is idle. Returns a function that cancels it. */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, restMs);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(act, { timeout: patienceMs });
  return () => cancelIdleCallback(waiting);
}
