import { readFile } from 'node:fs/promises';
import { type Page } from '@playwright/test';
import { login, register } from '#contract/accounts.ts';
import { createSchool } from '#contract/schools.ts';
import { putAvailability } from '#contract/availability-changes.ts';
import { getUser } from '#contract/person.ts';
import { updateGeneralAvailability, updateUser } from '#contract/users.ts';
import { addDays, formatDate, localDate } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import {
  expect,
  expectAccessible,
  type FirstBell,
  type Open,
  seeBadge,
  seeToast,
  test,
} from '#test/journeys/fixture.ts';
import { addSchool, approve, join, unique } from '#test/journeys/people.ts';

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

/** Returns a school with a signed-in admin, and an applicant with a resume and a weekly availability. */
async function openSchool(
  open: Open,
  firstBell: FirstBell,
  mark: string,
): Promise<{ admin: Page; substitute: Page; schoolId: number; substituteId: number }> {
  const owner = await firstBell.caller();
  const admin = await open('about:blank');
  const substitute = await open('about:blank');
  await owner.request.post('/api/login', { data: firstBell.owner });
  const school = await call(owner.request, createSchool, {
    body: {
      name: `Harbor Lights ${mark}`,
      address: '1 Pier',
      city: 'Two Harbors',
      state: 'MN',
      zipCode: '55616',
      phone: '(218) 555-0122',
    },
  });
  const person = (name: string) => ({
    username: `${name}_${mark}`,
    fullName: `${name} Nwosu`,
    email: `${name}_${mark}@example.org`,
    schoolId: school.id,
    password,
    confirmPassword: password,
  });
  const head = await call(admin.request, register, { body: { role: 'school_admin', ...person('Carol') } });
  await call(owner.request, updateUser, { params: { id: String(head.id) }, body: { isApproved: true } });
  const { id } = await call(substitute.request, register, { body: { role: 'substitute', ...person('Grace') } });
  const sent = await substitute.request.patch(`/api/users/${id}`, {
    multipart: {
      data: JSON.stringify({ qualifications: 'B.M. Music Education' }),
      resume: { name: 'grace nwosu.pdf', mimeType: 'application/pdf', buffer: Buffer.from(resume) },
    },
  });
  expect(sent.status()).toBe(200);
  await call(substitute.request, updateGeneralAvailability, {
    params: { id: String(id) },
    body: { generalAvailability: JSON.stringify({ monday: 'all_day', tuesday: 'morning' }) },
  });
  return { admin, substitute, schoolId: school.id, substituteId: id };
}

