import { makeStore } from '#web/ui/store.ts';

/** How long a toast is shown, in milliseconds. Source: business constants of the specification. */
export const toastDuration = { usual: 5000, pendingApproval: 6000 } as const;

export type Toast = {
  readonly id: number;
  readonly title: string;
  readonly text?: string;
  /** A second sentence that qualifies the first. */
  readonly note?: string;
  /** An error, announced immediately. */
  readonly destructive?: boolean;
  readonly duration: number;
  readonly action?: { readonly label: string; readonly act: () => void };
};

const current = makeStore<Toast | null>(null);
let count = 0;

export type ToastInput = Omit<Toast, 'id' | 'duration'> & { duration?: number };

/** Shows a toast and replaces the current one, so at most one is visible. */
export function showToast(toast: ToastInput): void {
  count += 1;
  current.set({ duration: toastDuration.usual, ...toast, id: count });
}

/** Returns the id of the current toast, or null. */
export const shownToast = (): number | null => current.get()?.id ?? null;

/** Dismisses this toast if it is still the current one. */
export function dismissToast(id: number | null): void {
  if (shownToast() === id) current.set(null);
}

const storageKey = 'firstbell-toast';

/** Stores a toast for the next page load, across a full navigation. It can't have an action. */
export function showToastAfterNavigation(toast: Omit<ToastInput, 'action'>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(toast));
  } catch {
    // Storage may be disabled. Then the page changes without the toast.
  }
}

/** Shows the toast stored by `showToastAfterNavigation`. Call it once when a page starts. */
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
    // A toast is never the only copy of a message, so losing one is better than failing to start.
  }
}

/** Returns the current toast, or null. */
export const useToast = current.useValue;
