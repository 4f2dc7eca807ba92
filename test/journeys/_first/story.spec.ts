import type { Page } from '@playwright/test';
import { addDays, formatDate, localDate } from '#domain/time.ts';
import { expect, goTo, seeBadge, seeToast, signIn, test } from '#test/journeys/fixture.ts';

// The page has animations, as most people see it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const password = 'lantern-meadow-42';
const zone = 'America/Chicago';

type Newcomer = { role: 'teacher' | 'substitute' | 'school-admin'; username: string; fullName: string; school: string };

/** Registers with the form, knowing the school's name. */
async function registerAs(page: Page, { role, username, fullName, school }: Newcomer): Promise<void> {
  await page.goto(`/auth/${role}?tab=register`);
  await page.getByLabel('School', { exact: false }).and(page.locator('select')).selectOption({ label: school });
  await page.getByLabel('Full Name').fill(fullName);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page).toHaveURL(`/dashboard/${role}`);
}

/** Returns the only page of an unapproved user: who they are, the next steps, and the logout. */
async function seeApprovalPending(page: Page, fullName: string, role: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Approval Pending' })).toBeVisible();
  await expect(page.getByText(fullName, { exact: true })).toBeVisible();
  await expect(page.getByText(role, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Next steps' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
}

test('a school opens, its people are approved, a teacher gets sick, and the class is covered', async ({
  open,
  firstBell,
}, { project }) => {
  test.slow();
  const school = `Cedar Hollow ${project.name}`;
  const named = (name: string) => `${name}_${project.name}`;
  const date = addDays(localDate(new Date(), zone), 1);
  const room = 'Grade 2 classroom';

  const owner = await open();
  await test.step('the platform owner adds the school', async () => {
    await signIn(owner, 'overall-admin', firstBell.owner.username, firstBell.owner.password);
    await seeToast(owner, 'Login successful');
    await goTo(owner, 'Schools');
    await expect(owner.getByRole('heading', { level: 1, name: 'Manage Schools' })).toBeVisible();
    await owner.getByRole('button', { name: 'Add School' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Add School' });
    await dialog.getByRole('button', { name: 'Add School' }).click();
    for (const sentence of [
      'School name is required',
      'Address is required',
      'City is required',
      'State is required',
      'Zip code is required',
      'Phone number is required',
    ]) {
      await expect(dialog.getByRole('link', { name: sentence })).toBeVisible();
    }
    await expect(dialog.getByText('5-digit postal code')).toBeVisible();
    await expect(dialog.getByText('(XXX) XXX-XXXX')).toBeVisible();
    await dialog.getByLabel('School Name').fill(school);
    await dialog.getByLabel('Address').fill('1 School Street');
    await dialog.getByLabel('City').fill('Duluth');
    await dialog.getByLabel('State').fill('Minnesota');
    await expect(dialog.getByLabel('Time Zone')).toHaveValue(zone);
    await dialog.getByLabel('Zip Code').fill('558');
    await dialog.getByLabel('Phone').fill('(218) 555-0100');
    await dialog.getByRole('button', { name: 'Add School' }).click();
    await expect(dialog.getByText('Valid ZIP code is required')).toBeVisible();
    await dialog.getByLabel('Zip Code').fill('55801');
    await dialog.getByRole('button', { name: 'Add School' }).click();
    await seeToast(owner, 'School created successfully');
    await expect(owner.getByRole('row', { name: school })).toContainText('Duluth, Minnesota');
    await expect(owner.getByRole('switch', { name: `${school} active` })).toBeChecked();
  });

  const admin = await open();
  await test.step('its administrator registers and is approved', async () => {
    // The owner sees every school, and other stories of this worker may have left people waiting.
    const badges = await owner.request.get('/api/badges');
    const { pendingApprovals: others } = (await badges.json()) as { pendingApprovals: number };
    await registerAs(admin, { role: 'school-admin', username: named('carol'), fullName: 'Carol Whitfield', school });
    await seeToast(admin, 'Registration Successful');
    await seeApprovalPending(admin, 'Carol Whitfield', 'School Administrator');
    await admin.goto('/dashboard/school-admin/manage-teachers');
    await seeApprovalPending(admin, 'Carol Whitfield', 'School Administrator');

    await owner.reload();
    await seeBadge(owner, 'Pending Approvals', others + 1);
    await goTo(owner, 'Pending Approvals');
    await owner.getByRole('button', { name: 'Details of Carol Whitfield' }).click();
    const details = owner.getByRole('dialog', { name: 'Carol Whitfield' });
    await expect(details).toContainText(school);
    await details.getByRole('button', { name: 'Close' }).click();
    await owner.getByRole('button', { name: 'Approve Carol Whitfield' }).click();
    await seeToast(owner, 'School administrator approved');
    await expect(owner.getByRole('button', { name: 'Approve Carol Whitfield' })).toHaveCount(0);
    // The answered row stays until the list is left.
    await owner.reload();
    await expect(owner.getByText('No pending approvals')).toHaveCount(others === 0 ? 1 : 0);
    await seeBadge(owner, 'Pending Approvals', others === 0 ? null : others);
    await goTo(owner, 'Schools');
    await expect(owner.getByRole('row', { name: school })).toContainText('Carol Whitfield');

    // No reload needed: the dashboard opens on its own.
    await expect(admin.getByRole('heading', { level: 1, name: 'Approval Pending' })).toHaveCount(0);
    await expect(admin.getByRole('banner').getByText(school)).toBeVisible();
  });

  const teacher = await open();
  const substitute = await open();
  await test.step('a teacher and a substitute register', async () => {
    await registerAs(teacher, { role: 'teacher', username: named('felix'), fullName: 'Felix Arndt', school });
    await seeToast(teacher, 'Registration Successful');
    await seeApprovalPending(teacher, 'Felix Arndt', 'Teacher');
    await registerAs(substitute, { role: 'substitute', username: named('nora'), fullName: 'Nora Feldman', school });
    await seeToast(
      substitute,
      'Registration Successful',
      "Your account is pending administrator approval. You can access your dashboard now with limited functionality. You'll receive an email when your account is fully approved.",
    );
    await expect(substitute.getByRole('heading', { name: 'Approval Pending' })).toBeVisible();
    // The panel is on every page. Once folded, it stays folded.
    await substitute.getByRole('button', { name: 'Hide steps' }).click();
    await expect(substitute.getByRole('heading', { name: 'Next steps' })).toBeHidden();
    await substitute.reload();
    await expect(substitute.getByRole('button', { name: 'Show steps' })).toBeVisible();
    await expect(substitute.getByRole('heading', { name: 'Next steps' })).toBeHidden();
    await goTo(substitute, 'Available Vacancies');
    await expect(substitute.getByText('No vacancies available')).toBeVisible();
  });

  await test.step('the administrator reviews and approves both', async () => {
    await admin.reload();
    await seeBadge(admin, 'Pending Approvals', 2);
    await goTo(admin, 'Pending Approvals');
    await expect(admin.getByRole('heading', { name: 'Substitute applications' })).toBeVisible();
    await expect(admin.getByRole('heading', { name: 'Teacher approvals' })).toBeVisible();
    await admin.getByRole('button', { name: 'Details of Nora Feldman' }).click();
    const details = admin.getByRole('dialog', { name: 'Nora Feldman' });
    for (const tab of ['Profile', 'Resume & Qualifications', 'Availability'])
      await details.getByRole('tab', { name: tab }).click();
    await expect(details.getByText('hasn’t saved a weekly availability yet')).toBeVisible();
    await details.getByRole('button', { name: 'Message Substitute' }).click();
    const writing = admin.getByRole('dialog', { name: 'Message Substitute' });
    await writing.getByRole('button', { name: 'Send Message' }).click();
    await seeToast(admin, 'Message required', 'Please enter a message to send.');
    await writing.getByLabel('Message', { exact: true }).fill('Could you send your license number?');
    await writing.getByRole('button', { name: 'Send Message' }).click();
    await seeToast(admin, 'Message sent', 'Your message was sent to 1 substitute(s).');
    await expect(details).toHaveCount(0);
    await admin.getByRole('button', { name: 'Accept Nora Feldman' }).click();
    await seeToast(admin, 'Substitute approved');
    await admin.getByRole('button', { name: 'Reject Felix Arndt' }).click();
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).click();
    await seeToast(admin, 'Teacher rejected');
    await seeBadge(admin, 'Pending Approvals', null);
    await admin.getByRole('radio', { name: 'Rejected' }).check();
    await admin.getByRole('button', { name: 'Approve Felix Arndt' }).click();
    await seeToast(admin, 'Teacher approved');
    await admin.reload();
    await expect(admin.getByText('No rejected teachers')).toBeVisible();
  });

  await test.step('the teacher posts an absence', async () => {
    // The dashboard has opened without a click.
    await goTo(teacher, 'Create Absence Request');
    await expect(teacher.getByLabel('Absence Reason')).toHaveValue('Personal');
    await teacher.getByLabel('Date').fill(date);
    await teacher.getByLabel('Shift Type').selectOption({ label: 'Full Day Shift (8:00 AM - 3:00 PM)' });
    await teacher.getByLabel('Absence Reason').selectOption('Illness');
    await teacher.getByRole('textbox', { name: 'Title' }).fill(room);
    await teacher.getByRole('textbox', { name: 'Description' }).fill('Room 12. Plans are on the desk.');
    await teacher.getByRole('button', { name: 'Publish Absence Request' }).click();
    await expect(teacher).toHaveURL('/dashboard/teacher');
    await seeToast(teacher, 'Success', 'Absence request created successfully');
    await seeBadge(teacher, 'My Vacancies', 1);
  });

  await test.step('the substitute requests it', async () => {
    await substitute.reload();
    await expect(substitute.getByRole('heading', { name: 'Approval Pending' })).toHaveCount(0);
    const card = substitute.getByRole('article', { name: room });
    await expect(card).toContainText(formatDate(date));
    await expect(card).toContainText(school);
    await card.getByRole('button', { name: 'Request to Accept' }).click();
    const dialog = substitute.getByRole('dialog', { name: 'Request Assignment' });
    await expect(dialog.getByText('Open Position')).toBeVisible();
    await expect(dialog).toContainText('Felix Arndt');
    await dialog.getByLabel('Message').fill('I can be there by 7:40.');
    await dialog.getByRole('button', { name: 'Request Position' }).click();
    await seeToast(substitute, 'Success', 'Request submitted successfully. Awaiting teacher approval.');
    await expect(substitute.getByText('No vacancies available')).toBeVisible();
    await goTo(substitute, 'My Assignments');
    await expect(substitute.getByRole('article', { name: room })).toContainText('Pending Approval');
  });

  await test.step('the teacher approves', async () => {
    await teacher.reload();
    await goTo(teacher, 'My Vacancies');
    const card = teacher.getByRole('article', { name: room });
    await expect(card).toContainText('Nora Feldman');
    await expect(card).toContainText('I can be there by 7:40.');
    await card.getByRole('button', { name: 'Approve' }).click();
    await seeToast(teacher, 'Substitute approved');
    await teacher.getByRole('tab', { name: 'Filled Vacancies' }).click();
    await expect(teacher.getByRole('article', { name: room })).toContainText('Filled');
    await expect(teacher.getByRole('article', { name: room })).toContainText('Nora Feldman');
    await seeBadge(teacher, 'My Vacancies', null);
  });

  await test.step('the substitute sees the assignment', async () => {
    await substitute.reload();
    await expect(
      substitute.getByRole('tabpanel', { name: 'Upcoming' }).getByRole('article', { name: room }),
    ).toContainText('Filled');
    await substitute.getByRole('button', { name: /^Notifications, \d+ new$/ }).click();
    await expect(substitute.getByRole('dialog', { name: 'Notifications' })).toContainText(room);
  });

  await test.step('no one reaches another role’s screens, and the owner can read the sent mail', async () => {
    await substitute.goto('/dashboard/teacher/my-vacancies');
    await expect(substitute).toHaveURL('/dashboard/substitute');
    await owner.goto('/dashboard/overall-admin/outbox');
    await expect(owner.getByRole('list', { name: 'Outbox' })).toContainText('Nora Feldman');
    await expect(owner.getByText('Kept, not sent').first()).toBeVisible();
  });
});

test('a school is deactivated, activated again, and deleted only after its name was typed', async ({
  page,
  firstBell,
}, { project }) => {
  const school = `Old Mill ${project.name}`;
  await signIn(page, 'overall-admin', firstBell.owner.username, firstBell.owner.password);
  await page.request.post('/api/schools', {
    data: {
      name: school,
      address: '1 Mill Road',
      city: 'Cloquet',
      state: 'MN',
      zipCode: '55720',
      phone: '(218) 555-0111',
      isActive: true,
    },
  });
  await page.goto('/dashboard/overall-admin/schools');
  await page.getByLabel('Search').fill('old mill');
  const active = page.getByRole('switch', { name: `${school} active` });
  // The row moves to the top once the others are gone.
  await expect(page.getByRole('switch')).toHaveCount(1);
  await active.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  await seeToast(page, 'School deactivated');
  await expect(active).not.toBeChecked();
  await active.click();
  await seeToast(page, 'School activated');
  await page.getByRole('button', { name: `Delete ${school}` }).click();
  const dialog = page.getByRole('alertdialog', { name: `Delete ${school}?` });
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await dialog.getByLabel(`Type ${school} to confirm`).fill(school);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await seeToast(page, 'School deleted');
  await expect(page.getByText('No school found')).toBeVisible();
});
