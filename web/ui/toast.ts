import { useSyncExternalStore } from 'react';

/** How long a toast stands, in milliseconds. Source: business constants of the specification. */
export const toastDuration = { usual: 5000, pendingApproval: 6000 } as const;

export type Toast = {
  readonly id: number;
  readonly title: string;
  readonly text?: string;
  /** A second sentence, which qualifies the first. */
  readonly note?: string;
  /** Something failed: read out at once. */
  readonly destructive?: boolean;
  readonly duration: number;
  readonly action?: { readonly label: string; readonly act: () => void };
};

let current: Toast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function set(toast: Toast | null): void {
  current = toast;
  listeners.forEach((listener) => listener());
}

type ToastInput = Omit<Toast, 'id' | 'duration'> & { duration?: number };

/** Shows a toast; the one that stands is replaced, so that at most one is visible. */
export function showToast(toast: ToastInput): void {
  count += 1;
  set({ duration: toastDuration.usual, ...toast, id: count });
}

/** Takes the toast away, if it is (still) the one that stands. */
export function dismissToast(id: number): void {
  if (current?.id === id) set(null);
}

const storageKey = 'firstbell-toast';

/** Keeps a toast for the next page load: the way across a full navigation. It cannot carry an action. */
export function showToastAfterNavigation(toast: Omit<ToastInput, 'action'>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(toast));
  } catch {
    // Storage may be forbidden; then the page changes without the toast.
  }
}

/** Shows what `showToastAfterNavigation` kept; call it once when a page starts. */
export function showKeptToast(): void {
  try {
    const kept = sessionStorage.getItem(storageKey);
    if (kept === null) return;
    sessionStorage.removeItem(storageKey);
    const toast: unknown = JSON.parse(kept);
    if (typeof toast === 'object' && toast !== null && 'title' in toast && typeof toast.title === 'string') {
      showToast({
        title: toast.title,
        ...('text' in toast && typeof toast.text === 'string' ? { text: toast.text } : {}),
        ...('destructive' in toast && toast.destructive === true ? { destructive: true } : {}),
      });
    }
  } catch {
    // A toast is never the only copy of a message: none is better than a broken start.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The toast that stands, or null. */
export function useToast(): Toast | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}
