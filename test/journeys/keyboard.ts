import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Presses Tab until this has focus, like a person without a mouse, and checks that the focus ring is visible and on
 * top.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return expectSeen(target);
    await page.keyboard.press('Tab');
  }
  throw new Error('The keyboard does not reach it.');
}

/** Tabs to a control and presses it. */
export async function pressByKeyboard(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** The ring is around the control or its label, and nothing but a toast, which disappears, covers it. */
async function expectSeen(target: Locator): Promise<void> {
  const hidden = await target.evaluate((element) => {
    const shown = element.closest('label') ?? element;
    const hasRing = [element, element.parentElement, shown].some((drawn) => {
      if (!drawn) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(drawn);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    });
    if (!hasRing) return 'has no ring';
    const { left, top, width, height } = element.getBoundingClientRect();
    // The browser shows the line of a long text field with the caret, so a visible part is enough (WCAG 2.4.11).
    const over = [0.1, 0.5, 0.9].map((share) =>
      document.elementsFromPoint(left + width / 2, top + height * share).find((any) => !any.closest('[data-toast]')),
    );
    if (over.some((any) => any && (element.contains(any) || shown.contains(any)))) return null;
    return over[0] ? `lies under ${over[0].outerHTML.slice(0, 120)}` : 'is outside of the window';
  });
  expect(
    hidden,
    `${String(await target.getAttribute('aria-label'))}, ${(await target.textContent()) ?? ''}: what has focus is seen`,
  ).toBeNull();
}
