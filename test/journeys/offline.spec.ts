import type { Page } from '@playwright/test';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { call } from '#test/journeys/calls.ts';
import { openCast, castPassword } from '#test/journeys/cast.ts';
import { expect, expectAccessible, signIn, test } from '#test/journeys/fixture.ts';

test.use({ serviceWorkers: 'allow' });

const ours = (page: Page) => page.getByRole('heading', { level: 1, name: /^You.re offline$|^You are offline$/ });
const isControlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

test('without a connection a banner appears immediately, and every navigation shows the offline page with the assignments', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const cast = await openCast(open, firstBell, []);
  const { id } = await cast.post({ title: 'Fractions in room 12' });
  await call(cast.admin.request, assignSubstitute, {
    params: { id: String(id) },
    body: { substituteId: cast.substituteId },
  });
  const page = await open('about:blank');
  page.on('request', (request) => expectRefusal(new URL(request.url()).pathname));
  // This works from sign-in on, without push, without installing anything, and without ever opening My Assignments.
  await signIn(page, 'substitute', cast.usernames.substitute, castPassword);
  await expect
    .poll(() =>
      page.evaluate(
        async () => (await (await (await caches.open('firstbell-offline')).match('/offline'))?.text()) ?? '',
      ),
    )
    .toContain('Fractions in room 12');
  expect(await page.evaluate(() => Notification.permission)).not.toBe('granted');

  const title = page.getByRole('heading', { level: 1 });
  const place = await title.boundingBox();
  await page.context().setOffline(true);
  const banner = page.getByRole('status').filter({ hasText: 'You’re offline.' });
  await expect(banner).toBeVisible();
  // A tap that is under way still hits its button.
  expect(await title.boundingBox()).toEqual(place);
  await expectAccessible(page, 'in every run');
  for (const path of ['my-assignments', 'my-availability', 'profile', 'nowhere']) {
    await page.goto(`/dashboard/substitute/${path}`);
    await expect(ours(page), path).toBeVisible();
    await expect(page.getByRole('list', { name: 'Your assignments' })).toContainText('Fractions in room 12');
  }
  // The page that was wanted comes back without a tap.
  await page.goto('/dashboard/substitute');
  await expect(ours(page)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('button', { name: /Profile menu/ })).toBeVisible();
  await expect(banner).toHaveCount(0);

  // After signing out, the offline page is still FirstBell's and contains no personal data.
  await page.getByRole('button', { name: /Profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  // The role chooser is a separate document, which loads after the address has changed.
  await expect(page.getByRole('heading', { name: 'Choose your role' })).toBeVisible();
  await page.context().setOffline(true);
  await page.goto('/auth/substitute');
  await expect(ours(page)).toBeVisible();
  await expect(page.getByText('Fractions in room 12')).toHaveCount(0);
  await expectAccessible(page, 'in every run');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(ours(page)).toBeVisible();
  await page.context().setOffline(false);
  // It needs no tap.
  await expect(page.getByLabel('Username')).toBeVisible();
});

test('a teacher without a connection gets the offline page, too', async ({ open, firstBell, expectRefusal }) => {
  const { usernames } = await openCast(open, firstBell, []);
  const page = await open('about:blank');
  page.on('request', (request) => expectRefusal(new URL(request.url()).pathname));
  await signIn(page, 'teacher', usernames.teacher, castPassword);
  expect(await isControlled(page)).toBe(true);
  await page
    .getByRole('button', { name: /^I.m out/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^I.m out/ });
  await expect(dialog).toBeVisible();
  await page.context().setOffline(true);
  // The banner of the page is behind the dialog.
  await expect(dialog.getByRole('status').filter({ hasText: 'You’re offline.' })).toBeVisible();
  await page.goto('/dashboard/teacher/my-vacancies');
  await expect(ours(page)).toBeVisible();
});
