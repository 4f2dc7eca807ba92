import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until this has focus, as somebody without a mouse does, and sees that it shows: a ring, on top of everything. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return expectSeen(target);
    await page.keyboard.press('Tab');
  }
  throw new Error('The keyboard does not reach it.');
}

/** Goes there with Tab and presses it. */
export async function pressByKeyboard(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** The ring is drawn around the control or around what stands for it, its label; and nothing but a toast, which goes, lies over it. */
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
    const [over] = document.elementsFromPoint(left + width / 2, top + height / 2).filter((any) => !any.closest('[data-toast]'));
    if (!over) return 'is outside of the window';
    return element.contains(over) || shown.contains(over) ? null : `lies under ${over.outerHTML.slice(0, 120)}`;
  });
  expect(hidden, `${String(await target.getAttribute('aria-label'))}, ${(await target.textContent()) ?? ''}: what has focus is seen`).toBeNull();
}
