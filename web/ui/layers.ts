import { useSyncExternalStore } from 'react';

// Modal dialogs make everything outside themselves inert. Whoever must stay reachable (the toast) moves into
// the topmost one, and so has to know which that is.
const open: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();
const changed = () => listeners.forEach((listener) => listener());

/** Records that a modal dialog has opened; call the answer when it has closed. */
export function enterLayer(dialog: HTMLDialogElement): () => void {
  // The page must neither scroll behind it nor jump when its scrollbar goes.
  const root = document.documentElement;
  if (open.length === 0) root.dataset['locked'] = innerWidth > root.clientWidth ? 'gutter' : '';
  open.push(dialog);
  changed();
  return () => {
    const at = open.indexOf(dialog);
    if (at >= 0) open.splice(at, 1);
    if (open.length === 0) delete root.dataset['locked'];
    changed();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The topmost open modal dialog, or null. */
export function useTopLayer(): HTMLDialogElement | null {
  return useSyncExternalStore(
    subscribe,
    () => open.at(-1) ?? null,
    () => null,
  );
}
