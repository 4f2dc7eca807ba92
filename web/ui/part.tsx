// oxlint-disable-next-line eslint/no-restricted-imports -- the one place
import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { whenIdle } from '#web/ui/when-idle.ts';

type InFile<Props> = { Content: ComponentType<Props>; fetch: () => Promise<unknown> };

/**
 * A component in a file of its own. Where the file is there already it is drawn at once: what suspends, however shortly, React keeps
 * back for 300 ms.
 */
export function inFile<Props extends object>(load: () => Promise<ComponentType<Props>>): InFile<Props> {
  let ready: ComponentType<Props> | null = null;
  const fetch = async () => (ready = await load());
  const Lazy = lazy(async () => ({ default: await fetch() }));
  return {
    Content: (props) => {
      // Chosen once: a component that is shown doesn't start over when its file is fetched again.
      const [Chosen] = useState<ComponentType<Props>>(() => ready ?? Lazy);
      return <Chosen {...props} />;
    },
    fetch,
  };
}

type Part<Props> = {
  /** The part itself; its fallback until its file is there. */
  Part: ComponentType<Props>;
  /** Fetches its file once the screen that may need it stands and the browser is idle, so that it is there when it is asked for. */
  useAhead: () => void;
};

type PartOptions = {
  /** It stands there as soon as the data has come: its file is fetched with the file that names it, beside that data. */
  isSeenSoon?: boolean;
  fallback?: ReactNode;
};

// Whoever opens it meets the failure, if it is still one then.
const ignore = () => undefined;

/** A part of a screen that nobody sees at first (a dialog), in a file of its own. */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isSeenSoon = false, fallback }: PartOptions = {},
): Part<Props> {
  const { Content, fetch } = inFile(load);
  if (isSeenSoon) fetch().catch(ignore);
  return {
    Part: (props) => (
      <Suspense fallback={fallback}>
        <Content {...props} />
      </Suspense>
    ),
    useAhead: () => useEffect(() => whenIdle(() => void fetch().catch(ignore)), []),
  };
}
