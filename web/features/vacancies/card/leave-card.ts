import { focusInView } from '#web/ui/focus-heading.ts';

/** Returns the element id of a vacancy's card. */
export function cardId(vacancyId: number): string {
  return `vacancy-${vacancyId}`;
}

/**
 * Removes a decided card: focus moves to the heading of the next card (else the previous one, else the page's), and the
 * card fades. Resolves when it can be removed from the list, with a function that shows it again if it stays after all.
 */
export async function leaveCard(vacancyId: number): Promise<() => void> {
  const card = document.getElementById(cardId(vacancyId));
  if (card === null) return () => {};
  const neighbor = card.nextElementSibling ?? card.previousElementSibling;
  focusInView(neighbor?.querySelector('h3[tabindex]'));
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 140;
  const fading = card.animate({ opacity: [1, 0] }, { duration, fill: 'forwards' });
  await fading.finished;
  return () => fading.cancel();
}
