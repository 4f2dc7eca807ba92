import { showFocus } from '#web/ui/focus-heading.ts';
import { topDialog } from '#web/ui/layers.ts';
import { hasUnsavedText, leaveText } from '#web/ui/unsaved.ts';

/** The current location. Only this file uses the browser's history. */
export type Place = { readonly path: string; readonly search: string };

/**
 * How the current place was reached: by a link (scroll to its top) or by Back and Forward (restore the scroll
 * position).
 */
export type Arrival = {
  readonly place: Place;
  readonly scrollTo: number;
  /** A selector of what had focus there. It is null after a link. */ readonly focus: string | null;
};

/** A history entry: its key, how many of ours precede it, and which entry opened each open layer. */
type Entry = { readonly key: string; readonly at: number; readonly layers: Readonly<Record<string, number>> };

const listeners = new Set<(arrival: Arrival) => void>();
/** The scroll position and focus of each entry of this document's history when it was left. */
const left = new Map<string, { scrollTo: number; focus: string | null }>();
let entry = entryOf(history.state);
let shownPath = currentPlace().path;
/** A `history.go` in progress: a layer that closes, or a return to where the person was. */
let traversal: { to: 'close' | 'return'; timer: ReturnType<typeof setTimeout> } | null = null;
/** Functions that wait until the traversal ends. */
const waiting: (() => void)[] = [];
/** The next navigation was already confirmed. */
let isAgreed = false;
const longestWayMs = 1000;

/** Returns the current place from the address bar, without a trailing slash. */
export function currentPlace(): Place {
  return { path: pathOf(location), search: location.search };
}

function pathOf({ pathname }: { pathname: string }): string {
  return pathname.replace(/(.)\/+$/, '$1');
}

type Navigation = {
  /** Replaces the current history entry. */
  replace?: boolean;
  /** The layer that the new entry opens, by the name of its parameter. */
  layer?: string;
};

/**
 * Navigates within the app. A change within the screen (its tab, its dialog) keeps the scroll position and mounts
 * nothing new. A link to another screen asks first if text would be lost.
 */
export function navigate(to: string, options: Navigation = {}): void {
  whenSettled(() => {
    const leaves = pathOf(new URL(to, location.href)) !== shownPath;
    if (leaves && !options.replace) leaveText(() => go(to, options));
    else go(to, options);
  });
}

function go(to: string, { replace = false, layer }: Navigation): void {
  const leaves = pathOf(new URL(to, location.href)) !== shownPath;
  remember();
  if (replace) history.replaceState(entry, '', to);
  else {
    const at = entry.at + 1;
    const below = leaves ? {} : entry.layers;
    entry = {
      key: crypto.getRandomValues(new Uint32Array(2)).join('-'),
      at,
      layers: layer === undefined ? below : { ...below, [layer]: at },
    };
    history.pushState(entry, '', to);
  }
  tell({ place: currentPlace(), scrollTo: replace || !leaves ? scrollY : 0, focus: null });
}

/** Runs now, or once a pending traversal has finished: a second `history.go` would count from the wrong entry. */
export function whenSettled(act: () => void): void {
  if (traversal === null) act();
  else waiting.push(act);
}

/**
 * Goes back past the history entry that opened a layer. Returns false if the layer has no entry, because a link opened
 * it. Then it goes back past those of the layers above.
 */
export function takeBack(layer: string): boolean {
  const { at, layers } = entry;
  const first = layers[layer] ?? Math.min(...Object.values(layers));
  if (first <= at) traverse('close', first - 1 - at);
  return layer in layers;
}

function traverse(to: 'close' | 'return', way: number): void {
  if (traversal !== null) clearTimeout(traversal.timer);
  // If there is no entry to go to, the browser fires no event.
  traversal = { to, timer: setTimeout(settle, longestWayMs) };
  history.go(way);
}

function settle(): void {
  if (traversal !== null) clearTimeout(traversal.timer);
  traversal = null;
  for (const act of waiting.splice(0)) act();
}

/** Subscribes to changes of place. Returns a function that unsubscribes. */
export function followPlace(listener: (arrival: Arrival) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

addEventListener('popstate', (event) => {
  const arrived = entryOf(event.state);
  // We came back here ourselves, so nothing has changed.
  if (arrived.key === entry.key && currentPlace().path === shownPath) return settle();
  if (traversal?.to !== 'close' && !isAgreed && stays(arrived)) return;
  isAgreed = false;
  remember();
  entry = arrived;
  tell({ place: currentPlace(), scrollTo: 0, focus: null, ...left.get(entry.key) });
  // A dialog that was open at a reload has left the focus on the title. After this event, the browser restores the
  // scroll position from before the reload.
  if (traversal?.to === 'close' && !left.has(entry.key)) requestAnimationFrame(showFocus);
  settle();
});

/**
 * The browser has already navigated. If that closes a dialog without an entry, or would lose text, we go back to where
 * the person was. Then the dialog closes, or the person is asked.
 */
function stays(arrived: Entry): boolean {
  const way = entry.at - arrived.at;
  if (way === 0) return false;
  const agree = () =>
    whenSettled(() => {
      isAgreed = true;
      history.go(-way);
    });
  const dialog = topDialog();
  const leaves = currentPlace().path !== shownPath;
  let act;
  if (dialog?.isPrompt) act = dialog.close;
  else if (dialog?.isHeld) act = () => dialog.guard(agree);
  else if (leaves && hasUnsavedText()) act = () => leaveText(agree);
  else return false;
  traverse('return', way);
  act();
  return true;
}

/**
 * Saves the state of the entry being left. An element that is neither in a list of links nor has an id can't be found
 * again.
 */
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
    ? { key: state.key, at: state.at, layers: layersOf(state) }
    : { key: '', at: 0, layers: {} };
}

function layersOf(state: object): Entry['layers'] {
  const layers: unknown = 'layers' in state ? state.layers : null;
  if (typeof layers !== 'object' || layers === null) return {};
  return Object.fromEntries(Object.entries(layers).filter(([, at]) => typeof at === 'number'));
}
