import { readFile } from 'node:fs/promises';
import { importUsers, inviteUser } from '#contract/invitations.ts';
import { updateSchool } from '#contract/schools.ts';
import { deleteVacancy } from '#contract/vacancy-staff.ts';
import { call } from '#test/journeys/calls.ts';
import { castPassword, openCast } from '#test/journeys/cast.ts';
import { expect, expectAccessible, seeToast, test } from '#test/journeys/fixture.ts';
import { isLongForm } from '#test/journeys/widths.ts';
import { addSchool, approve, join, unique } from '#test/journeys/people.ts';

// axe checks every state twice, in light and dark.
test.describe.configure({ timeout: 180_000 });

const teachers = '/dashboard/school-admin/manage-teachers';
const substitutes = '/dashboard/school-admin/manage-substitutes';
const csvFile = (name: string, buffer: Buffer | string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(buffer),
});

test('a table of teachers is checked row by row: valid rows are imported, others returned with their reasons', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const { admin } = await openCast(open, firstBell, ['admin']);
  const word = unique();
  await admin.goto(teachers);
  await admin.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Import teachers' });
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  const example = admin.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download an example' }).click();
  expect((await example).suggestedFilename()).toBe('example.csv');
  const choose = (name: string, content: Buffer | string) =>
    dialog.locator('input[type=file]').setInputFiles(csvFile(name, content));
  expectRefusal('/api/users/import/preview');
  await choose('secret.csv', `Full name,Username,Password\nAda One,ada_${word},hunter2\n`);
  await expect(dialog.getByText('Remove the password column')).toBeVisible();
  await choose('large.csv', Buffer.alloc(3_200_000, 'a'));
  await expect(dialog.getByText('This file is too large.')).toBeVisible();
  await choose(
    'bad.csv',
    `Full name,Username,Email\r\nAda One,ada_${word},nonsense\r\n,nobody_${word},\r\nTwin One,twin_${word},\r\nTwin Two,TWIN_${word},\r\n`,
  );
  await expect(dialog.getByRole('alert').filter({ hasText: '3 rows of 4 need a correction' })).toBeVisible();
  const rows = dialog.getByRole('table', { name: 'Rows that need a correction' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText('Invalid email format');
  await expect(rows.nth(2)).toContainText('Full name is required');
  await expect(rows.nth(3)).toContainText(`The username TWIN_${word} is already in row 4.`);
  await expect(dialog.getByRole('button', { name: 'Import 1 teacher' })).toBeEnabled();
  const corrections = admin.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download rows to correct' }).click();
  expect(await readFile(await (await corrections).path(), 'utf8')).toContain(
    `Ada One,ada_${word},nonsense,Invalid email format`,
  );
  await expectAccessible(admin, 'in every run');

  // A file in the format of an older spreadsheet: Latin-1, semicolons, a quoted line break, a formula, an unused
  // column.
  const table = `Full name;Username;Email;Qualifications;Shoe size\r\n"Müller, Zoë";zoe_${word};;"BA\nMA";38\r\n=HYPERLINK("https://x.example");eve_${word};eve_${word}@example.org;;40\r\n`;
  await choose('good.csv', Buffer.from(table, 'latin1'));
  await expect(dialog.getByText('All rows are valid: 2 teachers')).toBeVisible();
  await expect(dialog.getByText('Not used: Shoe size.')).toBeVisible();
  await expect(dialog.getByRole('rowheader', { name: 'Müller, Zoë' })).toBeVisible();
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Import 2 teachers' }).click();
  await expect(dialog.getByText('2 teachers added')).toBeVisible();
  await expect(dialog.getByRole('table', { name: 'Invitations to print' }).getByRole('row')).toHaveCount(3);
  await expectAccessible(admin, 'in every run');
  await admin.emulateMedia({ media: 'print' });
  await expect(admin.getByText('Hello Müller, Zoë, an account is ready for you.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await admin.emulateMedia({ media: null });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(admin.getByRole('listitem').filter({ hasText: 'Müller, Zoë' })).toContainText('Not signed in yet');

  // Importing the same table again adds no one twice. Spreadsheets also save it as Unicode text.
  await admin.getByRole('button', { name: 'Import CSV' }).click();
  const wide = Buffer.from(
    `\uFEFFFirst name\tLast name\tUsername\tDepartment\r\nZoë\tMüller\tzoe_${word}\tMath\r\n`,
    'utf16le',
  );
  await choose('again.txt', wide);
  await expect(dialog.getByText('1 to update')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 1 teacher' }).click();
  await expect(dialog.getByText('1 teacher updated')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(admin.getByRole('listitem').filter({ hasText: 'Zoë Müller' })).toContainText('Not signed in yet');

  const arrives = admin.waitForEvent('download');
  await admin.getByRole('link', { name: 'Export CSV' }).click();
  const exported = await arrives;
  expect(exported.suggestedFilename()).toBe('teachers.csv');
  const text = await admin.request.get('/api/users/export.csv?role=teacher').then((answer) => answer.text());
  expect(text).toContain(`"'=HYPERLINK(""https://x.example"")",eve_${word}`);
});

test('a substitute of the district is found by their email, and added instead of a second account', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const { admin, school } = await openCast(open, firstBell, ['admin']);
  const owner = await firstBell.callingOwner();
  const word = unique();
  const near = await addSchool(owner, `Near ${word}`);
  for (const { id } of [school, near])
    await call(owner.request, updateSchool, { params: { id: String(id) }, body: { district: `District ${word}` } });
  const colleague = await firstBell.caller();
  await approve(owner, (await join(colleague, { role: 'school_admin', fullName: 'Nora Near', schoolId: near.id })).id);
  const email = `nell_${word}@example.org`;
  await call(colleague.request, inviteUser, {
    body: { role: 'substitute', fullName: 'Nell Near', username: `nell_${word}`, email },
  });

  expectRefusal('/api/users/invite');
  await admin.goto(`${substitutes}?dialog=add`);
  const dialog = admin.getByRole('dialog', { name: 'Add Substitute' });
  await dialog.getByLabel('Full Name').fill('Nell N.');
  await dialog.getByLabel('Email').fill(email.toUpperCase());
  await dialog.getByRole('button', { name: 'Add Substitute' }).click();
  await expect(dialog.getByText('Nell Near already works in your district')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add Nell Near' })).toBeInViewport({ ratio: 1 });
  await expectAccessible(admin, 'in every run');
  await dialog.getByRole('button', { name: 'Add Nell Near' }).click();
  await seeToast(admin, 'Substitute added successfully.');
  await expect(dialog).toHaveCount(0);
  await expect(admin.getByRole('heading', { name: 'Nell Near' })).toHaveCount(1);
});

test('hundreds of substitutes are imported at once and listed in pages', async ({ open, firstBell }) => {
  // Every limit that the screen has is below 500 people. The long form imports 5,000, as a large district would.
  const people = isLongForm ? 5000 : 500;
  const count = people.toLocaleString('en-US');
  const { admin } = await openCast(open, firstBell, ['admin']);
  const word = unique();
  const rows = Array.from({ length: people }, (_, i) => `Person ${String(i).padStart(4, '0')},crowd_${word}_${i},`);
  await admin.goto(`${substitutes}?dialog=import`);
  const dialog = admin.getByRole('dialog', { name: 'Import substitutes' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles(csvFile('crowd.csv', ['Full name,Username,Email', ...rows].join('\n')));
  const began = Date.now();
  await dialog.getByRole('button', { name: `Import ${count} substitutes` }).click();
  await expect(dialog.getByRole('button', { name: `Print ${count} slips` })).toBeVisible({ timeout: 30_000 });
  test.info().annotations.push({ type: `import of ${count} rows`, description: `${Date.now() - began} ms` });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(admin.getByRole('status').filter({ hasText: 'More than 50 substitutes' })).toBeVisible();
  // The live update of so many people moves the list, and a tap right after a move is ignored. Keys are not.
  await admin.getByRole('button', { name: 'Show more' }).press('Enter');
  const list = admin.getByRole('list', { name: 'Substitutes' });
  await expect(list.getByRole('listitem')).toHaveCount(100);
  // The browser skips off-screen rows, which keeps a dialog over all of them fast, and no row has moved.
  const isPassedOver = (row: Element) => !row.firstElementChild?.checkVisibility({ contentVisibilityAuto: true });
  await expect.poll(() => list.getByRole('listitem').last().evaluate(isPassedOver)).toBe(true);
  const heights = await list.evaluate((element) => {
    const passedOver = element.getBoundingClientRect().height;
    for (const row of element.querySelectorAll('li')) row.style.contentVisibility = 'visible';
    return [passedOver, element.getBoundingClientRect().height];
  });
  expect(heights[0]).toBe(heights[1]);
  // A dialog above the rows doesn't re-render them: React's props of the first row's button are identical afterward.
  const opener = list.getByRole('button', { name: /^Details of/ }).first();
  const given = await opener.evaluateHandle(
    (button) => Object.entries(button).find(([name]) => name.startsWith('__reactProps'))?.[1] as object,
  );
  await opener.press('Enter');
  await expect(admin.getByRole('dialog')).toBeVisible();
  await admin.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  expect(await opener.evaluate((button, before) => Object.values(button).includes(before), given)).toBe(true);
  await admin.getByLabel('Search').fill(`person ${String(people - 1).padStart(4, '0')}`);
  await expect(admin.getByRole('list', { name: 'Substitutes' }).getByRole('listitem')).toHaveCount(1);
});

test('an invited person chooses a password and is signed in; a used, replaced or unknown code is explained', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const { admin, school } = await openCast(open, firstBell, ['admin']);
  const word = unique();
  const { slips } = await call(admin.request, importUsers, {
    body: { role: 'substitute', csv: `Full name,Username,Email\nIvy Invited,ivy_${word},ivy_${word}@example.org` },
  });
  const first = slips[0]?.code ?? '';

  await admin.goto(substitutes);
  await admin.getByRole('button', { name: 'Send a new invitation to Ivy Invited' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Invite Ivy Invited again' });
  await expect(dialog).toContainText('The earlier invitation no longer works.');
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Make a slip' }).click();
  await expect(dialog.getByText('The slip is ready')).toBeVisible();
  const code = (await dialog.getByRole('table').locator('code').textContent()) ?? '';
  expect(code).not.toBe(first);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(admin.getByRole('button', { name: 'Send a new invitation to Ivy Invited' })).toBeFocused();

  for (const gone of [first, code, 'never-was-any-code']) expectRefusal(`/api/invitations/${gone}`);
  const ivy = await open(`/invitations/${first}`);
  await expect(ivy.getByRole('heading', { level: 1, name: 'This invitation doesn’t work' })).toBeVisible();
  await expect(
    ivy.getByText("If you've used it, sign in with your password. Otherwise, ask your school for a new one."),
  ).toBeVisible();
  await expectAccessible(ivy, 'in every run');
  await ivy.getByLabel('Code').fill(code.toUpperCase().replaceAll('-', ' '));
  await ivy.getByRole('button', { name: 'Open the invitation' }).click();
  await expect(ivy.getByText(`Ivy Invited, ${school.name} created an account for you as a substitute.`)).toBeVisible();
  await expect(ivy.getByLabel('Username')).toHaveValue(`ivy_${word}`);
  await expectAccessible(ivy, 'in every run');
  const enter = ivy.getByRole('button', { name: 'Save password and sign in' });
  await ivy.getByRole('textbox', { name: 'Password', exact: true }).fill('short');
  await ivy.getByRole('textbox', { name: 'Confirm Password' }).fill('other');
  await enter.click();
  await expect(ivy.getByRole('alert').getByText('Password must be at least 8 characters')).toBeVisible();
  await expect(ivy.getByRole('alert').getByText("Passwords don't match")).toBeVisible();
  await ivy.getByRole('textbox', { name: 'Password', exact: true }).fill(castPassword);
  await ivy.getByRole('textbox', { name: 'Confirm Password' }).fill(castPassword);
  await enter.click();
  await expect(ivy).toHaveURL('/dashboard/substitute');
  await seeToast(ivy, 'Login successful', 'Welcome, Ivy Invited!');
  await admin.reload();
  await expect(admin.getByRole('heading', { name: 'Ivy Invited' })).toBeVisible();
  await expect(admin.getByText('Not signed in yet')).toHaveCount(0);

  const again = await open(`/invitations/${code}`);
  await expect(again.getByRole('heading', { level: 1, name: 'This invitation doesn’t work' })).toBeVisible();
  await again.goto('/invitations/never-was-any-code');
  await expect(again.getByRole('heading', { level: 1, name: 'This invitation doesn’t work' })).toBeVisible();
  await again.goto('/invitations');
  await expect(again.getByRole('heading', { level: 1, name: 'Open your invitation' })).toBeVisible();
  await again.getByRole('button', { name: 'Open the invitation' }).click();
  await expect(again.getByText('Enter the code from your invitation.')).toBeVisible();
  await expectAccessible(again);
});

test('an invited substitute signs in with their existing account, and the school is added to it', async ({
  open,
  firstBell,
}) => {
  const { usernames } = await openCast(open, firstBell, []);
  const owner = await firstBell.callingOwner();
  const word = unique();
  const far = await addSchool(owner, `Far ${word}`);
  const colleague = await firstBell.caller();
  await approve(owner, (await join(colleague, { role: 'school_admin', fullName: 'Finn Far', schoolId: far.id })).id);
  const { slip } = await call(colleague.request, inviteUser, {
    body: { role: 'substitute', fullName: 'Thomas Example', username: `thomas_${word}` },
  });
  const page = await open(slip?.path);
  await page.getByRole('link', { name: 'Login to use your existing account' }).click();
  await page.getByLabel('Username').fill(usernames.substitute);
  await page.getByLabel('Password', { exact: true }).fill(castPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Add Far ${word} to my account` }).click();
  await seeToast(page, `Far ${word} was added to your account`);
  const people = await colleague.request.get('/api/users?role=substitute');
  expect(await people.text()).toContain('Tom Example');
});

test('an invited teacher moves to the school with their existing account, once no absence is ahead', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const { teacher: page, admin, school, post } = await openCast(open, firstBell, ['teacher']);
  const ahead = await post({ title: 'Still ahead', days: 3 });
  const owner = await firstBell.callingOwner();
  const word = unique();
  const far = await addSchool(owner, `Far ${word}`);
  const colleague = await firstBell.caller();
  await approve(owner, (await join(colleague, { role: 'school_admin', fullName: 'Finn Far', schoolId: far.id })).id);
  const { slip } = await call(colleague.request, inviteUser, {
    body: { role: 'teacher', fullName: 'Ruth E.', username: `ruth_${word}` },
  });
  await page.goto(slip?.path ?? '');
  await expect(page.getByText('You’re signed in as Ruth Example.')).toContainText(
    `Move this account to Far ${word}. You’ll no longer belong to ${school.name}. Past absences stay in its reports. Your timetable, emergency plan, student details and files are deleted, because they’re about its classes.`,
  );
  // The other option is available, but collapsed.
  await expect(page.getByText('Use a separate account instead')).toBeVisible();
  await expect(page.locator('input[type=password]').first()).toBeHidden();
  await expectAccessible(page);
  const use = page.getByRole('button', { name: `Use my account at Far ${word}` });
  expectRefusal(`${new URL(page.url()).pathname.replace('/invitations', '/api/invitations')}/join`);
  await use.click();
  await expect(page.getByText(`You still have an upcoming absence at ${school.name}.`)).toBeVisible();
  await call(admin.request, deleteVacancy, { params: { id: String(ahead.id) } });
  await use.click();
  await expect(page).toHaveURL('/dashboard/teacher');
  await seeToast(page, `You now teach at Far ${word}`, 'Your account and your password stay the same.');
  await expect(page.getByRole('main')).toContainText(`Far ${word}`);
  const people = async (caller: { request: typeof page.request }) =>
    (await caller.request.get('/api/users?role=teacher')).text();
  expect(await people(colleague)).toContain('Ruth Example');
  expect(await people(admin)).not.toContain('Ruth Example');
});
