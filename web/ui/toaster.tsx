import {
  type FocusEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import { createPortal } from 'react-dom';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';
import { onLayerOpened, useTopLayer } from '#web/ui/layers.ts';
import type * as Places from '#web/ui/toast-place.ts';
import { beginTime, dismissToast, dismissToasts, timeLeft, type Toast, useToasts } from '#web/ui/toast.ts';

/** A toast younger than this may not have been announced yet, in ms. */
const unheardMs = 1000;
const settledMs = 100;

/** Null until the first press, because a page rarely shows a toast before it. */
let places: typeof Places | null = null;
async function loadPlaces(): Promise<void> {
  places ??= await import('#web/ui/toast-place.ts').catch(() => null);
}
/** Loads the code that places toasts. Where one may cover something important, call it while there is a connection. */
export const loadSoon = () => void loadPlaces();

/** Without that code, the toasts are in the middle, clear of the bars above and below. */
function putInPlace(element: HTMLElement, root: Document | HTMLElement): void {
  if (places) places.placeToast(element, root);
  else element.style.translate = '0 -50vh';
}

/** Shows the toasts only once they have their place. They are announced before. */
async function showPlaced(element: HTMLElement, settle: () => void): Promise<void> {
  element.style.opacity = '0';
  await loadPlaces();
  element.style.opacity = '';
  settle();
}
/** Scrolling has ended when no event has arrived for this long, in ms. */
const restMs = 120;

/**
 * Shows the toast at the bottom of the window, on a desktop on the right if there is a place. It rises as far as
 * necessary to cover no control, and disappears when a dialog, drawer or menu opens. It is rendered once per page. A
 * toast shown while a modal dialog is open is placed inside that dialog, because everything outside is inert. F6
 * focuses it.
 */
export function Toaster() {
  const [toast = null, ...earlier] = useToasts();
  const layer = useTopLayer();
  const [isPlaced, setPlaced] = useState(false);
  const clock = useClock(isPlaced ? toast : null);
  const place = useSyncExternalStore(subscribeToNothing, placeInPage, placeInMarkup);
  // One permanent element that moves from layer to layer with its toast, so the timer continues and nothing is
  // announced twice.
  useLayoutEffect(() => {
    if (place) (layer ?? document.body).append(place);
  }, [place, layer]);
  const times = useRepeats(toast, layer, clock.isHeld);
  const standing = useRef<HTMLDivElement>(null);
  usePlace(standing, toast, layer, setPlaced);
  useGoneWithLayers(toast);
  useEffect(() => {
    const reach = (event: globalThis.KeyboardEvent) => {
      const shown = document.querySelector<HTMLElement>('[data-toast]');
      if (event.key !== 'F6' || !shown) return;
      event.preventDefault();
      shown.focus();
    };
    document.addEventListener('keydown', reach);
    for (const input of inputs) addEventListener(input, loadSoon, { capture: true, once: true });
    return () => document.removeEventListener('keydown', reach);
  }, []);
  if (place === null) return null;
  const card = toast ? <ToastCard key={toast.id} toast={toast} times={times} onHold={clock.hold} /> : null;
  return createPortal(
    // Both live regions exist from the start: a screen reader only announces changes within a region it knows.
    <div
      ref={standing}
      className={join(
        'toast-place group pointer-events-none fixed inset-x-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-(--z-toast) mx-auto max-w-100 md:bottom-6 print:hidden',
        layer ? 'md:right-auto md:left-4 md:w-66' : 'md:right-6 md:left-auto md:w-100',
      )}
    >
      <div role="status">{toast?.destructive ? null : card}</div>
      <div role="alert">{toast?.destructive ? card : null}</div>
      {/* Outside the live regions: it has been announced. */}
      {earlier.map((one) => (
        <EarlierToast key={one.id} toast={one} clock={clock} />
      ))}
    </div>,
    place,
  );
}

let place: HTMLElement | null = null;
const placeInPage = () => (place ??= document.createElement('div'));
/** A prerendered page has no toast yet. */
const placeInMarkup = () => null;
const subscribeToNothing = () => () => undefined;

type Clock = { isHeld: boolean; hold: (isHeld: boolean) => void };

/** Returns the timer of the newest toast. Hovering, focus and a hidden tab pause it. */
function useClock(toast: Toast | null): Clock {
  const [held, setHeld] = useState<number | null>(null);
  const [hidden, setHidden] = useState(false);
  const left = useRef({ id: 0, ms: 0 });
  const newest = useRef(0);
  const isHeld = toast !== null && held === toast.id;

  useEffect(() => {
    const follow = () => setHidden(document.hidden);
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);

  useEffect(() => {
    if (toast === null || isHeld || hidden) return;
    // Its time begins again when a dashboard takes over from the sign-in page, but not when a newer toast is gone.
    if (toast.id > newest.current) beginTime(toast);
    newest.current = Math.max(newest.current, toast.id);
    if (left.current.id !== toast.id) left.current = { id: toast.id, ms: timeLeft(toast) };
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

/**
 * Keeps the toast clear of the controls below and around it, when it appears, after scrolling, when the page is
 * resized, and when the focus moves to a control under it.
 */
function usePlace(
  standing: RefObject<HTMLElement | null>,
  toast: Toast | null,
  layer: HTMLElement | null,
  onPlaced: (isPlaced: true) => void,
): void {
  useLayoutEffect(() => {
    const element = standing.current;
    if (toast === null || element === null) {
      places?.takeRoomBack();
      return;
    }
    // If a toast moved under a finger, its button would lose the tap.
    let isPressed = false;
    const press = ({ type, target }: Event) => {
      isPressed = type === 'pointerdown' && target instanceof Node && element.contains(target);
    };
    for (const type of presses) addEventListener(type, press, true);
    let hasEnded = false;
    const settle = () => {
      if (isPressed || hasEnded) return;
      putInPlace(element, layer ?? document);
      onPlaced(true);
    };
    if (places) settle();
    else void showPlaced(element, settle);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(settle, restMs);
    };
    const sizes = new ResizeObserver(later);
    sizes.observe(document.body);
    sizes.observe(element);
    // An error that appears in a form moves its buttons, while the dialog keeps its size.
    const contents = new MutationObserver(later);
    contents.observe(layer ?? document.body, { childList: true, subtree: true });
    for (const type of moves) addEventListener(type, later, { capture: true, passive: true });
    return () => {
      hasEnded = true;
      clearTimeout(timer);
      sizes.disconnect();
      contents.disconnect();
      for (const type of presses) removeEventListener(type, press, true);
      for (const type of moves) removeEventListener(type, later, true);
    };
  }, [standing, toast, layer, onPlaced]);
}

/**
 * Dismisses the toasts when the person opens a layer, because they would cover what they just requested. A layer opened
 * by the action that also showed the toast keeps it.
 */
function useGoneWithLayers(toast: Toast | null): void {
  useEffect(() => {
    if (toast === null) return;
    let hasActed = false;
    const act = () => {
      hasActed = true;
    };
    for (const input of inputs) addEventListener(input, act, { capture: true });
    const end = onLayerOpened(() => (hasActed ? dismissToasts() : undefined));
    return () => {
      for (const input of inputs) removeEventListener(input, act, { capture: true });
      end();
    };
  }, [toast]);
}

const inputs = ['pointerdown', 'keydown', 'click'] as const;
const moves = ['resize', 'scroll', 'focusin'] as const;
const presses = ['pointerdown', 'pointerup', 'pointercancel'] as const;

/**
 * Returns how often a toast's words were inserted again. Those of a toast that moves to another layer before a screen
 * reader announces it would be lost.
 */
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

/** Titles that say nothing without their sentence. */
const generic = /^(?:Success|Error)$/;

const box =
  'toast pointer-events-auto flex w-full items-start gap-3 rounded-card border border-transparent bg-toast py-3 pr-2 pl-4 text-label group-data-compact:items-center group-data-compact:py-0 text-toast-ink shadow-menu';

type ToastCardProps = { toast: Toast; times: number; onHold: (isHeld: boolean) => void };

function ToastCard({ toast, times, onHold }: ToastCardProps) {
  return (
    <div
      data-toast=""
      tabIndex={-1}
      {...holding(onHold)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Stops the event before it reaches the dialog around the toast.
        event.preventDefault();
        dismissToast(toast.id);
      }}
      className={box}
    >
      <Icon
        shape={toast.destructive ? icons.alert : icons.check}
        className={join(
          'mt-px group-data-compact:mt-0',
          toast.destructive ? 'text-[light-dark(#ff9d92,#b3261e)]' : 'text-[light-dark(#82d49a,#1d6a35)]',
        )}
      />
      {/* Only the words are inserted again. If a button were inserted again, too, it would lose the tap that it is
      receiving. */}
      <div
        key={times}
        data-generic={toast.text && generic.test(toast.title) ? '' : undefined}
        className="toast-words min-w-0 flex-1 wrap-anywhere"
      >
        <p data-ended={toast.title.endsWith('.') || undefined} className="font-semibold">
          {toast.title}
        </p>
        {/* In the compact form, the sentences follow each other. */}
        {toast.text ? <p data-ended={toast.text.endsWith('.') || undefined}> {toast.text}</p> : null}
        {toast.note ? <p className="mt-1"> {toast.note}</p> : null}
      </div>
      <Action of={toast} />
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => dismissToast(toast.id)}
        className="-my-1.5 grid size-8 flex-none place-items-center rounded-control opacity-75 hover:opacity-100 pointer-coarse:-my-3 pointer-coarse:size-touch group-data-compact:my-0"
      >
        <Icon shape={icons.close} size="small" />
      </button>
    </div>
  );
}

/** Returns the events that hold the toasts while the pointer or the focus is in one of them. */
function holding(onHold: (isHeld: boolean) => void) {
  return {
    // This isn't mouseenter, because a toast that appears under a resting pointer must still disappear.
    onMouseMove: () => onHold(true),
    onMouseLeave: () => onHold(false),
    onFocus: () => onHold(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) onHold(false);
    },
  };
}

/** Shows the title and the action of an earlier toast until its time is over. */
function EarlierToast({ toast, clock: { isHeld, hold } }: { toast: Toast; clock: Clock }) {
  const { id, title } = toast;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(id), timeLeft(toast));
    return () => clearTimeout(timer);
  }, [id, toast, isHeld]);
  return (
    <div {...holding(hold)} className={`${box} mt-1`}>
      <p className="min-w-0 flex-1 truncate">{title}</p>
      <Action of={toast} />
    </div>
  );
}

function Action({ of: { id, action } }: { of: Toast }) {
  return action ? (
    <button
      type="button"
      onClick={() => {
        action.act();
        dismissToast(id);
      }}
      className="-my-1.5 min-h-8 flex-none rounded-control px-2.5 font-semibold underline underline-offset-3 pointer-coarse:-my-3 pointer-coarse:min-h-touch group-data-compact:my-0"
    >
      {action.label}
    </button>
  ) : null;
}