test('an administrator reads an applicant’s resume and availability, and messages them, before deciding', async ({
  open,
  firstBell,
}, { project }) => {
  const { admin, substitute } = await openSchool(open, firstBell, `read_${project.name}`);
  const away = addDays(localDate(new Date(), zone), 12);
  await call(substitute.request, putAvailability, {
    body: { date: away, status: 'unavailable', notes: 'Nobody else needs to know.' },
  });
  await admin.goto('/dashboard/school-admin/pending-approvals');
  await admin.getByRole('button', { name: 'Details of Grace Nwosu' }).click();
  const details = admin.getByRole('dialog', { name: 'Grace Nwosu' });
  const message = details.getByRole('button', { name: 'Message Substitute' });
  // A button that moves while the records load loses the taps of that moment.
  const place = await message.boundingBox();
  await details.getByRole('tab', { name: 'Resume & Qualifications' }).click();
  await expect(details.getByText('B.M. Music Education')).toBeVisible();
  if (!(await admin.evaluate(() => navigator.pdfViewerEnabled))) {
    await expect(details.getByRole('link', { name: 'Open the resume' })).toBeVisible();
    // This browser has no viewer and would download the file that the frame shows, so the frame stays empty.
    const shown = /\/api\/files\/[^?]+$/;
    await admin.route(shown, (route) => route.fulfill({ contentType: 'text/html', body: '' }), { times: 1 });
    await admin.evaluate(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true }));
    await details.getByRole('tab', { name: 'Profile' }).click();
    await details.getByRole('tab', { name: 'Resume & Qualifications' }).click();
  }
  await expect(details.getByTitle('Resume of Grace Nwosu')).toHaveCSS('height', '400px');
  const arrives = admin.waitForEvent('download');
  await details.getByRole('link', { name: 'Download' }).click();
  const download = await arrives;
  expect(download.suggestedFilename()).toBe('grace nwosu.pdf');
  expect(await readFile(await download.path(), 'utf8')).toBe(resume);
  await details.getByRole('tab', { name: 'Availability' }).click();
  const window = admin.viewportSize();
  await admin.setViewportSize({ width: 390, height: 844 });
  // On a phone, the longest word of the table stays on one line.
  expect((await details.getByRole('columnheader', { name: 'Unavailable' }).boundingBox())?.height).toBeLessThan(40);
  if (window) await admin.setViewportSize(window);
  await expect(details.getByRole('row', { name: /^Monday/i })).toContainText('All Day');
  await expect(details.getByRole('row', { name: /^Tuesday/i })).toContainText('Morning');
  await expect(details.getByRole('row', { name: /^Sunday/i })).toContainText('Unavailable');
  await expect(details.getByRole('list', { name: 'Date exceptions' }).getByRole('listitem')).toHaveText(
    new RegExp(`${formatDate(away)}Unavailable$`),
  );
  expect(await message.boundingBox()).toEqual(place);
  await expectAccessible(admin);
  await admin.reload();
  await expect(details.getByRole('tab', { name: 'Profile' })).toBeVisible();
  expect(await message.boundingBox()).toEqual(place);
  await message.click();
  const writing = admin.getByRole('dialog', { name: 'Message Substitute' });
  await expect(writing).toContainText('To Grace Nwosu');
  await writing.getByLabel('Message', { exact: true }).fill('Can you start on Monday?');
  await writing.getByRole('button', { name: 'Send Message' }).click();
  await expect(writing).toHaveCount(0);
  await seeToast(admin, 'Message sent', 'Your message was sent to 1 substitute(s).');
  await admin.goto('/dashboard/school-admin/manage-substitutes');
  await admin.getByRole('tab', { name: 'Sent' }).click();
  await expect(admin).toHaveURL(/tab=sent/);
  const sent = admin
    .getByRole('list', { name: 'Sent messages' })
    .getByRole('listitem')
    .filter({ hasText: 'Can you start on Monday?' });
  await sent.getByText('1 recipient').click();
  await expect(sent).toContainText('Grace Nwosu');
  await expect(sent).toContainText('In FirstBell · Email: not sent. This email address is not confirmed yet.');
  await expectAccessible(admin);
  await admin.goto('/dashboard/school-admin/pending-approvals');
  await admin.getByRole('button', { name: 'Details of Grace Nwosu' }).click();
  await details.getByRole('button', { name: 'Approve' }).click();
  await seeToast(admin, 'Substitute approved');
  await expect(details).toHaveCount(0);
  await expect(admin.getByRole('listitem').filter({ hasText: 'Grace Nwosu' })).toContainText('Approved');
});

test('an approval is undone from its row, wherever it was given, and the person is in the list again', async ({
  open,
  firstBell,
}) => {
  const { admin, substituteId } = await openSchool(open, firstBell, unique());
  await admin.goto('/dashboard/school-admin/pending-approvals');
  const row = admin.locator(`#person-${substituteId}`);
  await row.getByRole('button', { name: /^Accept/ }).click();
  await admin.getByRole('button', { name: 'Undo' }).click();
  await seeToast(admin, 'Undone', 'Grace Nwosu is waiting for approval again. No one was notified.');
  await row.getByRole('button', { name: /^Details/ }).click();
  await admin.getByRole('dialog', { name: 'Grace Nwosu' }).getByRole('button', { name: 'Approve' }).click();
  await expect(admin.getByRole('heading', { name: 'Grace Nwosu', level: 3 })).toBeFocused();
  await admin.keyboard.press('Tab');
  await admin.keyboard.press('Enter');
  await expect(row.getByRole('button', { name: /^Accept/ })).toBeVisible();
  const { isApproved } = await call(admin.request, getUser, { params: { id: String(substituteId) } });
  expect(isApproved).toBe(false);
});

