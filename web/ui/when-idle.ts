/** How long the browser may keep it waiting, in ms. */
const patienceMs = 2000;
/** Where the browser does not say when it is idle, it is given this long, in ms. */
const restMs = 1000;

/** Does something once the browser has nothing better to do. The answer takes it back. */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, restMs);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(act, { timeout: patienceMs });
  return () => cancelIdleCallback(waiting);
}
