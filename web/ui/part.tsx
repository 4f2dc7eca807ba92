import { Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { inFile } from '#web/ui/in-file.tsx';
import { whenIdle } from '#web/ui/when-idle.ts';

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

// If it still fails, the screen will show the error.
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
