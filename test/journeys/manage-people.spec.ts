import type { Page } from '@playwright/test';
import { createVacancy } from '#contract/absences.ts';
import { updateSchool } from '#contract/schools.ts';
import { createUser, updateGeneralAvailability, updateUser } from '#contract/users.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { localDate } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import { type Cast, castPassword, openCast } from '#test/journeys/cast.ts';
import { expect, expectAccessible, seeToast, test } from '#test/journeys/fixture.ts';
import { addSchool, join, unique } from '#test/journeys/people.ts';

// axe checks every state twice, in light and dark.
test.describe.configure({ timeout: 180_000 });

const teachers = '/dashboard/school-admin/manage-teachers';
const substitutes = '/dashboard/school-admin/manage-substitutes';
const person = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
/** Returns the names in the list, from top to bottom. */
const names = (page: Page, list: 'Teachers' | 'Substitutes') =>
  page.getByRole('list', { name: list }).getByRole('heading', { level: 3 });

/** Adds approved substitutes with these subjects, without browsers. */
async function addSubstitutes({ admin }: Cast, people: Record<string, string>): Promise<void> {
  for (const [fullName, preferredSubjects] of Object.entries(people)) {
    const body = {
      role: 'substitute' as const,
      username: `${fullName.split(' ')[0]}_${unique()}`,
      fullName,
      preferredSubjects,
      password: castPassword,
      confirmPassword: castPassword,
    };
    await call(admin.request, createUser, { body });
  }
}

test('an administrator adds a teacher, who can sign in at once and is asked to choose a password', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const cast = await openCast(open, firstBell, ['admin']);
  const { admin, school, usernames } = cast;
  await admin.goto(teachers);
  await admin.getByRole('button', { name: 'Add Teacher' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Add Teacher' });
  await expect(admin).toHaveURL(/dialog=add/);
  const send = dialog.getByRole('button', { name: 'Add Teacher' });
  const byPassword = dialog.getByText('Set a password instead of inviting them');
  // Both forms invite, unless someone asks for a password here.
  await expect(dialog.locator('input[type=password]')).toHaveCount(0);
  await send.click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'There are 2 problems' })).toBeVisible();
  await byPassword.click();
  await send.click();
  for (const sentence of ['Full name is required', 'Username is required', 'Password must be at least 6 characters'])
    await expect(dialog.getByRole('alert').getByText(sentence)).toBeVisible();
  await expect(dialog.getByRole('alert').filter({ hasText: 'There are 3 problems' })).toBeVisible();
  await expect(dialog.getByLabel('Full Name')).toBeFocused();
  await dialog.getByLabel('Full Name').fill('Nora Nyland');
  await dialog.getByLabel('Username').fill(usernames.teacher.toUpperCase());
  await dialog.getByLabel('Email').fill('nonsense');
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill('mossy9');
  await dialog.getByRole('textbox', { name: 'Confirm Password' }).fill('mossy8');
  await send.click();
  await expect(dialog.getByRole('alert').getByText('Invalid email format')).toBeVisible();
  await expect(dialog.getByRole('alert').getByText("Passwords don't match")).toBeVisible();
  await expectAccessible(admin);
  await dialog.getByLabel('Email').fill('');
  await dialog.getByRole('textbox', { name: 'Confirm Password' }).fill('mossy9');
  expectRefusal('/api/users');
  await send.click();
  await expect(dialog.getByLabel('Username')).toBeFocused();
  await seeToast(admin, 'Error', /Failed to add teacher: .*taken/);
  await expect(dialog.getByLabel('Username')).toHaveAccessibleDescription(/taken/);
  await expect(dialog.getByLabel('Full Name')).toHaveValue('Nora Nyland');
  const username = `nora_${unique()}`;
  await dialog.getByLabel('Username').fill(username);
  await send.click();
  await seeToast(admin, 'Teacher added');
  await expect(dialog).toHaveCount(0);
  await expect(person(admin, 'Nora Nyland').getByText('Active', { exact: true })).toBeVisible();
  await expect(person(admin, 'Nora Nyland')).toContainText('0 open vacancies · 0 filled vacancies');

  // No one has to choose a password for others: the default is an invitation, and the username comes from the name.
  await admin.getByRole('button', { name: 'Add Teacher' }).click();
  await dialog.getByLabel('Full Name').fill('Otto Prinz');
  await dialog.getByLabel('Email').focus();
  await expect(dialog.getByLabel('Username')).toHaveValue('otto_prinz');
  await dialog.getByLabel('Username').fill(`otto_${unique()}`);
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveCount(0);
  await send.click();
  const slip = admin.getByRole('dialog', { name: 'Invitation for Otto Prinz' });
  await expect(slip).toContainText('The code is shown only once.');
  await expectAccessible(admin);
  await slip.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(slip).toHaveCount(0);
  await expect(person(admin, 'Otto Prinz').getByText('Active', { exact: true })).toBeVisible();

  const nora = await open('/auth/teacher');
  await nora.getByLabel('Username').fill(username);
  await nora.getByLabel('Password', { exact: true }).fill('mossy9');
  await nora.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(nora).toHaveURL('/dashboard/teacher');
  await expect(nora.getByRole('button', { name: /choose/i }).first()).toBeVisible();

  const made = {
    username: `more_${unique()}`,
    fullName: 'One More',
    password: castPassword,
    confirmPassword: castPassword,
  };
  const refusalOf = async (body: object) =>
    (await admin.request.post('/api/users', { data: { ...made, ...body } })).status();
  expect(await refusalOf({ role: 'school_admin' })).toBe(403);
  expect(await refusalOf({ role: 'overall_admin', isPlatformOwner: true })).toBe(403);
  expect(await refusalOf({ role: 'teacher', schoolId: school.id + 1000 })).toBe(403);
});

