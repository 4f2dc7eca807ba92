/** Where the application is. Only this file touches the browser's history. */
export type Place = { readonly path: string; readonly search: string };

/** How the current place was reached: by a link (to its top) or by Back and Forward (to where one was). */
export type Arrival = { readonly place: Place; readonly scrollTo: number };

const listeners = new Set<(arrival: Arrival) => void>();
/** How far each entry of this document's history was scrolled when it was left. */
const scrolled = new Map<string, number>();
let entry = keyOf(history.state);
let blocker: (() => boolean) | null = null;

/** The place as the address bar has it; a slash at the end does not count. */
export function currentPlace(): Place {
  return { path: location.pathname.replace(/(.)\/+$/, '$1'), search: location.search };
}

/**
 * Goes to an address of the application. `replace` puts it in the stead of the current history entry, and
 * keeps the scroll position: for what only refines a screen.
 */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  if (!options.replace && blocker?.()) return;
  scrolled.set(entry, scrollY);
  if (options.replace) history.replaceState({ key: entry }, '', to);
  else {
    entry = crypto.getRandomValues(new Uint32Array(2)).join('-');
    history.pushState({ key: entry }, '', to);
  }
  tell({ place: currentPlace(), scrollTo: options.replace ? scrollY : 0 });
}

/** Hears of every change of place until the answer is called. */
export function followPlace(listener: (arrival: Arrival) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asked before leaving by a link; answers whether to stay. One at a time: the form that has unsaved changes. */
export function blockLeaving(stays: () => boolean): () => void {
  blocker = stays;
  return () => {
    if (blocker === stays) blocker = null;
  };
}

addEventListener('popstate', (event) => {
  scrolled.set(entry, scrollY);
  entry = keyOf(event.state);
  tell({ place: currentPlace(), scrollTo: scrolled.get(entry) ?? 0 });
});

function tell(arrival: Arrival): void {
  listeners.forEach((listener) => listener(arrival));
}

function keyOf(state: unknown): string {
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : '';
}
