import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';
import { useTopLayer } from '#web/ui/layers.ts';
import { dismissToast, useToast, type Toast } from '#web/ui/toast.ts';

/** A toast as young as this may not have been read out yet, in ms. */
const unheardMs = 1000;
const settledMs = 100;

/**
 * Where the toast stands: bottom right, on phones below the header. Rendered once per page. While a modal
 * dialog is open it stands inside that dialog, for everything outside is inert, and to its left: the buttons at its
 * foot must not wait until a toast has gone. F6 reaches it.
 */
export function Toaster() {
  const toast = useToast();
  const layer = useTopLayer();
  const clock = useClock(toast);
  const place = useSyncExternalStore(subscribeToNothing, placeInPage, placeInMarkup);
  // One element for good, which moves from layer to layer with its toast: the clock goes on, and nothing is read twice.
  useLayoutEffect(() => {
    if (place) (layer ?? document.body).append(place);
  }, [place, layer]);
  const times = useRepeats(toast, layer, clock.isHeld);
  useEffect(() => {
    const reach = (event: globalThis.KeyboardEvent) => {
      const shown = document.querySelector<HTMLElement>('[data-toast]');
      if (event.key !== 'F6' || !shown) return;
      event.preventDefault();
      shown.focus();
    };
    document.addEventListener('keydown', reach);
    return () => document.removeEventListener('keydown', reach);
  }, []);
  if (place === null) return null;
  const card = toast ? <ToastCard key={`${toast.id} ${times}`} toast={toast} onHold={clock.hold} /> : null;
  return createPortal(
    // Both live regions stand from the start: a screen reader only hears changes within one it knows.
    <div
      className={join(
        'pointer-events-none fixed inset-x-4 top-[calc(var(--spacing-header)+0.5rem)] z-(--z-toast) mx-auto max-w-100 md:top-auto md:bottom-6',
        layer ? 'md:right-auto md:left-4 md:w-66' : 'md:right-6 md:left-auto md:w-100',
      )}
    >
      <div role="status">{toast?.destructive ? null : card}</div>
      <div role="alert">{toast?.destructive ? card : null}</div>
    </div>,
    place,
  );
}

let place: HTMLElement | null = null;
const placeInPage = () => (place ??= document.createElement('div'));
/** A page that was rendered ahead of time has no toast yet. */
const placeInMarkup = () => null;
const subscribeToNothing = () => () => undefined;

/** The timer of the visible toast. Hovering, focus and a hidden tab pause it. */
function useClock(toast: Toast | null): { isHeld: boolean; hold: (isHeld: boolean) => void } {
  const [held, setHeld] = useState<number | null>(null);
  const [hidden, setHidden] = useState(false);
  const left = useRef({ id: 0, ms: 0 });
  const isHeld = toast !== null && held === toast.id;

  useEffect(() => {
    const follow = () => setHidden(document.hidden);
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);

  useEffect(() => {
    if (toast === null || isHeld || hidden) return;
    if (left.current.id !== toast.id) left.current = { id: toast.id, ms: toast.duration };
    const clock = left.current;
    const since = performance.now();
    const timer = setTimeout(() => dismissToast(toast.id), clock.ms);
    return () => {
      clearTimeout(timer);
      clock.ms -= performance.now() - since;
    };
  }, [isHeld, hidden, toast]);
  return { isHeld, hold: (holds) => setHeld(holds && toast !== null ? toast.id : null) };
}

/** How often a toast was inserted again. One that moves to another layer before a screen reader reads it would be lost. */
function useRepeats(toast: Toast | null, layer: HTMLElement | null, isHeld: boolean): number {
  const [times, setTimes] = useState(0);
  const shown = useRef({ id: 0, at: 0, layer });
  const id = toast?.id;
  useEffect(() => {
    const before = shown.current;
    shown.current = { id: id ?? 0, at: before.id === id ? before.at : performance.now(), layer };
    if (id === undefined || before.id !== id || before.layer === layer || isHeld) return;
    if (performance.now() - before.at > unheardMs) return;
    const timer = setTimeout(() => setTimes((count) => count + 1), settledMs);
    return () => clearTimeout(timer);
  }, [id, layer, isHeld]);
  return times;
}

function ToastCard({ toast, onHold }: { toast: Toast; onHold: (isHeld: boolean) => void }) {
  return (
    <div
      data-toast=""
      tabIndex={-1}
      onMouseEnter={() => onHold(true)}
      onMouseLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onHold(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Not meant for the dialog around the toast.
        event.preventDefault();
        dismissToast(toast.id);
      }}
      className="toast pointer-events-auto flex w-full items-start gap-3 rounded-card border border-transparent bg-toast py-3 pr-2 pl-4 text-label text-toast-ink shadow-menu"
    >
      <Icon
        shape={toast.destructive ? icons.alert : icons.check}
        className={join(
          'mt-px',
          toast.destructive ? 'text-[light-dark(#ff9d92,#b3261e)]' : 'text-[light-dark(#82d49a,#1d6a35)]',
        )}
      />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-semibold">{toast.title}</p>
        {toast.text ? <p>{toast.text}</p> : null}
        {toast.note ? <p className="mt-1">{toast.note}</p> : null}
      </div>
      {toast.action ? (
        <button
          type="button"
          onClick={() => {
            toast.action?.act();
            dismissToast(toast.id);
          }}
          className="-my-1 min-h-8 rounded-control px-2.5 font-semibold underline underline-offset-3 pointer-coarse:-my-2.5 pointer-coarse:min-h-touch"
        >
          {toast.action.label}
        </button>
      ) : null}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dismissToast(toast.id)}
        className="-my-1.5 grid size-8 flex-none place-items-center rounded-control opacity-75 hover:opacity-100 pointer-coarse:-my-3 pointer-coarse:size-touch"
      >
        <Icon shape={icons.close} size="small" />
      </button>
    </div>
  );
}
