import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { whenIdle } from '#web/ui/when-idle.ts';

type Part<Props> = {
  /** The part itself; nothing until its file is there. */
  Part: ComponentType<Props>;
  /** Fetches its file once the screen that may need it stands and the browser is idle, so that it is there when it is asked for. */
  useAhead: () => void;
};

// If it still fails, the screen will show the error.
const ignore = () => undefined;

/**
 * A part of a screen that nobody sees at first (a dialog), in a file of its own. One that stands there as soon as the data has come
 * (`isSeenSoon`) is fetched with the file that names it, beside that data. Where the file is there already the part is drawn at
 * once: what suspends, however shortly, React keeps back for 300 ms.
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
    // Chosen once: a part that stands is not begun anew when its file comes.
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
