import { readFile } from 'node:fs/promises';
import { type Page } from '@playwright/test';
import { register } from '#contract/accounts.ts';
import { createSchool } from '#contract/schools.ts';
import { updateGeneralAvailability, updateUser } from '#contract/users.ts';
import { formatDate, localDate } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import { expect, expectAccessible, type FirstBell, type Open, seeToast, test } from '#test/journeys/fixture.ts';

const password = 'lantern-meadow-42';
const zone = 'America/Chicago';

/** The smallest document that PDF viewers open. */
const resume = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>> endobj
trailer <</Root 1 0 R>>
%%EOF
`;

/** A school whose admin is signed in, and a substitute who waits for its word with a resume and a week. */
async function openSchool(open: Open, { owner }: FirstBell, unique: string): Promise<{ admin: Page; substitute: Page; schoolId: number; substituteId: number }> {
  const [ownerPage, admin, substitute] = [await open(), await open(), await open()];
  await ownerPage.request.post('/api/login', { data: owner });
  const school = await call(ownerPage.request, createSchool, {
    body: { name: `Harbor Lights ${unique}`, address: '1 Pier', city: 'Two Harbors', state: 'MN', zipCode: '55616', phone: '(218) 555-0122' },
  });
  const person = (name: string) => ({ username: `${name}_${unique}`, fullName: `${name} Nwosu`, email: `${name}_${unique}@example.org`, schoolId: school.id, password, confirmPassword: password });
  const head = await call(admin.request, register, { body: { role: 'school_admin', ...person('Carol') } });
  await call(ownerPage.request, updateUser, { params: { id: String(head.id) }, body: { isApproved: true } });
  const { id } = await call(substitute.request, register, { body: { role: 'substitute', ...person('Grace') } });
  const sent = await substitute.request.patch(`/api/users/${id}`, {
    multipart: { data: JSON.stringify({ qualifications: 'B.M. Music Education' }), resume: { name: 'grace nwosu.pdf', mimeType: 'application/pdf', buffer: Buffer.from(resume) } },
  });
  expect(sent.status()).toBe(200);
  await call(substitute.request, updateGeneralAvailability, { params: { id: String(id) }, body: { generalAvailability: JSON.stringify({ monday: 'all_day', tuesday: 'morning' }) } });
  return { admin, substitute, schoolId: school.id, substituteId: id };
}

test('an administrator reads the resume and the week of an applicant before deciding', async ({ open, firstBell }, { project }) => {
  const { admin } = await openSchool(open, firstBell, `read_${project.name}`);
  await admin.goto('/dashboard/school-admin/pending-approvals');
  await admin.getByRole('button', { name: 'Details of Grace Nwosu' }).click();
  const details = admin.getByRole('dialog', { name: 'Grace Nwosu' });
  await details.getByRole('tab', { name: 'Resume & Qualifications' }).click();
  await expect(details.getByText('B.M. Music Education')).toBeVisible();
  if (await admin.evaluate(() => navigator.pdfViewerEnabled)) {
    await expect(details.getByTitle('Resume of Grace Nwosu')).toHaveCSS('height', '400px');
  } else {
    await expect(details.getByRole('link', { name: 'Open the resume' })).toBeVisible();
  }
  const arrives = admin.waitForEvent('download');
  await details.getByRole('link', { name: 'Download' }).click();
  const download = await arrives;
  expect(download.suggestedFilename()).toBe('grace nwosu.pdf');
  expect(await readFile(await download.path(), 'utf8')).toBe(resume);
  await details.getByRole('tab', { name: 'Availability' }).click();
  await expect(details.getByRole('row', { name: /^Monday/i })).toContainText('All Day');
  await expect(details.getByRole('row', { name: /^Tuesday/i })).toContainText('Morning');
  await expect(details.getByRole('row', { name: /^Sunday/i })).toContainText('Unavailable');
  await expectAccessible(admin);
  await details.getByRole('button', { name: 'Approve' }).click();
  await seeToast(admin, 'Substitute approved');
  await expect(details).toHaveCount(0);
  await expect(admin.getByText('No substitute applications')).toBeVisible();
});

test('a decision that fails says so, and nothing is lost', async ({ open, firstBell, expectRefusal }, { project }) => {
  const { admin, substituteId } = await openSchool(open, firstBell, `fail_${project.name}`);
  const path = `/api/users/${substituteId}`;
  expectRefusal(path);
  await admin.goto('/dashboard/school-admin/pending-approvals');
  await admin.route(`**${path}`, (route) => route.abort());
  await admin.getByRole('button', { name: 'Accept Grace Nwosu' }).click();
  await seeToast(admin, 'Error', 'Failed to approve substitute. Please try again.');
  await expect(admin.getByRole('listitem').filter({ hasText: 'Grace Nwosu' }).getByRole('alert')).toHaveText('An unexpected error occurred');
  await admin.getByRole('button', { name: 'Reject Grace Nwosu' }).click();
  await seeToast(admin, 'Error', 'Failed to reject substitute. Please try again.');
  await admin.unroute(`**${path}`);
  await admin.getByRole('button', { name: 'Reject Grace Nwosu' }).click();
  await expect(admin.getByRole('heading', { name: 'Substitute applications', level: 2 })).toBeFocused();
  await seeToast(admin, 'Substitute rejected');
});

test('who was turned down and applies again is marked as rejected earlier', async ({ open, firstBell }, { project }) => {
  const { admin, substitute, schoolId, substituteId } = await openSchool(open, firstBell, `again_${project.name}`);
  await call(admin.request, updateUser, { params: { id: String(substituteId) }, body: { isApproved: false } });
  await admin.goto('/dashboard/school-admin/pending-approvals');
  await expect(admin.getByText('No substitute applications')).toBeVisible();
  await call(substitute.request, updateUser, { params: { id: String(substituteId) }, body: { selectedSchoolIds: JSON.stringify([schoolId]) } });
  await admin.reload();
  await expect(admin.getByText(`Rejected earlier, ${formatDate(localDate(new Date(), zone))}`)).toBeVisible();
  await admin.getByRole('button', { name: 'Accept Grace Nwosu' }).click();
  await seeToast(admin, 'Substitute approved');
});
