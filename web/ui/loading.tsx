import { useDeferredValue, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { markRoot } from '#web/ui/root.ts';
import { join } from '#web/ui/join.ts';

const showAfter = 200;
const showAtLeast = 300;

/** Returns whether to show a loading state: only after 200 ms, then for at least 300 ms, so nothing flickers. */
function useSlow(loading: boolean): boolean {
  const [shownAt, setShownAt] = useState<number | null>(null);
  useEffect(() => {
    if (loading && shownAt === null) {
      const timer = setTimeout(() => setShownAt(performance.now()), showAfter);
      return () => clearTimeout(timer);
    }
    if (!loading && shownAt !== null) {
      const timer = setTimeout(() => setShownAt(null), Math.max(0, showAtLeast - (performance.now() - shownAt)));
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [loading, shownAt]);
  return shownAt !== null;
}

let loading = 0;

/** Marks the root of the page while a part of it loads, so the styles evaluate costly selectors only then. */
function useSaid(loads: boolean): void {
  useLayoutEffect(() => {
    if (!loads) return undefined;
    loading += 1;
    markRoot('loading', '');
    return () => {
      loading -= 1;
      if (loading === 0) markRoot('loading', null);
    };
  }, [loads]);
}

type LoadingProps = {
  when: boolean;
  /** The accessible name of the loading state: "Loading messages". */
  label: string;
  /** The shape of the expected content. */
  skeleton: ReactNode;
  /** The content. Without it, something else replaces the loading state. */
  children?: () => ReactNode;
};

/** Shows a skeleton while something loads (nothing in the first 200 ms), then the content. */
export function Loading({ when, label, skeleton, children }: LoadingProps) {
  const slow = useSlow(when);
  const waits = when || slow;
  // The content renders in slices, so a slow phone stays responsive.
  const waited = useDeferredValue(waits);
  const stands = waits || waited;
  useSaid(stands);
  if (!stands) return children?.();
  return (
    <div role="status" aria-label={label} data-loads="" className={skeleton === null ? 'sr-only' : undefined}>
      {slow ? <div aria-hidden="true">{skeleton}</div> : null}
    </div>
  );
}

/** One bar of a skeleton. Classes set its size and radius. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={join('animate-pulse-soft bg-subtle', className)} />;
}

/** Two placeholder rows, for people unless they are plain. */
export function SkeletonRows({ plain = false }: { plain?: boolean }) {
  return (
    <div className="card">
      {['first', 'second'].map((row) => (
        <div key={row} className="flex items-center gap-3.5 border-line px-5 py-4 not-first:border-t max-md:px-4">
          {plain ? null : <Skeleton className="size-11 rounded-pill" />}
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-full max-w-40 rounded-[6px]" />
            <Skeleton className="h-3.5 w-full max-w-64 rounded-[6px]" />
          </div>
        </div>
      ))}
    </div>
  );
}