test('a decision that fails says so, and nothing is lost', async ({ open, firstBell, expectRefusal }, { project }) => {
  const { admin, substituteId } = await openSchool(open, firstBell, `fail_${project.name}`);
  const path = `/api/users/${substituteId}`;
  expectRefusal(path);
  await admin.goto('/dashboard/school-admin/pending-approvals');
  await admin.route(`**${path}`, (route) => route.abort());
  await admin.getByRole('button', { name: 'Accept Grace Nwosu' }).click();
  await seeToast(admin, 'Error', 'Failed to approve substitute. Please try again.');
  await expect(admin.getByRole('listitem').filter({ hasText: 'Grace Nwosu' }).getByRole('alert')).toHaveText(
    'An unexpected error occurred',
  );
  await admin.getByRole('button', { name: 'Reject Grace Nwosu' }).click();
  await admin.getByRole('alertdialog', { name: 'Reject Grace Nwosu?' }).getByRole('button', { name: 'Reject' }).click();
  await seeToast(admin, 'Error', 'Failed to reject substitute. Please try again.');
  await admin.unroute(`**${path}`);
  await admin.getByRole('button', { name: 'Reject Grace Nwosu' }).click();
  // A rejected substitute is on no list of the school.
  await expect(admin.getByRole('alertdialog')).toContainText('If they choose your school again');
  await admin.getByRole('alertdialog', { name: 'Reject Grace Nwosu?' }).getByRole('button', { name: 'Reject' }).click();
  await seeToast(admin, 'Substitute rejected');
  await expect(admin.getByRole('listitem').filter({ hasText: 'Grace Nwosu' })).toContainText('Rejected');
});

test('a rejected person who applies again is marked as rejected earlier', async ({ open, firstBell }, { project }) => {
  const { admin, substitute, schoolId, substituteId } = await openSchool(open, firstBell, `again_${project.name}`);
  await call(admin.request, updateUser, { params: { id: String(substituteId) }, body: { isApproved: false } });
  await admin.goto('/dashboard/school-admin/pending-approvals');
  await expect(admin.getByText('No substitute applications')).toBeVisible();
  await call(substitute.request, updateUser, {
    params: { id: String(substituteId) },
    body: { selectedSchoolIds: JSON.stringify([schoolId]) },
  });
  await admin.reload();
  await expect(admin.getByText(`Rejected earlier, ${formatDate(localDate(new Date(), zone))}`)).toBeVisible();
  await admin.getByRole('button', { name: 'Accept Grace Nwosu' }).click();
  await seeToast(admin, 'Substitute approved', /^Substitute approved Grace Nwosu can start\. We’ll notify them\.$/);
});

