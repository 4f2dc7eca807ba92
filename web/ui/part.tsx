import { lazy, Suspense, useEffect, type ComponentType } from 'react';

type Part<Props> = {
  /** The part itself; nothing until its file is there. */
  Part: ComponentType<Props>;
  /** Fetches its file once the screen that may need it stands, so that it is there when it is asked for. */
  useAhead: () => void;
};

/** A part of a screen that nobody sees at first (a dialog, what is far below), in a file of its own. */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  const Lazy = lazy(async () => ({ default: await load() }));
  const Shown: ComponentType<Props> = (props) => (
    <Suspense>
      <Lazy {...props} />
    </Suspense>
  );
  return {
    Part: Shown,
    useAhead: () =>
      useEffect(() => {
        // Whoever opens it meets the failure, if it is still one then.
        load().catch(() => undefined);
      }, []),
  };
}
