import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

const LiveEvents = lazy(async (): Promise<{ default: ComponentType<{ since: { steady: number; wall: number } }> }> => {
  try {
    return { default: (await import('#web/layout/live-events.tsx')).LiveEvents };
  } catch {
    // A screen without live events is a screen all the same.
    return { default: () => null };
  }
});

/** Where the browser does not say when it is idle, it is given this long, in ms. */
const restMs = 1000;

/** Follows what changes, once the browser has nothing better to do. */
export function Live() {
  const [since] = useState(() => ({ steady: performance.now(), wall: Date.now() }));
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true), restMs);
      return () => clearTimeout(timer);
    }
    const waiting = requestIdleCallback(() => setIdle(true), { timeout: 2 * restMs });
    return () => cancelIdleCallback(waiting);
  }, []);
  return isIdle ? (
    <Suspense>
      <LiveEvents since={since} />
    </Suspense>
  ) : null;
}
