import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';
import { useTopLayer } from '#web/ui/layers.ts';
import { dismissToast, useToast, type Toast } from '#web/ui/toast.ts';

/**
 * Where the toast stands: bottom right, on phones below the header. Rendered once per page. While a modal
 * dialog is open it stands inside that dialog, for everything outside is inert, and to its left: the buttons at its
 * foot must not wait until a toast has gone. F6 reaches it.
 */
export function Toaster() {
  const toast = useToast();
  const layer = useTopLayer();
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
  const region = (
    // Both live regions stand from the start: a screen reader only hears changes within one it knows.
    <div
      className={join(
        'pointer-events-none fixed inset-x-4 top-[calc(var(--spacing-header)+0.5rem)] z-(--z-toast) mx-auto max-w-100 md:top-auto md:bottom-6',
        layer ? 'md:right-auto md:left-4 md:w-66' : 'md:right-6 md:left-auto md:w-100',
      )}
    >
      <div role="status">{toast && !toast.destructive ? <ToastCard key={toast.id} toast={toast} /> : null}</div>
      <div role="alert">{toast?.destructive ? <ToastCard key={toast.id} toast={toast} /> : null}</div>
    </div>
  );
  return layer ? createPortal(region, layer) : region;
}

/** One toast, and its clock: hovering, focus within and a hidden tab stop it. */
function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const [hidden, setHidden] = useState(false);
  const left = useRef(toast.duration);

  useEffect(() => {
    const follow = () => setHidden(document.hidden);
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);

  useEffect(() => {
    if (held || hidden) return;
    const since = performance.now();
    const timer = setTimeout(() => dismissToast(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - since;
    };
  }, [held, hidden, toast.id]);

  return (
    <div
      data-toast=""
      tabIndex={-1}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') dismissToast(toast.id);
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
