import type { Page } from '@playwright/test';
import { updateSchool } from '#contract/schools.ts';
import { sendMessage } from '#contract/messages.ts';
import { updateUser } from '#contract/users.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { call } from '#test/journeys/calls.ts';
import { openCast } from '#test/journeys/cast.ts';
import { expect, test } from '#test/journeys/fixture.ts';
import { openOwner } from '#test/journeys/people.ts';
import { payloads } from '#test/server/payloads.ts';

const evil = payloads.script.text;

/** The page shows the text as typed, and nothing in it ran or became an element. */
async function seeAsText(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByText('onerror="globalThis.payloadRan=1"').first(), address).toBeAttached();
  await expect(page.locator('img[src="x"], img[onerror]'), address).toHaveCount(0);
  expect(await page.evaluate(() => 'payloadRan' in globalThis), address).toBe(false);
}

test('malicious user input is shown as text on every screen', async ({ open, firstBell }) => {
  test.slow();
  const cast = await openCast(open, firstBell, ['admin', 'teacher', 'substitute']);
  const { admin, teacher, substitute, school } = cast;
  await call(substitute.request, updateUser, {
    params: { id: String(cast.substituteId) },
    body: { fullName: evil, bio: evil, qualifications: evil, preferredSubjects: evil },
  });
  await call(admin.request, updateSchool, {
    params: { id: String(school.id) },
    body: { address: evil },
  });
  await call((await openOwner(open, firstBell)).request, updateSchool, {
    params: { id: String(school.id) },
    body: { district: evil },
  });
  const vacancy = await cast.post({ title: evil });
  await seeAsText(substitute, '/dashboard/substitute/available-vacancies');
  await call(substitute.request, updateVacancy, {
    params: { id: String(vacancy.id) },
    body: { status: 'pending_approval' },
  });
  await call(admin.request, sendMessage, { body: { subject: evil, message: evil, recipients: [cast.substituteId] } });
  await seeAsText(teacher, '/dashboard/teacher/my-vacancies');
  await seeAsText(teacher, '/dashboard/teacher/approved-substitutes');
  await seeAsText(admin, '/dashboard/school-admin/open-vacancies');
  await seeAsText(admin, '/dashboard/school-admin/manage-substitutes');
  await seeAsText(substitute, '/dashboard/substitute/my-assignments');
  await substitute.getByRole('button', { name: /^Notifications/ }).click();
  await expect(substitute.getByRole('dialog', { name: 'Notifications' })).toContainText('onerror=');
  expect(await substitute.evaluate(() => 'payloadRan' in globalThis)).toBe(false);
});
