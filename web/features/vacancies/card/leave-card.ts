import { focusHeading } from '#web/ui/focus-heading.ts';

/** The id of a vacancy's card in the page. */
export function cardId(vacancyId: number): string {
  return `vacancy-${vacancyId}`;
}

/**
 * A decided card goes: focus moves to the heading of the next card (else the one before, else the page's), and
 * the card fades. Resolves when it may be taken out of the list, with what shows it again where it stays after all.
 */
export async function leaveCard(vacancyId: number): Promise<() => void> {
  const card = document.getElementById(cardId(vacancyId));
  if (card === null) return () => {};
  const neighbour = card.nextElementSibling ?? card.previousElementSibling;
  focusHeading(neighbour?.querySelector('h3[tabindex]'));
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 140;
  const fading = card.animate({ opacity: [1, 0] }, { duration, fill: 'forwards' });
  await fading.finished;
  return () => fading.cancel();
}
