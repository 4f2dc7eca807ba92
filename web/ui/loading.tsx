import { useDeferredValue, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { markRoot } from '#web/ui/root.ts';
import { join } from '#web/ui/join.ts';

const showAfter = 200;
const showAtLeast = 300;

/**
 * Whether to show that something loads: only after 200 ms, then for at least 300 ms, so that nothing flashes.
 */
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

/** Says at the root of the page that a part of it loads: only then do the styles ask of every element what stands before it. */
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
  /** What loads, read out: "Loading messages". */
  label: string;
  /** The shape of what comes. */
  skeleton: ReactNode;
  children: () => ReactNode;
};

/** A skeleton while something loads (nothing at all in its first 200 ms), then the thing itself. */
export function Loading({ when, label, skeleton, children }: LoadingProps) {
  const slow = useSlow(when);
  const waits = when || slow;
  // What comes is drawn in slices: a slow phone answers to taps meanwhile.
  const waited = useDeferredValue(waits);
  const stands = waits || waited;
  useSaid(stands);
  if (!stands) return children();
  return (
    <div role="status" aria-label={label} data-loads="" className={skeleton === null ? 'sr-only' : undefined}>
      {slow ? <div aria-hidden="true">{skeleton}</div> : null}
    </div>
  );
}

/** One soft bar of a skeleton; its size and radius come from the classes. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={join('animate-pulse-soft bg-subtle', className)} />;
}

/** Two rows about to appear: of people, unless they are plain. */
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
