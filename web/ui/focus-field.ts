/** Moves focus to a field and brings it to the middle of the window, clear of bars that stay at its edges. */
export function focusField(field: HTMLElement | null | undefined): void {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
