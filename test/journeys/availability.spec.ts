import type { Page } from '@playwright/test';
import { addDays, addMonths, formatDate, formatMonth, lastDayOf, localDate, monthOf } from '#domain/time.ts';
import { listAvailability } from '#contract/availability.ts';
import { updateGeneralAvailability } from '#contract/users.ts';
import { call } from '#test/journeys/calls.ts';
import { expect, expectAccessible, type FirstBell, type Open, seeToast, test } from '#test/journeys/fixture.ts';
import { addSchool, approve, join, setShifts, unique } from '#test/journeys/people.ts';

const address = '/dashboard/substitute/my-availability';
const zone = 'America/Chicago';

/** Returns a substitute of one school that offers mornings, in the test's own browser, and its admin. */
async function openSubstitute(
  page: Page,
  open: Open,
  firstBell: FirstBell,
): Promise<{ id: number; school: { id: number; name: string }; admin: Page }> {
  const owner = await firstBell.callingOwner();
  const school = await addSchool(owner, `Maple Grove ${unique()}`, { allowMorningShift: true });
  const admin = await open('about:blank');
  await approve(owner, (await join(admin, { role: 'school_admin', fullName: 'Beth Example', schoolId: school.id })).id);
  const { id } = await join(page, { role: 'substitute', fullName: 'Tom Example', schoolId: school.id });
  await approve(admin, id);
  return { id, school, admin };
}

const day = (page: Page, name: string, choice: string) => page.getByRole('radio', { name: `${name}: ${choice}` });

