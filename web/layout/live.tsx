import { Suspense, useEffect, useState, type ComponentType } from 'react';
import { inFile } from '#web/ui/part.tsx';
import { whenIdle } from '#web/ui/when-idle.ts';

const { Content: LiveEvents } = inFile(
  async (): Promise<ComponentType<{ since: { steady: number; wall: number } }>> => {
    try {
      return (await import('#web/layout/live-events.tsx')).LiveEvents;
    } catch {
      // A screen without live events is a screen all the same.
      return () => null;
    }
  },
);

/** Follows what changes, once the browser has nothing better to do. */
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
