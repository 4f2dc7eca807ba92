/** Moves focus to the first of these headings that exists, or to the page's title, without scrolling. */
export function focusHeading(...places: (Element | null | undefined)[]): void {
  const place = places.find((each) => each !== null && each !== undefined) ?? document.querySelector('h1[tabindex]');
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}
