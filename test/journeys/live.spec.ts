import type { Page, Request } from '@playwright/test';
import { register } from '#contract/accounts.ts';
import { updateUser } from '#contract/users.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { call } from '#test/journeys/calls.ts';
import { type Cast, castPassword, openCast } from '#test/journeys/cast.ts';
import { expect, expectAccessible, expectAnnounced, goTo, seeBadge, test } from '#test/journeys/fixture.ts';

const available = '/dashboard/substitute/available-vacancies';

const card = (page: Page, title: string) => page.getByRole('article', { name: title });

/** Fails if the page is reloaded from now on. */
async function watchReloads(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-stayed', ''));
  return async () => expect(page.locator('html[data-stayed]')).toHaveCount(1);
}

/** Another approved substitute of the cast's school, signed in on another machine. */
async function openRival(cast: Cast, page: Page, name: string): Promise<void> {
  const username = `${name}_${Date.now().toString(36)}`;
  const rival = await call(page.request, register, {
    body: {
      role: 'substitute',
      username,
      fullName: `${name} Example`,
      email: `${username}@example.org`,
      schoolId: cast.school.id,
      password: castPassword,
      confirmPassword: castPassword,
    },
  });
  await call(cast.admin.request, updateUser, { params: { id: String(rival.id) }, body: { isApproved: true } });
}