test('a teacher is disabled, enabled and given a new password, and a rejected one is found and approved', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const cast = await openCast(open, firstBell, ['admin']);
  const { admin, teacher, substitute, substituteId, school } = cast;
  await cast.post({ title: 'Open room', days: 2 });
  const covered = await cast.post({ title: 'Covered room', days: 3 });
  await call(substitute.request, updateVacancy, {
    params: { id: String(covered.id) },
    body: { status: 'pending_approval' },
  });
  await call(teacher.request, updateVacancy, {
    params: { id: String(covered.id) },
    body: { status: 'filled', substituteId },
  });
  const [rejected, waiting] = [await firstBell.caller(), await firstBell.caller()];
  const { id } = await join(rejected, { role: 'teacher', fullName: 'Rita Rowe', schoolId: school.id });
  await call(admin.request, updateUser, { params: { id: String(id) }, body: { isApproved: false } });
  await join(waiting, { role: 'teacher', fullName: 'Walt Wendt', schoolId: school.id });

  await admin.goto(teachers);
  const ruth = person(admin, 'Ruth Example');
  await expect(ruth).toContainText('1 open vacancy · 1 filled vacancy');
  await expect(names(admin, 'Teachers')).toHaveText([/Rita Rowe/, /Ruth Example/, /Walt Wendt/]);
  await expectAccessible(admin);
  await ruth.getByRole('button', { name: 'Disable Ruth Example' }).click();
  const disabling = admin.getByRole('alertdialog', { name: 'Disable Ruth Example?' });
  await expect(disabling).toContainText('can’t sign in until you enable the account again');
  await expect(disabling.getByRole('listitem')).toHaveText([
    '1 open vacancy stays open. Substitutes can still request it.',
    '1 upcoming filled vacancy keeps its substitute.',
    /^Your school’s administrators are notified instead/,
  ]);
  // Back closes the question, and stays on the screen.
  await admin.goBack();
  await expect(disabling).toBeHidden();
  await ruth.getByRole('button', { name: 'Disable Ruth Example' }).click();
  await disabling.getByRole('button', { name: 'Disable' }).click();
  await seeToast(admin, 'Teacher status updated.', 'Ruth Example is signed out and can’t sign in.');
  await expect(ruth.getByText('Inactive', { exact: true })).toBeVisible();
  expect((await teacher.request.get('/api/user')).status()).toBe(401);
  await admin.getByLabel('Status').selectOption({ label: 'Active' });
  await expect(admin.getByRole('heading', { name: 'No teacher found' })).toBeVisible();
  await admin.getByLabel('Status').selectOption({ label: 'Inactive' });
  await expect(names(admin, 'Teachers')).toHaveText([/Ruth Example/]);
  await ruth.getByRole('button', { name: 'Enable Ruth Example' }).click();
  await seeToast(admin, 'Teacher status updated.', 'Ruth Example can sign in again.');
  await expect(admin.getByRole('heading', { name: 'No teacher found' })).toBeVisible();
  await admin.getByLabel('Status').selectOption({ label: 'Waiting for approval' });
  await expect(names(admin, 'Teachers')).toHaveText([/Walt Wendt.*Waiting for approval/]);

  await admin.getByLabel('Status').selectOption({ label: 'Rejected' });
  await expect(admin).toHaveURL(/status=rejected/);
  await expect(names(admin, 'Teachers')).toHaveText([/Rita Rowe.*Rejected, /]);
  await admin.getByRole('button', { name: 'Approve Rita Rowe' }).click();
  await seeToast(admin, 'Teacher approved');
  await admin.getByLabel('Status').selectOption({ label: 'All' });
  await admin.getByLabel('Search').fill('RITA');
  await expect(names(admin, 'Teachers')).toHaveText([/Rita Rowe.*Active/]);
  await expect(admin).toHaveURL(/search=RITA/);
  expect((await rejected.request.get('/api/user').then((answer) => answer.json())) as object).toMatchObject({
    isApproved: true,
  });

  await admin.getByRole('button', { name: 'Reset Password of Rita Rowe' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Reset Rita Rowe’s password' });
  await dialog.getByLabel('New Password').fill('short');
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  await expect(dialog.getByText('Password must be at least 6 characters')).toBeVisible();
  await expect(dialog.getByLabel('New Password')).toBeFocused();
  await expectAccessible(admin);
  await dialog.getByLabel('New Password').fill('wooden-lamp-5');
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  await expect(admin.getByRole('button', { name: 'Reset Password of Rita Rowe' })).toBeFocused();
  await seeToast(admin, 'Password has been reset.');
  expect((await rejected.request.get('/api/user')).status()).toBe(401);

  // Another tab or a colleague resets it, too. It happens only after a second look.
  expectRefusal('/api/admin/reset-password');
  await admin.getByRole('button', { name: 'Reset Password of Rita Rowe' }).click();
  await dialog.getByLabel('New Password').fill('marble-kite-7');
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  await expect(dialog.getByText('You reset this password less')).toBeVisible();
  await expect(dialog.getByLabel('New Password')).toHaveValue('marble-kite-7');
  await dialog.getByRole('button', { name: 'Reset Again' }).click();
  await seeToast(admin, 'Password has been reset.');
});

test('the server searches, filters and sorts substitutes', async ({ open, firstBell }) => {
  const cast = await openCast(open, firstBell, ['admin']);
  const { admin, teacher, substitute, substituteId, school } = cast;
  await addSubstitutes(cast, { 'Ann Lee': 'Math, Art', 'Zoe Zander': 'Music', 'Gus Grant': 'Physical Education' });
  await call(substitute.request, updateGeneralAvailability, {
    params: { id: String(substituteId) },
    body: {
      generalAvailability: JSON.stringify({
        monday: 'all_day',
        tuesday: 'all_day',
        wednesday: 'all_day',
        friday: 'morning',
      }),
    },
  });
  // A day that is today in Honolulu was yesterday across the date line, so it becomes a covered one.
  const zoned = (timeZone: string) =>
    call(admin.request, updateSchool, { params: { id: String(school.id) }, body: { timeZone } });
  await zoned('Pacific/Honolulu');
  const today = {
    date: localDate(new Date(), 'Pacific/Honolulu'),
    startTime: '00:00',
    endTime: '23:59',
    shiftType: 'full_day' as const,
    description: 'Covered room',
    additionalNotes: 'Plans are on the desk.',
    postAnyway: true,
  };
  const { id } = await call(teacher.request, createVacancy, { body: today });
  await call(substitute.request, updateVacancy, { params: { id: String(id) }, body: { status: 'pending_approval' } });
  await call(teacher.request, updateVacancy, { params: { id: String(id) }, body: { status: 'filled', substituteId } });
  await zoned('Pacific/Kiritimati');

  await admin.goto(substitutes);
  const list = names(admin, 'Substitutes');
  const select = (label: string, option: string) => admin.getByLabel(label).selectOption({ label: option });
  await expect(list).toHaveText([/Ann Lee/, /Gus Grant/, /Tom Example/, /Zoe Zander/]);
  await expect(person(admin, 'Tom Example')).toContainText(
    'Available Monday to Wednesday all day, Friday mornings · 1 completed assignment',
  );
  await expect(person(admin, 'Ann Lee')).toContainText('No availability set');
  await expect(person(admin, 'Ann Lee')).toContainText('Math, Art · 0 completed assignments');
  await expectAccessible(admin);
  await select('Sort by', 'Most assignments');
  await expect(list.first()).toHaveText(/Tom Example/);
  await select('Sort by', 'Recently added');
  await expect(list).toHaveText([/Gus Grant/, /Zoe Zander/, /Ann Lee/, /Tom Example/]);
  await select('Sort by', 'Most available');
  await expect(list).toHaveText([/Tom Example/, /Ann Lee/, /Gus Grant/, /Zoe Zander/]);
  await select('Sort by', 'Name');
  await expect(list.first()).toHaveText(/Ann Lee/);

  await select('Availability', 'Active');
  await expect(list).toHaveText([/Tom Example/]);
  await select('Availability', 'Inactive');
  await expect(list).toHaveText([/Ann Lee.*No availability set/, /Gus Grant/, /Zoe Zander/]);
  await expect(admin.getByRole('status').filter({ hasText: '3 substitutes found' })).toBeVisible();
  for (const [label, options] of [
    ['Subject', ['All subjects', 'Math', 'Science', 'English', 'History', 'Art', 'Music', 'Physical Education']],
    ['Availability', ['All', 'Active', 'Inactive']],
    ['Sort by', ['Name', 'Most available', 'Recently added', 'Most assignments']],
  ] as const)
    await expect(admin.getByLabel(label).locator('option')).toHaveText(options);
  await select('Subject', 'Music');
  await expect(list).toHaveText([/Zoe Zander/]);
  await admin.reload();
  await expect(list).toHaveText([/Zoe Zander/]);
  await admin.getByRole('tab', { name: 'Sent' }).click();
  await admin.getByRole('tab', { name: 'Substitutes' }).click();
  await expect(list).toHaveText([/Zoe Zander/]);
  await select('Availability', 'All');
  await select('Subject', 'All subjects');
  await admin.getByLabel('Search').fill('ann');
  await expect(list).toHaveText([/Ann Lee/]);
  await admin.getByLabel('Search').fill('nobody');
  await expect(admin.getByRole('heading', { name: 'No substitute found' })).toBeVisible();
});

test('a substitute is added, given a new password, and removed from this school', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const cast = await openCast(open, firstBell, ['admin', 'teacher']);
  const { admin, teacher, substitute, substituteId, school } = cast;
  await admin.goto(substitutes);
  await admin.getByRole('button', { name: 'Add Substitute' }).click();
  const adding = admin.getByRole('dialog', { name: 'Add Substitute' });
  await adding.getByLabel('Full Name').fill('Ines Ito');
  await adding.getByLabel('Username').fill(`@ines_${unique()}`);
  await adding.getByLabel('Preferred Subjects').fill('Science');
  await expect(adding.locator('input[type=password]')).toHaveCount(0);
  await adding.getByText('Set a password instead of inviting them').click();
  await adding.getByRole('textbox', { name: 'Password', exact: true }).fill('mossy9');
  await adding.getByRole('textbox', { name: 'Confirm Password' }).fill('mossy9');
  expectRefusal('/api/users');
  await admin.route('**/api/users', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await adding.getByRole('button', { name: 'Add Substitute' }).click();
  await seeToast(admin, 'Error adding substitute');
  await expectAccessible(admin);
  await admin.unroute('**/api/users');
  await adding.getByRole('button', { name: 'Add Substitute' }).click();
  await seeToast(admin, 'Substitute added successfully.');
  await expect(person(admin, 'Ines Ito')).toContainText('Science');
  await expect(person(admin, 'Ines Ito')).toContainText('No availability set');
  await expect(person(admin, 'Ines Ito').getByText('Inactive', { exact: true })).toHaveCount(0);
  await admin.getByRole('button', { name: 'Message All' }).click();
  const message = admin.getByRole('dialog', { name: 'Message substitutes' });
  await expect(message.getByLabel('Subject')).toHaveValue(`Message from ${school.name}`);
  await expect(message.getByRole('button', { name: 'Send to 2 substitutes' })).toBeVisible();
  await admin.keyboard.press('Escape');
  await expect(admin.getByRole('button', { name: 'Message All' })).toBeFocused();
  await admin.getByLabel('Subject').selectOption('Science');
  await expect(admin.getByText('1 substitute found')).toBeVisible();
  await admin.getByRole('button', { name: 'Message These' }).click();
  await expect(message.getByRole('list', { name: 'Chosen recipients' })).toHaveText('Ines Ito');
  await expect(message.getByRole('button', { name: 'Send to 1 substitute' })).toBeVisible();
  // Thanks are for one person, who has yet to be chosen.
  await message.getByRole('button', { name: 'Thank You Message' }).click();
  await expect(message.getByText('No one selected yet.')).toBeVisible();
  await admin.keyboard.press('Escape');
  await admin.getByLabel('Subject').selectOption('All subjects');
  await admin.getByRole('button', { name: 'Details of Tom Example' }).click();
  const details = admin.getByRole('dialog', { name: 'Tom Example' });
  await details.getByRole('tab', { name: 'Availability' }).click();
  await expect(details.getByRole('button', { name: 'Message Substitute' })).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).last().click();
  await expect(admin.getByRole('button', { name: 'Details of Tom Example' })).toBeFocused();
  await admin.getByRole('button', { name: 'Reset Password of Ines Ito' }).click();
  const resetting = admin.getByRole('dialog', { name: 'Reset Ines Ito’s password' });
  await resetting.getByLabel('New Password').fill('wooden-lamp-5');
  await resetting.getByRole('button', { name: 'Reset Password' }).click();
  await seeToast(admin, 'Password has been reset.');

  const elsewhere = await addSchool(await firstBell.callingOwner(), `Second ${unique()}`);
  await call(substitute.request, updateUser, {
    params: { id: String(substituteId) },
    body: { selectedSchoolIds: JSON.stringify([school.id, elsewhere.id]) },
  });
  const covered = await cast.post({ title: 'Covered room', days: 3 });
  await call(substitute.request, updateVacancy, {
    params: { id: String(covered.id) },
    body: { status: 'pending_approval' },
  });
  await call(teacher.request, updateVacancy, {
    params: { id: String(covered.id) },
    body: { status: 'filled', substituteId },
  });
  await admin.reload();
  await admin.getByRole('button', { name: 'Reset Password of Tom Example' }).click();
  await expect(admin.getByRole('dialog')).toContainText('you can’t reset this password');
  await admin.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  expect(
    (
      await admin.request.post('/api/admin/reset-password', {
        data: { userId: substituteId, newPassword: 'wooden-lamp-5' },
      })
    ).status(),
  ).toBe(403);

  await admin.getByRole('button', { name: 'Remove Tom Example' }).click();
  const asking = admin.getByRole('alertdialog', { name: 'Remove Tom Example?' });
  await expect(asking).toContainText('Their requests and upcoming assignments here open again');
  await expect(asking.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(admin);
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect(person(admin, 'Tom Example')).toHaveCount(1);
  await admin.getByRole('button', { name: 'Remove Tom Example' }).click();
  await asking.getByRole('button', { name: 'Remove' }).click();
  await expect(person(admin, 'Tom Example')).toHaveCount(0);
  await expect(admin.getByRole('heading', { name: 'Ines Ito' })).toBeFocused();
  await seeToast(admin, 'User removed.');
  const me = (await (await substitute.request.get('/api/user')).json()) as { selectedSchoolIds: string };
  expect(JSON.parse(me.selectedSchoolIds)).toEqual([elsewhere.id]);
  await teacher.goto('/dashboard/teacher/my-vacancies?tab=open');
  await expect(teacher.getByRole('article', { name: 'Covered room' })).toBeVisible();
});
