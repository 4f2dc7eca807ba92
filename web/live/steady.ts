/** For this long after a layout shift, in ms, a tap may still be meant for the previous content. */
const reactionMs = 350;
/**
 * Shifts this soon after the user's own tap or the end of their own change, in ms, are attributed to it and don't
 * confuse anyone.
 */
const ownDoingMs = 1000;
/** Below this scroll position, in px, a person is at the top, where new items may appear. */
const topOfPage = 40;

/** Rows that end above this, in px from the top of the window, are out of view. */
const headerHeight = 80;

/** Keeps the visible rows in place, and makes taps hit their intended target. */
export type Steady = {
  /** Returns whether a finger is down or the page is scrolling, so that the page shouldn't change. */
  isBusy(): boolean;
  /**
   * Keeps the visible rows in place until `changed` resolves. `hasNews` returns whether there is something new since
   * the last call. Returns whether items were added above.
   */
  during(changed: Promise<unknown>, hasNews: () => boolean): Promise<boolean>;
  stop(): void;
};

type Spot = { row: Element; box: DOMRect };

const rowOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('li, tr') : null;

const rows = (): Element[] => [...document.querySelectorAll('main li, main tr')];

/** Returns the visible rows, nested ones last. */
function spots(): Spot[] {
  return rows()
    .map((row) => ({ row, box: row.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 0 && box.bottom > 0 && box.top < innerHeight);
}

/**
 * Tracks touch and scrolling until it is stopped. `changedAt` returns when a change of the user's own was last under
 * way, as `performance.now()` does: a slow reply moves the rows long after the tap, and yet surprises no one.
 */
export function keepSteady(changedAt: () => number): Steady {
  let isPressed = false;
  let pressedRow: Element | null = null;
  let isMisled = false;
  let scrolledAt = Number.NEGATIVE_INFINITY;
  let shiftedAt = Number.NEGATIVE_INFINITY;
  let actedAt = Number.NEGATIVE_INFINITY;
  let before: Spot[] = [];
  let isOwnScroll = false;

  const press = ({ target, clientX, clientY }: PointerEvent) => {
    isPressed = true;
    pressedRow = rowOf(target);
    const was = before.findLast(
      ({ box }) => box.left <= clientX && clientX <= box.right && box.top <= clientY && clientY <= box.bottom,
    );
    // Elements over the rows (header, menus, dialogs) don't move with them.
    const isAmongRows = target instanceof Element && target.closest('main, dialog, [popover]')?.tagName === 'MAIN';
    isMisled = isAmongRows && performance.now() - shiftedAt < reactionMs && was !== undefined && was.row !== pressedRow;
  };
  const release = () => (isPressed = false);
  const scroll = () => {
    scrolledAt = performance.now();
    // A person who has scrolled since then aims at the current content.
    if (!isOwnScroll) before = [];
    isOwnScroll = false;
  };
  const guard = (event: MouseEvent) => {
    // A click from the keyboard or a script has no position.
    if (event.detail === 0) return;
    const hasMoved = pressedRow !== null && rowOf(event.target) !== pressedRow;
    if (!hasMoved && !isMisled) {
      actedAt = performance.now();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const leaving = new AbortController();
  const options = { capture: true, passive: true, signal: leaving.signal };
  addEventListener('pointerdown', press, options);
  for (const end of ['pointerup', 'pointercancel'] as const) addEventListener(end, release, options);
  addEventListener('scroll', scroll, options);
  addEventListener('click', guard, { capture: true, signal: leaving.signal });

  return {
    isBusy: () => isPressed || performance.now() - scrolledAt < 200,
    during: async (changed, hasNews) => {
      const known = new Set(rows());
      let seen = spots();
      const see = () => {
        seen = spots();
      };
      let came = false;
      const settle = () => {
        if (!hasNews()) {
          see();
          return;
        }
        came = true;
        const moved = seen.filter(
          ({ row, box }) => !row.isConnected || Math.abs(row.getBoundingClientRect().top - box.top) > 1,
        );
        if (moved.length === 0) return;
        before = seen;
        if (performance.now() - Math.max(actedAt, changedAt()) > ownDoingMs) shiftedAt = performance.now();
        const anchor = seen.find(({ row, box }) => row.isConnected && box.top >= 0);
        const shift = anchor === undefined ? 0 : anchor.row.getBoundingClientRect().top - anchor.box.top;
        if (scrollY > topOfPage && shift !== 0) {
          isOwnScroll = true;
          scrollBy({ top: shift, behavior: 'instant' });
        }
        see();
      };
      // This runs between the change and its first paint.
      const observer = new MutationObserver(settle);
      observer.observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true });
      addEventListener('scroll', see, { passive: true });
      try {
        await changed;
        // Fetched data is rendered in one of the next frames.
        await new Promise((resolve) => setTimeout(resolve, 150));
      } finally {
        observer.disconnect();
        removeEventListener('scroll', see);
      }
      return (
        came &&
        scrollY > topOfPage &&
        rows().some((row) => !known.has(row) && row.getBoundingClientRect().bottom < headerHeight)
      );
    },
    stop: () => leaving.abort(),
  };
}
