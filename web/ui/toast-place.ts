/** A box on the screen, in CSS pixels from the window's top left corner. */
export type Box = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };

/** The gap between a toast and the boxes that it avoids, in px. */
const gap = 4;

/**
 * Returns how far a toast rises from its position at the bottom, in px, to the lowest place where it covers none of these boxes.
 * It stays below `ceiling`. Returns null if no place is free.
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

/** Returns the boxes of the visible elements that match. */
function boxesIn(root: ParentNode, selector: string, besides: Element): Box[] {
  return (
    [...root.querySelectorAll(selector)]
      .filter((element) => !besides.contains(element))
      .map((element) => element.getBoundingClientRect())
      // Skips hidden elements and those outside the window.
      .filter(({ width, height, top, bottom }) => width > 1 && height > 1 && bottom > 0 && top < innerHeight)
  );
}

/**
 * Moves a toast clear of the controls, the title and the messages in `root`. On a crowded screen it shrinks to fewer lines
 * (`data-compact`) before it leaves the lower half of the window. If the buttons of a list leave no place, a desktop has one on the left
 * (`data-left`), below the menu. If no place is free, it covers hints, then links within a text, then
 * fields and buttons that can be scrolled, but not a form's errors and their fields, a dialog's buttons, the bottom bar, the bar that
 * saves (`data-bar`) or the control that has the focus. Only if those leave no place, either, does it cover an error.
 */
export function placeToast(element: HTMLElement, root: ParentNode): void {
  const last = `:is(footer, nav, [data-bar]) ${controls}, ${controls}:focus`;
  const usual = `${controls}, h1, [role="alert"]`;
  const errors = `${last}, [role="alert"], [id$="-error"], [aria-invalid="true"]`;
  for (const selector of [`${usual}, [role="status"]`, usual, `${pressed}, ${errors}`, errors, last]) {
    const avoided = boxesIn(root, selector, element);
    for (const isLeft of [false, true]) {
      for (const ceiling of [innerHeight / 2, gap]) {
        for (const isCompact of [false, true]) {
          stand(element, 0, isCompact, isLeft);
          const rise = riseOf(element.getBoundingClientRect(), avoided, ceiling);
          if (rise === null) continue;
          stand(element, rise, isCompact, isLeft);
          return;
        }
      }
    }
  }
  stand(element, 0);
}

function stand(element: HTMLElement, rise: number, isCompact = false, isLeft = false): void {
  element.style.translate = `0 ${-rise}px`;
  element.toggleAttribute('data-left', isLeft);
  element.toggleAttribute('data-compact', isCompact);
}