test('several people are decided on at once, and failed ones are named and stay selected', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const owner = await firstBell.callingOwner();
  const school = await addSchool(owner, `Many Hands ${unique()}`);
  const admin = await open('about:blank');
  await approve(
    owner,
    (await join(admin, { role: 'school_admin', fullName: 'Carol Whitfield', schoolId: school.id })).id,
  );
  await join(await firstBell.caller(), { role: 'substitute', fullName: 'Tom Byron', schoolId: school.id });
  const ids: Record<string, number> = {};
  for (const fullName of ['Ann Lee', 'Bo Diaz', 'Cara Lind', 'Dora Kim'])
    ids[fullName] = (await join(await firstBell.caller(), { role: 'teacher', fullName, schoolId: school.id })).id;
  await admin.goto('/dashboard/school-admin/pending-approvals');
  await seeBadge(admin, 'Pending Approvals', 5);
  const section = admin.getByRole('region', { name: 'Teacher approvals' });
  const rows = section.getByRole('list', { name: 'Teacher approvals' }).getByRole('listitem');
  await expect(rows.getByRole('heading')).toHaveText(['Ann Lee', 'Bo Diaz', 'Cara Lind', 'Dora Kim']);
  const places = () => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top + scrollY));
  const atFirst = await places();
  await section.getByRole('button', { name: 'Reject Ann Lee' }).click();
  await admin.getByRole('alertdialog', { name: 'Reject Ann Lee?' }).getByRole('button', { name: 'Cancel' }).focus();
  expect(await places(), 'the question moves no row').toEqual(atFirst);
  await admin.keyboard.press('Escape');
  await section.getByRole('button', { name: 'Reject Dora Kim' }).click();
  await admin.getByRole('alertdialog', { name: 'Reject Dora Kim?' }).getByRole('button', { name: 'Reject' }).click();
  await seeToast(admin, 'Teacher rejected');
  await seeBadge(admin, 'Pending Approvals', 4);
  const all = section.getByRole('checkbox', { name: 'Select all teachers' });
  await section.getByRole('checkbox', { name: 'Select Ann Lee' }).check();
  await expect(all).toHaveJSProperty('indeterminate', true);
  await expect(section.getByText('1 selected')).toBeVisible();
  await expectAccessible(admin, 'in every run');
  await all.check();
  await section.getByRole('checkbox', { name: 'Select Cara Lind' }).uncheck();

  const path = `/api/users/${ids['Bo Diaz']}`;
  expectRefusal(path);
  await admin.route(`**${path}`, (route) => route.abort());
  await section.getByRole('button', { name: 'Approve selected' }).click();
  await seeToast(admin, 'Error', '1 of 2 teachers approved; 1 could not be approved.');
  await expect(section.getByRole('alert')).toContainText('Bo Diaz: An unexpected error occurred');
  await expect(rows.getByRole('heading')).toHaveText(['Ann Lee', 'Bo Diaz', 'Cara Lind', 'Dora Kim']);
  await expect(section.getByRole('checkbox', { name: 'Select Bo Diaz' })).toBeChecked();
  await expect(section.getByRole('checkbox', { name: 'Select Cara Lind' })).not.toBeChecked();
  await expectAccessible(admin);
  await admin.unroute(`**${path}`);
  await section.getByRole('checkbox', { name: 'Select Cara Lind' }).check();
  await section.getByRole('button', { name: 'Approve selected' }).click();
  await expect(section.getByRole('heading', { name: 'Bo Diaz' })).toBeFocused();
  const undoing = `/api/users/${ids['Bo Diaz']}/undo-approval`;
  expectRefusal(undoing);
  await admin.route(`**${undoing}`, (route) => route.abort());
  await admin.getByRole('button', { name: 'Undo all' }).click();
  await seeToast(admin, 'Error', '1 of 2 approvals could not be undone. An unexpected error occurred');
  await expect(rows.getByRole('status')).toHaveText(['Approved', 'Approved', 'Rejected']);
  await admin.unroute(`**${undoing}`);
  await rows.nth(1).getByRole('button', { name: 'Undo' }).click();
  await seeToast(admin, 'Undone', 'Bo Diaz is waiting for approval again. No one was notified.');
  await all.check();
  await section.getByRole('button', { name: 'Approve selected' }).click();
  await admin.getByRole('button', { name: 'Undo all' }).click();
  await seeToast(admin, 'Undone', '2 people are waiting for approval again. No one was notified.');
  await expect(section.getByRole('checkbox')).toHaveCount(3);
  await all.check();
  await section.getByRole('button', { name: 'Reject selected' }).click();
  const question = admin.getByRole('alertdialog', { name: 'Reject 2 teachers?' });
  await expect(question).toContainText('Bo Diaz, Cara Lind. We’ll notify each of them.');
  await expectAccessible(admin);
  await question.getByRole('button', { name: 'Reject' }).click();
  await seeToast(admin, 'Teachers rejected', '2 teachers.');
  await expect(rows).toHaveText([/^Ann LeeApproved/, /^Bo DiazRejected$/, /^Cara LindRejected$/, /^Dora KimRejected$/]);
  expect(await places(), 'all rows are answered and none has moved').toEqual(atFirst);
  await seeBadge(admin, 'Pending Approvals', 1);

  await admin.getByRole('radio', { name: 'Rejected' }).check();
  await admin.getByRole('button', { name: 'Approve Bo Diaz' }).click();
  await seeToast(admin, 'Teacher approved');
  await expect(admin.getByRole('region', { name: 'Rejected teachers' }).getByRole('heading', { level: 3 })).toHaveText([
    'Bo Diaz',
    'Cara Lind',
    'Dora Kim',
  ]);
});

