import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { whenIdle } from '#web/ui/when-idle.ts';

type Part<Props> = {
  /** The part itself. Renders nothing until its file is loaded. */
  Part: ComponentType<Props>;
  /** Prefetches its file once the screen that may need it is mounted and the browser is idle. */
  useAhead: () => void;
};

// If it still fails, the screen will show the error.
const ignore = () => undefined;

/**
 * A part of a screen that isn't visible at first (a dialog), in a separate file. One that is visible as soon as the
 * data has loaded (`isSeenSoon`) is fetched with the importing file, in parallel with the data. If the file is already
 * loaded, the part renders immediately: React delays anything that suspends, however briefly, by 300 ms.
 */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isSeenSoon = false } = {},
): Part<Props> {
  let ready: ComponentType<Props> | null = null;
  const fetch = async () => (ready = await load());
  if (isSeenSoon) fetch().catch(ignore);
  const Lazy = lazy(async () => ({ default: await fetch() }));
  const Shown: ComponentType<Props> = (props) => {
    // Chosen once, so a mounted part isn't remounted when its file loads.
    const [Chosen] = useState<ComponentType<Props>>(() => ready ?? Lazy);
    return (
      <Suspense>
        <Chosen {...props} />
      </Suspense>
    );
  };
  return {
    Part: Shown,
    useAhead: () => useEffect(() => whenIdle(() => void fetch().catch(ignore)), []),
  };
}
