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
  /** The record that it is about. A newer toast about it replaces this one, whose Undo is no longer true. */
  readonly about?: number | undefined;
  readonly action?: { readonly label: string; readonly act: () => void };
};

/** The newest first. Behind it are only earlier ones whose action is still offered. */
const shown = makeStore<readonly Toast[]>([]);
/** When each one's time is over, unless it is held, as `performance.now()`. */
const ends = new Map<number, number>();
let count = 0;

export type ToastInput = Omit<Toast, 'id' | 'duration'> & { duration?: number };

/** Shows a toast. It replaces the earlier ones, but leaves their actions. */
export function showToast(toast: ToastInput): void {
  count += 1;
  const { duration = toastDuration.usual, about } = toast;
  const earlier = shown.get().filter((one) => one.action && (about === undefined || one.about !== about));
  shown.set([{ ...toast, duration, id: count }, ...earlier]);
}

/** Begins the time of a toast that is now visible. */
export const beginTime = ({ id, duration }: Toast): void => void ends.set(id, performance.now() + duration);

/** Returns how long a toast is still shown, in ms. */
export const timeLeft = ({ id, duration }: Toast): number =>
  (ends.get(id) ?? performance.now() + duration) - performance.now();

/** Returns the id of the newest toast, or null. */
export const shownToast = (): number | null => shown.get()[0]?.id ?? null;

/** Dismisses this toast if it is still shown. */
export function dismissToast(id: number | null): void {
  shown.set(shown.get().filter((one) => one.id !== id));
}

/** Dismisses all toasts. */
export const dismissToasts = (): void => shown.set([]);

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

/** Returns the toasts, the newest first. */
export const useToasts = shown.useValue;
