/** A box on the screen, in CSS pixels from the window's top left corner. */
export type Box = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };

/** The gap between a toast and the boxes that it avoids, in px. */
const gap = 4;

/**
 * Returns how far a toast rises from its position at the bottom, in px, to the lowest place where it covers none of
 * these boxes. It stays below `ceiling`. Returns null if no place is free.
 */
export function riseOf(toast: Box, avoided: readonly Box[], ceiling: number): number | null {
  const beside = avoided.filter((box) => box.left < toast.right && toast.left < box.right);
  const places = [0, ...beside.map(({ top }) => toast.bottom + gap - top)];
  const isFree = (rise: number) =>
    rise >= 0 &&
    toast.top - rise >= ceiling &&
    beside.every(
      ({ top, bottom }) => bottom <= toast.top - rise || top >= toast.bottom - rise + (rise === 0 ? 0 : gap),
    );
  const free = places.filter(isFree);
  return free.length === 0 ? null : Math.min(...free);
}

/** Controls that people press or type in, unlike links within a text. */
const pressed = ':is(button, input, select, textarea, summary, [role^="menuitem"], [role="option"])';

/** Controls, and the errors of fields (`FieldError`). */
const controls = `:is(${pressed}, a[href], label, [tabindex="0"], [id$="-error"])`;

/** Returns the boxes of those elements that are visible. */
function boxesOf(elements: Iterable<Element>): Box[] {
  return (
    [...elements]
      .map((element) => element.getBoundingClientRect())
      // Skips hidden elements and those outside the window.
      .filter(({ width, height, top, bottom }) => width > 1 && height > 1 && bottom > 0 && top < innerHeight)
  );
}

/** Returns the elements that match, without the toast's own. */
function besides(toast: Element, root: ParentNode, selector: string): Element[] {
  return [...root.querySelectorAll(selector)].filter((element) => !toast.contains(element));
}

const isText = ({ nodeType, textContent }: Node) => nodeType === Node.TEXT_NODE && textContent?.trim();

/** The title of a page or a dialog, and its introduction. */
const titles = 'h1, h1 + p, dialog header';

/**
 * Moves a toast clear of the controls, the title with its introduction, and the messages in `root`, and of all text if
 * the lower half of the window has such a place. A text that it was over can be scrolled clear: the toast doesn't
 * follow it, and on a phone the page or dialog gets longer by the toast. On a crowded screen it shrinks to fewer lines
 * (`data-compact`) before it leaves the lower half of the window. If the buttons of a list leave no place, a desktop
 * has one on the left (`data-left`), below the menu. If no place is free, it covers hints, then links within a text.
 * Then it takes the lowest place, over fields and buttons, which can be scrolled clear, too, and a phone shows the
 * place as a part of the bar below (`data-docked`). It never covers a form's errors and their fields, a dialog's
 * buttons, the bottom bar, the bar that saves (`data-bar`) or the control that has the focus. Only if those leave no
 * place, either, does it cover an error.
 */
