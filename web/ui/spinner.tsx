import { join } from '#web/ui/join.ts';

/** Shows a spinner. In a button it takes the text's color. On its own, it needs text next to it (`LoadingPage`). */
export function Spinner({ inButton = false }: { inButton?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={join(
        'inline-block flex-none animate-spin-calm rounded-pill',
        inButton
          ? 'size-[15px] border-2 border-current/35 border-t-current'
          : 'size-5 border-[2.5px] border-line border-t-accent-ink',
      )}
    />
  );
}

/** Shows a full-page spinner while the session loads. */
export function LoadingPage() {
  return (
    <div role="status" className="grid min-h-dvh place-content-center justify-items-center gap-3 text-label text-ink-3">
      <Spinner />
      Loading
    </div>
  );
}
