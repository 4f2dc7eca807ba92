import type { Page } from '@playwright/test';
import { listVacancies } from '#contract/vacancies.ts';
import { openCast } from '#test/journeys/cast.ts';
import { call } from '#test/journeys/calls.ts';
import { expect, expectAccessible, seeToast, test } from '#test/journeys/fixture.ts';
import { openSchoolHouse } from '#test/journeys/school-house.ts';

/** Taps the middle of a button, and the same spot again after a pause in ms. */
async function tapTwice(page: Page, button: ReturnType<Page['getByRole']>, gap: number): Promise<void> {
  // Scrolls to it, and waits until the list around it no longer moves.
  await button.click({ trial: true });
  const box = await button.boundingBox();
  if (box === null) throw new Error('The button is not on the screen.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  // This story is about the pause.
  await page.waitForTimeout(gap);
  await page.mouse.click(x, y);
}

test('two quick taps answer one request, which can be undone by keyboard', async ({ open, firstBell }) => {
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const { teacher } = house;
  const tom = await house.substitute('Tom Byron');
  for (const day of [1, 2, 3, 4]) {
    const { id } = await house.post(house.day(day), `Room ${day}`);
    await house.ask(tom, id);
  }
  const waiting = async () =>
    (await call(teacher.request, listVacancies, { query: { status: 'pending_approval' } })).map(
      ({ description }) => description,
    );
  await teacher.goto('/dashboard/teacher/my-vacancies?tab=pending');
  const list = teacher.getByRole('list', { name: 'Pending requests' });
  const answered = list.getByRole('listitem').filter({ hasText: /You (approved|rejected)/ });
  for (const [n, gap] of [100, 300, 700].entries()) {
    const name = n === 1 ? 'Reject' : 'Approve';
    await tapTwice(teacher, list.getByRole('button', { name, exact: true }).first(), gap);
    await expect(answered).toHaveCount(n + 1);
    expect(await waiting()).toEqual(['Room 1', 'Room 2', 'Room 3', 'Room 4'].slice(n + 1));
  }
  await expect(list.getByRole('article')).toHaveCount(1);
  await expectAccessible(teacher);

  await list.getByRole('button', { name: 'Reject', exact: true }).press('Enter');
  await expect(answered.last().getByRole('heading')).toBeFocused();
  // The focus ring doesn't touch the sentence below it.
  const gap = await answered.last().evaluate((row) => {
    const [title, sentence] = [row.querySelector('h3'), row.querySelector('[role=status]')];
    if (title === null || sentence === null) throw new Error('The row has no title or no sentence.');
    const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(title);
    const ring = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
    return { ring, below: sentence.getBoundingClientRect().top - title.getBoundingClientRect().bottom - ring };
  });
  expect(gap.ring).toBeGreaterThan(0);
  expect(gap.below).toBeGreaterThanOrEqual(0);
  await teacher.keyboard.press('Tab');
  await teacher.keyboard.press('Enter');
  await expect(list.getByRole('article', { name: 'Room 4' })).toBeVisible();
  await expect(list.getByRole('article', { name: 'Room 4' }).getByRole('heading')).toBeFocused();
  expect(await waiting()).toEqual(['Room 4']);
  await seeToast(teacher, 'Undone', 'The request is waiting for an answer again. No one was notified.');
});

test('after a tap at the end of a tall card, its outcome and Undo are in view, and the toast says what was undone', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const { teacher } = house;
  const { id } = await house.post(house.day(1), 'Room 1');
  await house.ask(await house.substitute('Tom Byron'), id);
  // With the keyboard open, or larger text, less than a card fits on a phone.
  await teacher.setViewportSize({ width: 390, height: 320 });
  await teacher.goto('/dashboard/teacher/my-vacancies?tab=pending');
  const list = teacher.getByRole('list', { name: 'Pending requests' });
  const approve = list.getByRole('button', { name: 'Approve', exact: true });
  await approve.evaluate((button) => button.scrollIntoView());
  await expect(list.getByRole('heading', { name: 'Room 1' })).not.toBeInViewport();
  await approve.click();
  await expect(list.getByRole('heading', { name: 'Room 1' })).toBeInViewport({ ratio: 1 });
  const undo = list.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeInViewport({ ratio: 1 });
  const toast = teacher.locator('[data-toast]');
  await expect(toast).toContainText('Substitute approved');
  await undo.click();
  await expect(list.getByRole('article', { name: 'Room 1' })).toBeVisible();
  await seeToast(teacher, 'Undone', 'The request is waiting for an answer again. No one was notified.');
});

test('two quick taps on Decline hide one vacancy', async ({ open, firstBell }) => {
  const cast = await openCast(open, firstBell, ['substitute']);
  const page = cast.substitute;
  for (const day of [1, 2, 3]) await cast.post({ title: `Room ${day}`, days: day });
  await page.goto('/dashboard/substitute/available-vacancies');
  const list = page.getByRole('list', { name: 'Available vacancies' });
  await tapTwice(page, list.getByRole('button', { name: 'Decline' }).first(), 300);
  await expect(list.getByRole('listitem').filter({ hasText: 'You declined it.' })).toHaveCount(1);
  await expect(list.getByRole('article')).toHaveCount(2);
  const toast = page.locator('[data-toast]');
  await expect(toast).toContainText('Vacancy declined');
  await list.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByRole('article')).toHaveCount(3);
  await expect(toast).toHaveCount(0, { timeout: 2000 });
});

test('on Home, too, an answered vacancy stays with its Undo, even if it is the only one', async ({
  open,
  firstBell,
}) => {
  const cast = await openCast(open, firstBell, ['substitute']);
  const page = cast.substitute;
  await cast.post({ title: 'Room 1', days: 1 });
  await page.goto('/dashboard/substitute');
  const offers = page.getByRole('list', { name: 'Soonest open vacancies' });
  await offers.getByRole('button', { name: 'Decline' }).click();
  await expect(offers.getByRole('status')).toContainText('You declined it.');
  await offers.getByRole('button', { name: 'Undo' }).click();
  await expect(offers.getByRole('article')).toHaveCount(1);
});
