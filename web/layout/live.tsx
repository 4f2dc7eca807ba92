import { Suspense, useEffect, useState, type ComponentType } from 'react';
import { inFile } from '#web/ui/in-file.tsx';
import { rootMark } from '#web/ui/root.ts';
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

/**
 * When the page itself asked for the first data of a home, before any script ran. It is null once that data is shown.
 */
let askedAt = ['none', 'unknown', undefined].includes(rootMark('session'))
  ? null
  : { steady: 0, wall: performance.timeOrigin };

/** Returns the time of this visit's first data. */
function dataSince(): { steady: number; wall: number } {
  const since = askedAt ?? { steady: performance.now(), wall: Date.now() };
  askedAt = null;
  return since;
}

/** Starts live events once the browser is idle. */
export function Live() {
  const [since] = useState(dataSince);
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle ? (
    <Suspense>
      <LiveEvents since={since} />
    </Suspense>
  ) : null;
}
