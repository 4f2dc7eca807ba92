import { importUsers } from '#contract/invitations.ts';
import { createUser } from '#contract/users.ts';
import { call } from '#test/journeys/calls.ts';
import { castPassword, openCast } from '#test/journeys/cast.ts';
import { expect, expectAccessible, seeToast, test } from '#test/journeys/fixture.ts';
import { isLongForm } from '#test/journeys/widths.ts';
import { unique } from '#test/journeys/people.ts';

// axe looks at every state twice, in light and in dark.
test.describe.configure({ timeout: 180_000 });

const teachers = '/dashboard/school-admin/manage-teachers';
const substitutes = '/dashboard/school-admin/manage-substitutes';
const csvFile = (name: string, buffer: Buffer | string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(buffer),
});

test('a table of teachers is looked through row by row, and becomes all of them or nobody', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const { admin } = await openCast(open, firstBell, ['admin']);
  const word = unique();
  await admin.goto(teachers);
  await admin.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Import teachers' });
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
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
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await expectAccessible(admin, 'in every run');

  // As an older spreadsheet saves it: Latin-1, semicolons, a quoted line break, a formula, a column of no use.
  const table = `Full name;Username;Email;Qualifications;Shoe size\r\n"Müller, Zoë";zoe_${word};;"BA\nMA";38\r\n=HYPERLINK("https://x.example");eve_${word};eve_${word}@example.org;;40\r\n`;
  await choose('good.csv', Buffer.from(table, 'latin1'));
  await expect(dialog.getByText('All rows are valid: 2 teachers to add')).toBeVisible();
  await expect(dialog.getByText('Not used: Shoe size.')).toBeVisible();
  await expect(dialog.getByRole('rowheader', { name: 'Müller, Zoë' })).toBeVisible();
  await expectAccessible(admin);
  const eve = {
    role: 'teacher' as const,
    username: `eve_${word}`,
    fullName: 'Quicker Eve',
    password: castPassword,
    confirmPassword: castPassword,
  };
  await call(admin.request, createUser, { body: eve });
  expectRefusal('/api/users/import');
  await dialog.getByRole('button', { name: 'Add 2 teachers' }).click();
  await expect(dialog.getByText('No one was added. Fix one row and try again.')).toBeVisible();
  await expect(rows.nth(1)).toContainText(`The username eve_${word} is already taken. Choose another.`);
  await choose('better.csv', Buffer.from(table.replaceAll('eve_', 'eva_'), 'latin1'));
  await dialog.getByRole('button', { name: 'Add 2 teachers' }).click();
  await expect(dialog.getByText('2 teachers added')).toBeVisible();
  await expect(dialog.getByRole('table', { name: 'Invitations to print' }).getByRole('row')).toHaveCount(3);
  await expectAccessible(admin, 'in every run');
  await admin.emulateMedia({ media: 'print' });
  await expect(admin.getByText('Hello Müller, Zoë, an account is ready for you.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await admin.emulateMedia({ media: null });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(admin.getByRole('listitem').filter({ hasText: 'Müller, Zoë' })).toContainText('Not signed in yet');

  const arrives = admin.waitForEvent('download');
  await admin.getByRole('link', { name: 'Export CSV' }).click();
  const exported = await arrives;
  expect(exported.suggestedFilename()).toBe('teachers.csv');
  const text = await admin.request.get('/api/users/export.csv?role=teacher').then((answer) => answer.text());
  expect(text).toContain(`"'=HYPERLINK(""https://x.example"")",eva_${word}`);
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
  await dialog.getByRole('button', { name: `Add ${count} substitutes` }).click();
  await expect(dialog.getByRole('button', { name: `Print ${count} slips` })).toBeVisible({ timeout: 30_000 });
  test.info().annotations.push({ type: `import of ${count} rows`, description: `${Date.now() - began} ms` });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(admin.getByRole('status').filter({ hasText: 'More than 50 substitutes' })).toBeVisible();
  // The live update of so many people moves the list again, and a tap right after a move is ignored. Keys are not.
  await admin.getByRole('button', { name: 'Show more' }).press('Enter');
  const list = admin.getByRole('list', { name: 'Substitutes' });
  await expect(list.getByRole('listitem')).toHaveCount(100);
  // The browser passes over rows out of sight, which makes a dialog over all of them quick, and no row is where it was not.
  const isPassedOver = (row: Element) => !row.firstElementChild?.checkVisibility({ contentVisibilityAuto: true });
  await expect.poll(() => list.getByRole('listitem').last().evaluate(isPassedOver)).toBe(true);
  const heights = await list.evaluate((element) => {
    const passedOver = element.getBoundingClientRect().height;
    for (const row of element.querySelectorAll('li')) row.style.contentVisibility = 'visible';
    return [passedOver, element.getBoundingClientRect().height];
  });
  expect(heights[0]).toBe(heights[1]);
  // And a dialog over them draws none of them anew: what React gave the first row's button is the very same afterwards.
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

test('who is invited chooses a password and is in; a code that was used, replaced or never was is told kindly', async ({
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
  await expect(ivy.getByText('Ask your school for a new one, or sign in if you have used it.')).toBeVisible();
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
