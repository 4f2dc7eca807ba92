import { focusHeading, focusInView } from '#web/ui/focus-heading.ts';

/** Code that removes the focused element has this long to place the focus, in ms. Effects of a change run sooner. */
const ownPlaceMs = 60;

/**
 * Focuses the heading in an element, or else the element itself, until the focus moves on. Never a button: a second
 * Enter, meant for the one that is gone, would press it.
 */
function focusIn(element: HTMLElement): void {
  // It has an h1 if a whole page was replaced.
  const heading = element.querySelector<HTMLElement>(':is(h1,h2,h3,h4)[tabindex]');
  if (heading !== null) {
    // It may be under the top bar.
    focusInView(heading);
    return;
  }
  // One that has a tabindex can have the focus, and keeps its ring.
  if (element.hasAttribute('tabindex')) {
    element.focus({ preventScroll: true });
    return;
  }
  const { outline } = element.style;
  const restore = () => {
    element.style.outline = outline;
    element.removeAttribute('tabindex');
  };
  element.style.outline = 'none';
  element.tabIndex = -1;
  element.addEventListener('blur', restore, { once: true });
  element.focus({ preventScroll: true });
  // A disabled button takes no focus, so it never loses it.
  if (document.activeElement !== element) restore();
}

/**
 * Keeps the keyboard focus near the element that had it, if that element disappears and nothing else takes the focus: a
 * button that is replaced by its outcome, or Undo, which disappears with its toast. Otherwise, the next Tab would start
 * at the top of the page. Call the returned function to stop.
 */
export function keepFocus(): () => void {
  /**
   * The elements around the focused one, from the inside out, itself first. Each row of a list is followed by the rows
   * after it, and then by those before it, the nearest one first.
   */
  let around: Element[] = [];
  /** The focused element before a toast took the focus. */
  let beforeToast: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const remember = ({ target, relatedTarget }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const isFromToast = relatedTarget instanceof Element && relatedTarget.closest('[data-toast]') !== null;
    if (target.closest('[data-toast]') !== null && !isFromToast)
      beforeToast = relatedTarget instanceof HTMLElement ? relatedTarget : null;
    around = [];
    for (let each: Element | null = target; each !== null; each = each.parentElement) {
      const rows = each.matches('li') ? [...(each.parentElement?.children ?? [])] : [each];
      around.push(...rows.splice(rows.indexOf(each)), ...rows.toReversed());
    }
  };
  const place = () => {
    if ((document.activeElement ?? document.body) !== document.body || around[0]?.isConnected !== false) return;
    const wasToast = around.some((each) => each.matches('[data-toast]'));
    if (wasToast && beforeToast?.isConnected === true) {
      beforeToast.focus({ preventScroll: true });
      // One that could have the focus only for a moment needs it again.
      if (document.activeElement !== beforeToast) focusIn(beforeToast);
      return;
    }
    const near = wasToast ? undefined : around.find((each) => each.isConnected && each.textContent.trim() !== '');
    if (near instanceof HTMLElement && !near.matches('main, body, html, dialog') && near.checkVisibility())
      focusIn(near);
    else focusHeading(near?.closest('dialog')?.querySelector('h2'));
  };
  const observer = new MutationObserver(() => {
    if (around[0]?.isConnected !== false) return;
    clearTimeout(timer);
    timer = setTimeout(place, ownPlaceMs);
  });
  // The person clicked elsewhere before the element disappeared, and nothing has the focus. When a dialog disappears,
  // its opener has the focus by then.
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget === null && target instanceof Element && target.isConnected && document.hasFocus())
      queueMicrotask(() => {
        if (target.isConnected && around[0] === target) around = [];
      });
  };
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', leave);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', leave);
  };
}
