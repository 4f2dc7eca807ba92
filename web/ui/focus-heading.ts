/** Moves focus to the first of these headings that exists, or to the page's title, without scrolling. */
export function focusHeading(...places: (Element | null | undefined)[]): void {
  const place = places.find((each) => each !== null && each !== undefined) ?? document.querySelector('h1[tabindex]');
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}

/** Like `focusHeading`, and scrolls there for people who use the keyboard: only they need to see the focus. */
export function focusInView(...places: (Element | null | undefined)[]): void {
  focusHeading(...places);
  showFocus();
}

/** Scrolls to the focus for people who use the keyboard. */
export function showFocus(): void {
  document.querySelector(':focus-visible')?.scrollIntoView({ block: 'nearest' });
}

/**
 * Like `showFocus`, for when a dialog in the address has just closed. The browser then restores the scroll position of
 * the page, at the latest in the next frame.
 */
export function showFocusAfterBack(): void {
  showFocus();
  requestAnimationFrame(() => requestAnimationFrame(showFocus));
}