test('weekly availability is set with only the keyboard, and saved once', async ({
  page,
  open,
  firstBell,
  expectRefusal,
}) => {
  const { id } = await openSubstitute(page, open, firstBell);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'My Availability' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('You haven’t saved your weekly availability yet')).toBeVisible();
  // No day is ruled out yet, and none looks like it.
  await expect(page.getByRole('table', { name: 'Your availability in a usual week' }).getByRole('radio')).toHaveCount(
    28,
  );
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(day(page, 'Monday', 'Morning')).toHaveAccessibleName('Monday: Morning, 8:00 AM – 12:00 PM');
  await expect(day(page, 'Monday', 'Afternoon')).toBeDisabled();
  await expect(day(page, 'Monday', 'Afternoon')).toHaveAccessibleName(
    'Monday: Afternoon, 12:30 PM – 3:00 PM, Not offered',
  );
  await expect(page.getByText('Unsaved Changes')).toHaveCount(0);
  await expectAccessible(page);

  await test.step('each day is one Tab stop, and arrow keys skip unavailable choices', async () => {
    // There is nothing to copy yet, so the week is the first tab stop after the heading.
    await expect(page.getByRole('button', { name: 'Copy Monday to weekdays' })).toBeDisabled();
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('Tab');
    await expect(day(page, 'Monday', 'Unavailable')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(day(page, 'Monday', 'Morning')).toBeChecked();
    for (const name of ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
      await expect(day(page, name, 'Unavailable')).toBeChecked();
    await page.keyboard.press('ArrowRight');
    await expect(day(page, 'Monday', 'All Day')).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(day(page, 'Tuesday', 'Unavailable')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(day(page, 'Tuesday', 'Morning')).toBeChecked();
    await expect(page.getByText('Unsaved Changes')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a failure is shown and keeps the choices', async () => {
    expectRefusal(`/api/users/${id}/general-availability`);
    await page.route('**/general-availability', (route) => route.abort(), { times: 1 });
    for (
      let tabs = 0;
      tabs < 12 &&
      !(await page.getByRole('button', { name: 'Save' }).evaluate((button) => button === document.activeElement));
      tabs += 1
    )
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await seeToast(page, 'Failed to update', 'Failed to save general availability');
    await expect(page.getByRole('alert').filter({ hasText: 'Your weekly availability was not saved' })).toBeVisible();
    await expect(day(page, 'Tuesday', 'Morning')).toBeChecked();
    await expectAccessible(page, 'in every run');
  });

  await test.step('after saving, there is nothing to save, and a reload shows it', async () => {
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await seeToast(page, 'Availability saved');
    await expect(page.getByText('Unsaved Changes')).toHaveCount(0);
    await page.reload();
    await expect(day(page, 'Monday', 'All Day')).toBeChecked();
    await expect(day(page, 'Tuesday', 'Morning')).toBeChecked();
    await expect(page.getByText('You haven’t saved your weekly availability yet')).toHaveCount(0);
    // The month shows the week, too.
    const days = page.getByRole('table', { name: formatMonth(monthOf(localDate(new Date(), zone))) });
    await expect(
      days.getByRole('button', { name: /^Monday.*: All Day in your weekly availability$/ }).last(),
    ).toBeVisible();
    await expect(
      days.getByRole('button', { name: /^Tuesday.*: Morning in your weekly availability$/ }).last(),
    ).toBeVisible();
  });

  await test.step("Monday's choice is copied to the weekdays; Revert restores the saved choices, and so does choosing them by hand", async () => {
    await page.getByRole('button', { name: 'Copy Monday to weekdays' }).click();
    await expect(day(page, 'Friday', 'All Day')).toBeChecked();
    await expect(day(page, 'Saturday', 'Unavailable')).toBeChecked();
    await page.getByRole('button', { name: 'Revert Changes' }).click();
    await expect(day(page, 'Friday', 'Unavailable')).toBeChecked();
    await expect(day(page, 'Tuesday', 'Morning')).toBeChecked();
    await day(page, 'Sunday', 'All Day').check({ force: true });
    await expect(page.getByText('Unsaved Changes')).toBeVisible();
    await day(page, 'Sunday', 'Unavailable').check({ force: true });
    await expect(page.getByText('Unsaved Changes')).toHaveCount(0);
  });

  await test.step('a day that is chosen while the week is being saved stays, to be saved next', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(
      '**/general-availability',
      async (route) => {
        await released;
        await route.continue();
      },
      { times: 1 },
    );
    await day(page, 'Sunday', 'All Day').check({ force: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await day(page, 'Saturday', 'All Day').check({ force: true });
    release();
    await seeToast(page, 'Availability saved');
    await expect(day(page, 'Sunday', 'All Day')).toBeChecked();
    await page.getByRole('button', { name: 'Revert Changes' }).click();
    await expect(day(page, 'Saturday', 'Unavailable')).toBeChecked();
    await expect(day(page, 'Sunday', 'All Day')).toBeChecked();
    await day(page, 'Sunday', 'Unavailable').check({ force: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Unsaved Changes')).toHaveCount(0);
  });

  await test.step('a day that another window changed, too, shows both choices; the other days take the new one', async () => {
    await day(page, 'Sunday', 'All Day').check({ force: true });
    const generalAvailability = JSON.stringify({ monday: 'all_day', friday: 'morning', sunday: 'morning' });
    await call(page.request, updateGeneralAvailability, { params: { id: String(id) }, body: { generalAvailability } });
    await expect(page.getByText('Changed in another window to Morning.')).toBeVisible();
    await expect(day(page, 'Friday', 'Morning')).toBeChecked();
    await expect(day(page, 'Sunday', 'All Day')).toBeChecked();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect(day(page, 'Sunday', 'All Day')).toBeFocused();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Unsaved Changes')).toHaveCount(0);
    await expect(day(page, 'Friday', 'Morning')).toBeChecked();
  });
});

test('leaving with changes asks first, by a link or Back', async ({ page, open, firstBell }) => {
  await openSubstitute(page, open, firstBell);
  await page.goto('/dashboard/substitute');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page
    .getByRole('link', { name: /^My Availability/ })
    .filter({ visible: true })
    .first()
    .click();
  await day(page, 'Monday', 'All Day').check({ force: true });
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  const keep = question.getByRole('button', { name: 'Keep editing' });
  await page
    .getByRole('link', { name: /^My Assignments/ })
    .filter({ visible: true })
    .first()
    .click();
  await expect(keep).toBeFocused();
  await keep.click();
  await page.evaluate(() => history.back());
  await keep.click();
  await expect(page).toHaveURL(address);
  await expect(day(page, 'Monday', 'All Day')).toBeChecked();
  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/dashboard/substitute');
});

test('a choice that no school offers anymore stays visible and marked, and can only be replaced', async ({
  page,
  open,
  firstBell,
}) => {
  const { school, admin } = await openSubstitute(page, open, firstBell);
  await page.goto(address);
  await day(page, 'Wednesday', 'Morning').check({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Availability saved');
  await setShifts(admin, school.id, { allowMorningShift: false });
  await page.reload();
  await expect(day(page, 'Wednesday', 'Morning')).toBeChecked();
  await expect(page.getByText('Morning is no longer offered')).toBeVisible();
  await expect(day(page, 'Thursday', 'Morning')).toBeDisabled();
  await expectAccessible(page, 'in every run');
  await day(page, 'Wednesday', 'Morning').focus();
  await page.keyboard.press('ArrowRight');
  await expect(day(page, 'Wednesday', 'All Day')).toBeChecked();
  await expect(day(page, 'Wednesday', 'Morning')).toBeDisabled();
  await page.getByRole('button', { name: 'Revert Changes' }).click();
  await expect(day(page, 'Wednesday', 'Morning')).toBeChecked();
});

test('date exceptions are edited on a month calendar: by keyboard, with notes, at an address', async ({
  page,
  open,
  firstBell,
}) => {
  await openSubstitute(page, open, firstBell);
  const today = localDate(new Date(), zone);
  const month = monthOf(today);
  await page.goto(address);
  const calendar = page.getByRole('table', { name: formatMonth(month) });
  const cell = (date: string) => page.locator(`[data-date="${date}"]`);
  await expect(calendar.getByRole('columnheader')).toHaveCount(7);
  await expect(cell(today)).toHaveAttribute('aria-current', 'date');

  const tomorrow = addDays(today, 1);
  await test.step('arrow keys move between days, and Enter opens one', async () => {
    await cell(today).focus();
    await page.keyboard.press('ArrowRight');
    await expect(cell(tomorrow)).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: formatDate(tomorrow) });
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`date=${tomorrow}`));
    await expect(dialog.getByRole('radio', { name: 'Unavailable' })).toBeFocused();
    await expectAccessible(page);
    await dialog.getByLabel('Notes').fill('x'.repeat(501));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('This can have at most 500 characters.')).toBeVisible();
    await dialog.getByLabel('Notes').fill('Dentist at ten');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await seeToast(page, 'Date saved', `${formatDate(tomorrow)}: Unavailable.`);
    await expect(dialog).toHaveCount(0);
  });

  await test.step('it appears in the calendar and the list, and can be changed and cleared', async () => {
    await page.goto(`${address}?month=${monthOf(tomorrow)}`);
    await expect(cell(tomorrow)).toHaveAccessibleName(/: Unavailable, with a note$/);
    await expect(page.getByText('Dentist at ten')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: `Change ${formatDate(tomorrow)}` }).click();
    await page.getByRole('radio', { name: 'Preferred' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await seeToast(page, 'Date saved', `${formatDate(tomorrow)}: Preferred.`);
    await expect(cell(tomorrow)).toHaveAccessibleName(/: Preferred, with a note$/);
    await cell(tomorrow).click();
    await page.getByRole('button', { name: 'Clear' }).click();
    await seeToast(page, 'Date cleared');
    await expect(page.getByText('Dentist at ten')).toHaveCount(0);
  });

  await test.step('several days with only the morning available are set and removed together', async () => {
    const last = addDays(tomorrow, 4);
    await page.goto(`${address}?month=${monthOf(tomorrow)}`);
    await cell(tomorrow).click();
    const dialog = page.getByRole('dialog', { name: formatDate(tomorrow) });
    await dialog.getByLabel('Last Day').fill(addDays(tomorrow, -1));
    await expect(dialog.getByText('The last day can’t be before the first.')).toBeVisible();
    await dialog.getByLabel('Last Day').fill(last);
    await dialog.getByRole('radio', { name: 'Morning only' }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await seeToast(page, 'Dates saved', `${formatDate(tomorrow)} – ${formatDate(last)}: Morning only.`);
    await expect(cell(tomorrow)).toHaveAccessibleName(/: Morning only$/);
    const parts = (await call(page.request, listAvailability)).map(({ date, part }) => [date, part]);
    expect(parts).toEqual([0, 1, 2, 3, 4].map((days) => [addDays(tomorrow, days), 'morning']));
    await cell(tomorrow).click();
    await dialog.getByLabel('Last Day').fill(last);
    await dialog.getByRole('radio', { name: 'Unavailable' }).check();
    await expect(dialog.getByText('Saving replaces what you set for 4 of these days')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Clear' }).click();
    await seeToast(page, 'Dates cleared');
    expect(await call(page.request, listAvailability)).toEqual([]);
  });

  await test.step('the month is in the address; Back closes a dialog and a reload opens it again', async () => {
    await page.goto(address);
    await cell(today).focus();
    await page.keyboard.press('PageDown');
    const next = addMonths(month, 1);
    await expect(page).toHaveURL(new RegExp(`month=${next}`));
    await expect(page.getByRole('table', { name: formatMonth(next) })).toBeVisible();
    await expect(page.locator(`[data-date^="${next}"]:focus`)).toHaveCount(1);
    await page.reload();
    await expect(page.getByRole('table', { name: formatMonth(next) })).toBeVisible();
    await cell(lastDayOf(next)).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('dialog', { name: formatDate(lastDayOf(next)) })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('table', { name: formatMonth(next) })).toBeVisible();
  });
});
