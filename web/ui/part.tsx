import { Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { inFile } from '#web/ui/in-file.tsx';
import { whenIdle } from '#web/ui/when-idle.ts';

type Part<Props> = {
  /** The part itself. Renders its fallback until its file is loaded. */
  Part: ComponentType<Props>;
  /** Prefetches its file once the screen that may need it is mounted and the browser is idle. */
  useAhead: () => void;
  /** Prefetches its file now, such as when a pointer comes near the control that opens it. */
  ahead: () => void;
};

type PartOptions = {
  /** Rendered as soon as the data has arrived: its file is fetched together with the file that imports it, in parallel with that data. */
  isSeenSoon?: boolean;
  fallback?: ReactNode;
};

// If it still fails, the screen shows the error.
const ignore = () => undefined;

let soon: Promise<unknown> = Promise.resolve();

/** Resolves when every part that is seen soon, of the files that have run so far, has loaded or failed. */
export const partsSeenSoon = () => soon;

/** Returns a part of a screen that isn't visible at first (a dialog), in a separate file. */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isSeenSoon = false, fallback }: PartOptions = {},
): Part<Props> {
  const { Content, fetch } = inFile(load);
  const ahead = () => void fetch().catch(ignore);
  if (isSeenSoon) soon = Promise.allSettled([soon, fetch()]);
  return {
    Part: (props) => (
      <Suspense fallback={fallback}>
        <Content {...props} />
      </Suspense>
    ),
    useAhead: () => useEffect(() => whenIdle(ahead), []),
    ahead,
  };
}