export function placeToast(element: HTMLElement, root: Document | HTMLElement): void {
  const texts = besides(element, root, ':not(script, style)').filter((one) => [...one.childNodes].some(isText));
  const moved = boxesOf(movedFromUnder(element));
  const last = `:is(footer, nav, [data-bar]) ${controls}, ${controls}:focus`;
  const usual = `${controls}, ${titles}, [role="alert"]`;
  const errors = `${last}, [role="alert"], [id$="-error"], [aria-invalid="true"]`;
  const steps: [selector: string, alsoAvoided: Box[]][] = [
    [`${usual}, [role="status"]`, boxesOf(texts)],
    [`${usual}, [role="status"]`, moved],
    [usual, moved],
    [`${pressed}, ${titles}, ${errors}`, moved],
    [`${titles}, ${errors}`, []],
    [errors, []],
    [last, []],
  ];
  for (const [step, [selector, alsoAvoided]] of steps.entries()) {
    const avoided = [...boxesOf(besides(element, root, selector)), ...alsoAvoided];
    const isDocked = step > 3;
    // Text alone moves it neither to the other side nor to the top.
    for (const isLeft of step === 0 ? [false] : [false, true]) {
      for (const ceiling of step === 0 ? [innerHeight / 2] : [innerHeight / 2, gap]) {
        // Where it covers controls, it covers as few of them as possible.
        for (const isCompact of [isDocked, !isDocked]) {
          stand(element, 0, isCompact, isLeft);
          const rise = riseOf(element.getBoundingClientRect(), avoided, ceiling);
          if (rise === null) continue;
          stand(element, rise, isCompact, isLeft, isDocked);
          // For text alone, a desktop's page isn't made longer than its menu.
          if (step > 2 || (step > 0 && innerWidth < 768)) giveRoom(element, root);
          noteUnder(element, texts);
          return;
        }
      }
    }
  }
  stand(element, 0);
}

/** The texts that the toast was over, and how far each was from the window's top. */
let under: { toast: Element | null; tops: Map<Element, number> } = { toast: null, tops: new Map() };

const cardOf = (toast: Element) => toast.querySelector('[data-toast]') ?? toast;

/** Returns the texts that were under this toast and that the person has scrolled since. */
function movedFromUnder(toast: Element): Element[] {
  if (under.toast !== cardOf(toast)) under = { toast: cardOf(toast), tops: new Map() };
  return [...under.tops].flatMap(([text, top]) => (Math.abs(text.getBoundingClientRect().top - top) > 1 ? [text] : []));
}

function noteUnder(toast: Element, texts: readonly Element[]): void {
  const over = toast.getBoundingClientRect();
  for (const text of texts) {
    const { top, bottom, left, right } = text.getBoundingClientRect();
    if (top < over.bottom && over.top < bottom && left < over.right && over.left < right) under.tops.set(text, top);
  }
}

function stand(element: HTMLElement, rise: number, isCompact = false, isLeft = false, isDocked = false): void {
  element.style.translate = `0 ${-rise}px`;
  element.toggleAttribute('data-left', isLeft);
  element.toggleAttribute('data-compact', isCompact);
  element.toggleAttribute('data-docked', isDocked);
  docked = isDocked ? element : null;
  // Down to the bar or the end of the window.
  element.style.setProperty('--below', rise === 0 ? 'calc(-1rem - env(safe-area-inset-bottom))' : `${-gap}px`);
}

/** The place shown as a part of the bar below it. Without a toast, it would cover the page and take its taps. */
let docked: HTMLElement | null = null;

let room: { scroller: HTMLElement; padding: string; own: number } | null = null;

/** Lets everything under the toast be scrolled out from under it, until `takeRoomBack`. */
function giveRoom(toast: HTMLElement, root: Document | HTMLElement): void {
  const scroller = root instanceof Document ? root.body : scrollerIn(root);
  if (scroller === undefined) return;
  if (scroller !== room?.scroller) {
    restoreLength();
    const own = Number.parseFloat(getComputedStyle(scroller).paddingBottom);
    room = { scroller, padding: scroller.style.paddingBottom, own };
  }
  scroller.style.paddingBottom = `${room.own + toast.offsetHeight + 4 * gap}px`;
}

/** Returns the part of a dialog that can scroll. */
function scrollerIn(dialog: HTMLElement): HTMLElement | undefined {
  return [...dialog.querySelectorAll('div')].find((one) => /auto|scroll/.test(getComputedStyle(one).overflowY));
}

/** Gives the page or dialog its own length back, and takes the band of a docked toast away. */
export function takeRoomBack(): void {
  restoreLength();
  docked?.removeAttribute('data-docked');
}

function restoreLength(): void {
  if (room) room.scroller.style.paddingBottom = room.padding;
  room = null;
}
