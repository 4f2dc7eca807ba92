/** Focuses a field and scrolls it to the middle of the window, clear of sticky bars. */
export function focusField(field: HTMLElement | null | undefined): void {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