test('a phone shows a new vacancy, the teacher the request and the admin a new count, without a reload', async ({
  open,
  firstBell,
}) => {
  const cast = await openCast(open, firstBell, ['admin', 'teacher', 'substitute']);
  const { substitute, teacher, admin } = cast;
  await substitute.goto(available);
  await teacher.goto('/dashboard/teacher/my-vacancies');
  await admin.goto('/dashboard/school-admin');
  await expect(substitute.getByText('No vacancies match')).toHaveCount(0);
  // The screen opens the first tab that has a vacancy, so it must have loaded before one is posted.
  await expect(teacher.getByRole('tab', { name: 'Pending Requests 0', selected: true })).toBeVisible();
  const stayed = [await watchReloads(substitute), await watchReloads(teacher), await watchReloads(admin)];
  await seeBadge(admin, 'Open Vacancies', null);

  await cast.post({ title: 'Grade 4 with the aquarium' });
  await expect(card(substitute, 'Grade 4 with the aquarium')).toBeVisible();
  await expect(teacher.getByRole('tab', { name: 'Open Vacancies 1' })).toBeVisible();
  await seeBadge(admin, 'Open Vacancies', 1);
  await expect(substitute.getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible();

  await substitute.getByRole('button', { name: 'Request to Accept' }).click();
  await substitute
    .getByRole('dialog', { name: 'Request Assignment' })
    .getByRole('button', { name: 'Request Position' })
    .click();
  await expect(card(substitute, 'Grade 4 with the aquarium')).toHaveCount(0);
  await expect(card(teacher, 'Grade 4 with the aquarium').getByText('Tom Example').first()).toBeVisible();
  await expect(teacher.getByRole('button', { name: /^Notifications, \d+ new$/ })).toBeVisible();
  await seeBadge(admin, 'Open Vacancies', null);
  for (const stays of stayed) await stays();
});

test('if someone else requests a vacancy first, the open dialog says so and keeps typed text', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const cast = await openCast(open, firstBell, ['substitute']);
  const page = cast.substitute;
  const rival = await open('about:blank');
  await openRival(cast, rival, 'Nora');
  const room = await cast.post({ title: 'Wanted room' });
  expectRefusal(`/api/vacancies/${room.id}`);
  await page.goto(available);
  await page.getByRole('button', { name: 'Request to Accept' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request Assignment' });
  await expect(dialog.getByRole('button', { name: 'Request Position' })).toBeEnabled();
  await call(rival.request, updateVacancy, { params: { id: String(room.id) }, body: { status: 'pending_approval' } });
  await expect(
    dialog.getByRole('status').filter({ hasText: 'This vacancy has just been requested by someone else.' }),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Request Position' })).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(card(page, 'Wanted room')).toHaveCount(0);
});

test('visible rows stay in place: new ones above are offered, not inserted', async ({ open, firstBell }) => {
  const cast = await openCast(open, firstBell, ['substitute']);
  const page = cast.substitute;
  for (let day = 2; day < 14; day += 1) await cast.post({ title: `Room ${day}`, days: day });
  await page.goto(available);
  const read = card(page, 'Room 9');
  await read.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollBy({ top: 120, behavior: 'instant' }));
  await read.getByRole('button', { name: 'Request to Accept' }).focus();
  const before = (await read.boundingBox())?.y ?? 0;
  const offer = page.getByRole('button', { name: 'New above' });
  await cast.post({ title: 'Room at once', days: 1, isUrgent: true });
  await expect(offer).toBeVisible();
  await expectAnnounced(page, 'The list was updated.');
  expect(Math.abs(((await read.boundingBox())?.y ?? 0) - before)).toBeLessThanOrEqual(2);
  // Some browsers don't anchor the scroll position, so the page does.
  await page.evaluate(() => (document.documentElement.style.overflowAnchor = 'none'));
  await cast.post({ title: 'Another at once', days: 1, isUrgent: true });
  await expect(card(page, 'Another at once')).toHaveCount(1);
  expect(Math.abs(((await read.boundingBox())?.y ?? 0) - before)).toBeLessThanOrEqual(2);
  await expect(read.getByRole('button', { name: 'Request to Accept' })).toBeFocused();
  await expectAccessible(page);
  await offer.click();
  await expect(card(page, 'Room at once')).toBeInViewport();
  await expect(offer).toHaveCount(0);
});

test('a browser has one connection for all tabs, led by the visible one', async ({ open, firstBell }) => {
  const cast = await openCast(open, firstBell, ['substitute']);
  const first = cast.substitute;
  const streams = new Set<Page>();
  const watch = (page: Page) => {
    page.on('request', (request) => void (new URL(request.url()).pathname === '/api/live' && streams.add(page)));
    const forget = (request: Request) => void (new URL(request.url()).pathname === '/api/live' && streams.delete(page));
    page.on('requestfinished', forget);
    page.on('requestfailed', forget);
  };
  watch(first);
  await first.goto(available);
  await expect.poll(() => [...streams]).toEqual([first]);
  const secondTab = await first.context().newPage();
  watch(secondTab);
  await secondTab.goto(available);
  await expect.poll(() => [...streams]).toEqual([secondTab]);
  await cast.post({ title: 'Both know' });
  for (const page of [first, secondTab]) await expect(card(page, 'Both know')).toBeVisible();
  await secondTab.close();
  streams.delete(secondTab);
  await expect.poll(() => [...streams]).toEqual([first]);
  await cast.post({ title: 'One is left', days: 2 });
  await expect(card(first, 'One is left')).toBeVisible();
});

test('an approved account opens immediately; an ended session asks for the password immediately', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const cast = await openCast(open, firstBell, ['admin']);
  const page = await open('about:blank');
  const username = `Iris_${Date.now().toString(36)}`;
  const { id } = await call(page.request, register, {
    body: {
      role: 'teacher',
      username,
      fullName: 'Iris Example',
      email: `${username}@example.org`,
      schoolId: cast.school.id,
      password: castPassword,
      confirmPassword: castPassword,
    },
  });
  await page.goto('/dashboard/teacher');
  await expect(page.getByRole('heading', { name: 'Approval Pending' })).toBeVisible();
  await cast.admin.goto('/dashboard/school-admin');
  await seeBadge(cast.admin, 'Pending Approvals', 1);
  await call(cast.admin.request, updateUser, { params: { id: String(id) }, body: { isApproved: true } });
  await expect(page.getByRole('heading', { name: 'Approval Pending' })).toHaveCount(0);
  await seeBadge(cast.admin, 'Pending Approvals', null);
  await goTo(page, 'My Vacancies');
  await expect(page.getByRole('heading', { level: 1, name: 'My Vacancies' })).toBeVisible();
  await page.waitForLoadState('networkidle');

  // The screen's calls at the end of its session may be refused as well.
  for (const path of ['/api/login', '/api/vacancies', '/api/own-year']) expectRefusal(path);
  await call(cast.admin.request, updateUser, { params: { id: String(id) }, body: { isActive: false } });
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
});
