/** Where the application is. Only this file touches the browser's history. */
export type Place = { readonly path: string; readonly search: string };

/** How the current place was reached: by a link (to its top) or by Back and Forward (to where one was). */
export type Arrival = {
  readonly place: Place;
  readonly scrollTo: number;
  /** What had focus there, as a selector; null after a link. */ readonly focus: string | null;
};

/** An entry of the history: its own key, and how many of ours lie before it. */
type Entry = { readonly key: string; readonly at: number };

const listeners = new Set<(arrival: Arrival) => void>();
/** How far each entry of this document's history was scrolled when it was left, and what had focus. */
const left = new Map<string, { scrollTo: number; focus: string | null }>();
let entry = entryOf(history.state);
let shownPath = currentPlace().path;
const blockers = new Set<() => boolean>();

/** The place as the address bar has it; a slash at the end does not count. */
export function currentPlace(): Place {
  return { path: pathOf(location), search: location.search };
}

function pathOf({ pathname }: { pathname: string }): string {
  return pathname.replace(/(.)\/+$/, '$1');
}

/**
 * Goes to an address of the application. `replace` puts it in the stead of the current history entry. What only
 * refines the screen (its tab, its dialog) keeps the scroll position and leaves nothing, so that nobody is asked.
 */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  const leaves = pathOf(new URL(to, location.href)) !== shownPath;
  if (leaves && !options.replace && isStaying()) return;
  remember();
  if (options.replace) history.replaceState(entry, '', to);
  else {
    entry = { key: crypto.getRandomValues(new Uint32Array(2)).join('-'), at: entry.at + 1 };
    history.pushState(entry, '', to);
  }
  tell({ place: currentPlace(), scrollTo: options.replace || !leaves ? scrollY : 0, focus: null });
}

/** Hears of every change of place until the answer is called. */
export function followPlace(listener: (arrival: Arrival) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asked before leaving by a link, Back or Forward; answers whether to stay. Of several forms with changes one asks. */
export function blockLeaving(stays: () => boolean): () => void {
  blockers.add(stays);
  return () => void blockers.delete(stays);
}

function isStaying(): boolean {
  return [...blockers].at(-1)?.() ?? false;
}

addEventListener('popstate', (event) => {
  const arrived = entryOf(event.state);
  // The browser has gone already: whoever stays is brought back to the entry that they had.
  if (currentPlace().path !== shownPath && arrived.at !== entry.at && isStaying()) {
    history.go(entry.at - arrived.at);
    return;
  }
  if (arrived.key === entry.key && currentPlace().path === shownPath) return;
  remember();
  entry = arrived;
  tell({ place: currentPlace(), scrollTo: 0, focus: null, ...left.get(entry.key) });
});

/** Keeps how the entry looks that is about to be left. What is in no list of links and has no id cannot be found again. */
function remember(): void {
  const at = document.activeElement;
  const href = at?.getAttribute('href');
  const focus =
    at === null || at === document.body
      ? null
      : at.id
        ? `#${CSS.escape(at.id)}`
        : href
          ? `main a[href="${CSS.escape(href)}"]`
          : null;
  left.set(entry.key, { scrollTo: scrollY, focus });
}

function tell(arrival: Arrival): void {
  shownPath = arrival.place.path;
  listeners.forEach((listener) => listener(arrival));
}

function entryOf(state: unknown): Entry {
  const isOurs = typeof state === 'object' && state !== null && 'key' in state && 'at' in state;
  return isOurs && typeof state.key === 'string' && typeof state.at === 'number'
    ? { key: state.key, at: state.at }
    : { key: '', at: 0 };
}