test('a substitute waits for approval at another school until the owner puts both schools in one district', async ({
  open,
  firstBell,
}) => {
  const owner = await open('about:blank');
  await call(owner.request, login, { body: firstBell.owner });
  const [near, far] = [await addSchool(owner, `Near ${unique()}`), await addSchool(owner, `Far ${unique()}`)];
  const admins = [await open(), await open()] as const;
  for (const [place, school] of [near, far].entries())
    await approve(
      owner,
      (await join(admins[place] ?? owner, { role: 'school_admin', fullName: 'Carol Whitfield', schoolId: school.id }))
        .id,
    );
  const [, farAdmin] = admins;
  const substitute = await open();
  const { id } = await join(substitute, { role: 'substitute', fullName: 'Ruth Amari', schoolId: near.id });
  await approve(admins[0], id);
  await call(substitute.request, updateUser, {
    params: { id: String(id) },
    body: { selectedSchoolIds: JSON.stringify([near.id, far.id]) },
  });
  await substitute.goto('/dashboard/substitute/profile?part=schools');
  const chosen = substitute.getByRole('list', { name: 'Chosen schools' });
  await expect(chosen.getByRole('listitem').filter({ hasText: far.name })).toContainText('Waiting for approval');
  await expect(chosen.getByRole('listitem').filter({ hasText: near.name })).not.toContainText('Waiting for approval');
  await farAdmin.goto('/dashboard/school-admin/pending-approvals');
  await expect(farAdmin.getByRole('button', { name: 'Accept Ruth Amari' })).toBeVisible();
  await seeBadge(farAdmin, 'Pending Approvals', 1);

  const district = `District ${unique()}`;
  for (const school of [near, far]) {
    await owner.goto(`/dashboard/overall-admin/schools?search=${encodeURIComponent(school.name)}`);
    await owner.getByRole('button', { name: `Edit ${school.name}` }).click();
    const editing = owner.getByRole('dialog', { name: `Edit ${school.name}` });
    await editing.getByLabel('District').fill(district);
    await editing.getByRole('button', { name: 'Save' }).click();
    await seeToast(owner, 'School updated');
    // The layer's entry in the history is gone before the next page opens.
    await expect(editing).toHaveCount(0);
  }
  await substitute.reload();
  await expect(chosen.getByRole('listitem')).toHaveCount(2);
  await expect(chosen).not.toContainText('Waiting for approval');
  await farAdmin.reload();
  const arrived = farAdmin.getByRole('region', { name: 'New from your district' });
  await expectAccessible(farAdmin, 'in every run');
  await arrived.getByRole('button', { name: 'Reject Ruth Amari' }).click();
  await farAdmin
    .getByRole('alertdialog', { name: 'Reject Ruth Amari?' })
    .getByRole('button', { name: 'Reject' })
    .click();
  await seeToast(farAdmin, 'Substitute rejected');
  await expect(arrived.getByRole('button', { name: /^Reject/ })).toHaveCount(0);

  await farAdmin.goto('/dashboard/school-admin/manage-school');
  await expect(farAdmin.getByRole('textbox', { name: 'District' })).toHaveValue(district);
  await farAdmin.getByText('Who approves substitutes').click();
  await farAdmin.getByLabel('Approve every substitute ourselves').check();
  await farAdmin.getByRole('form', { name: 'Vacancy configuration' }).getByRole('button', { name: 'Save' }).click();
  await seeToast(farAdmin, 'Vacancy settings saved');
  await owner.goto(`/dashboard/overall-admin/schools?search=${encodeURIComponent(far.name)}`);
  await owner.getByRole('button', { name: `Edit ${far.name}` }).click();
  const editing = owner.getByRole('dialog', { name: `Edit ${far.name}` });
  await editing.getByText('Who approves substitutes').click();
  await expect(editing.getByLabel('This school approves every substitute itself')).toBeChecked();
  await editing.getByLabel(`Each school in ${district} approves for itself`).check();
  await editing.getByRole('button', { name: 'Save' }).click();
  await seeToast(owner, 'School updated');
});
