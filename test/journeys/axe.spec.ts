import type { Page } from '@playwright/test';
import { register } from '#contract/accounts.ts';
import { createSchool } from '#contract/schools.ts';
import { updateUser } from '#contract/users.ts';
import { createVacancy } from '#contract/absences.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { addDays } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import { expect, expectAccessible, type Open, test } from '#test/journeys/fixture.ts';

// A recording of every screen would take longer than looking at it.
test.use({ trace: 'off' });

const password = 'lantern-meadow-42';

/** A school with people of every role and vacancies in every state; each in a browser of their own. */
type District = Record<'owner' | 'admin' | 'teacher' | 'substitute', Page>;

async function openDistrict(open: Open, owner: { username: string; password: string }): Promise<District> {
  const pages = { owner: await open(), admin: await open(), teacher: await open(), substitute: await open(), newcomer: await open() };
  await pages.owner.request.post('/api/login', { data: owner });
  const unique = Date.now().toString(36);
  const school = await call(pages.owner.request, createSchool, {
    body: { name: `Ridgeview ${unique}`, address: '1 School Street', city: 'Duluth', state: 'Minnesota', zipCode: '55801', phone: '(218) 555-0100' },
  });
  const registerIn = (page: Page, role: 'teacher' | 'substitute' | 'school_admin', name: string) =>
    call(page.request, register, {
      body: { role, username: `${name}_${unique}`, fullName: `${name} Example`, email: `${name}_${unique}@example.org`, schoolId: school.id, password, confirmPassword: password },
    });
  const approve = (by: Page, { id }: { id: number }) => call(by.request, updateUser, { params: { id: String(id) }, body: { isApproved: true } });
  await approve(pages.owner, await registerIn(pages.admin, 'school_admin', 'Beth'));
  await approve(pages.admin, await registerIn(pages.teacher, 'teacher', 'Ruth'));
  const substitute = await registerIn(pages.substitute, 'substitute', 'Tom');
  await approve(pages.admin, substitute);
  for (const [role, name] of [['teacher', 'Ingrid'], ['substitute', 'Grace'], ['school_admin', 'Andre']] as const) await registerIn(pages.newcomer, role, name);

  const day = (days: number) => addDays(new Date().toISOString().slice(0, 10), days);
  const post = (days: number, title: string, isUrgent = false) =>
    call(pages.teacher.request, createVacancy, {
      body: { date: day(days), startTime: '08:00', endTime: '15:00', shiftType: 'full_day', description: title, additionalNotes: 'Plans are on the desk.', isUrgent },
    });
  const ask = (id: number) => call(pages.substitute.request, updateVacancy, { params: { id: String(id) }, body: { status: 'pending_approval' } });
  await post(2, 'Open room');
  await post(2, 'Urgent room', true);
  await ask((await post(3, 'Asked room')).id);
  const covered = await post(4, 'Covered room');
  await ask(covered.id);
  await call(pages.teacher.request, updateVacancy, { params: { id: String(covered.id) }, body: { status: 'filled', substituteId: substitute.id } });
  return pages;
}

/** Every screen of a role, and how to open the dialogs that stand on it. */
const screens: Record<keyof District, readonly { path: string; dialogs?: readonly string[] }[]> = {
  owner: [
    { path: '/dashboard/overall-admin' },
    { path: '/dashboard/overall-admin/schools', dialogs: ['Add School', 'Delete Ridgeview'] },
    { path: '/dashboard/overall-admin/pending-approvals', dialogs: ['Details of Andre'] },
    { path: '/dashboard/overall-admin/outbox' },
    { path: '/dashboard/overall-admin/profile' },
  ],
  admin: [
    { path: '/dashboard/school-admin' },
    { path: '/dashboard/school-admin/open-vacancies' },
    { path: '/dashboard/school-admin/pending-approvals', dialogs: ['Details of Grace'] },
    { path: '/dashboard/school-admin/pending-approvals?tab=rejected' },
    { path: '/dashboard/school-admin/manage-teachers' },
    { path: '/dashboard/school-admin/manage-substitutes' },
    { path: '/dashboard/school-admin/manage-school' },
    { path: '/dashboard/school-admin/profile' },
  ],
  teacher: [
    { path: '/dashboard/teacher' },
    { path: '/dashboard/teacher/create-absence-request' },
    { path: '/dashboard/teacher/my-vacancies?tab=pending', dialogs: ['Details and history'] },
    { path: '/dashboard/teacher/my-vacancies?tab=open', dialogs: ['Message substitutes', 'Edit'] },
    { path: '/dashboard/teacher/my-vacancies?tab=filled' },
    { path: '/dashboard/teacher/approved-substitutes', dialogs: ['Message All'] },
    { path: '/dashboard/teacher/approved-substitutes?tab=sent' },
    { path: '/dashboard/teacher/profile' },
  ],
  substitute: [
    { path: '/dashboard/substitute' },
    { path: '/dashboard/substitute/available-vacancies', dialogs: ['Request to Accept'] },
    { path: '/dashboard/substitute/my-assignments' },
    { path: '/dashboard/substitute/my-availability' },
    { path: '/dashboard/substitute/profile' },
  ],
};

/** The screen has arrived: its heading is there and nothing on it still loads. */
async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
}

/** Nothing sticks out at 320 px, the narrowest that WCAG asks for. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize({ width: 320, height: before.height });
  // Not against innerWidth: a phone zooms out to fit what is too wide.
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `${page.url()} at 320 px`).toBeLessThanOrEqual(320);
  await page.setViewportSize(before);
}

for (const role of ['owner', 'admin', 'teacher', 'substitute'] as const) {
  test(`every screen of the ${role} and its dialogs are accessible in light and dark, and hold at 320 px`, async ({ open, firstBell }) => {
    test.slow();
    const page = (await openDistrict(open, firstBell.owner))[role];
    for (const { path, dialogs = [] } of screens[role]) {
      await test.step(path, async () => {
        await arrive(page, path);
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        for (const opener of dialogs) {
          await page.getByRole('button', { name: opener }).first().click();
          await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
          await expectAccessible(page);
          await expectNoSidewaysScroll(page);
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
        }
      });
    }
  });
}

test('the public pages are accessible in light and dark, and hold at 320 px', async ({ page }) => {
  test.slow();
  for (const path of ['/', '/auth/teacher', '/auth/substitute?tab=register', '/auth/school-admin', '/auth/admin', '/template-test']) {
    await test.step(path, async () => {
      await arrive(page, path);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
  }
});
