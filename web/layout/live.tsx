import { Suspense, useEffect, useState, type ComponentType } from 'react';
import { inFile } from '#web/ui/in-file.tsx';
import { whenIdle } from '#web/ui/when-idle.ts';

const { Content: LiveEvents } = inFile(
  async (): Promise<ComponentType<{ since: { steady: number; wall: number } }>> => {
    try {
      return (await import('#web/layout/live-events.tsx')).LiveEvents;
    } catch {
      // A screen also works without live events.
      return () => null;
    }
  },
);

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
