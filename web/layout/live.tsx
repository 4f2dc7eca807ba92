import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '#web/ui/when-idle.ts';

const LiveEvents = lazy(async (): Promise<{ default: ComponentType<{ since: { steady: number; wall: number } }> }> => {
  try {
    return { default: (await import('#web/layout/live-events.tsx')).LiveEvents };
  } catch {
    // A screen also works without live events.
    return { default: () => null };
  }
});

/** Starts live events once the browser is idle. */
export function Live() {
  const [since] = useState(() => ({ steady: performance.now(), wall: Date.now() }));
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle ? (
    <Suspense>
      <LiveEvents since={since} />
    </Suspense>
  ) : null;
}
