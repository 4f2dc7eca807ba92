import type { Page } from '@playwright/test';
import { openCast } from '#test/journeys/cast.ts';
import { expect, test } from '#test/journeys/fixture.ts';
import { pressByKeyboard, tabTo } from '#test/journeys/keyboard.ts';
import { join, openOwner, unique } from '#test/journeys/people.ts';
import { openSchoolHouse } from '#test/journeys/school-house.ts';

const desk = '/dashboard/school-admin';
const card = (page: Page, title: string) => page.getByRole('article', { name: title });

test('a school admin decides on people, adds and imports them with only the keyboard', async ({ open, firstBell }) => {
  const { admin, school } = await openCast(open, firstBell, ['admin']);
  for (const fullName of ['Ann Lee', 'Bo Diaz'])
    await join(await firstBell.caller(), { role: 'substitute', fullName, schoolId: school.id });
  await admin.goto(`${desk}/pending-approvals`);
  await pressByKeyboard(admin, admin.getByRole('link', { name: 'Skip to content' }));
  await expect(admin.locator('main')).toBeFocused();
  await pressByKeyboard(admin, admin.getByRole('button', { name: 'Details of Ann Lee' }));
  const details = admin.getByRole('dialog', { name: 'Ann Lee' });
  await tabTo(admin, details.getByRole('tab', { name: 'Profile' }));
  await admin.keyboard.press('ArrowRight');
  await expect(details.getByRole('tab', { name: 'Resume & Qualifications', selected: true })).toBeFocused();
  await admin.keyboard.press('Escape');
  await expect(admin.getByRole('button', { name: 'Details of Ann Lee' })).toBeFocused();
  await pressByKeyboard(admin, admin.getByRole('button', { name: 'Accept Ann Lee' }));
  // An answered row keeps its place and the focus.
  await expect(admin.getByRole('heading', { name: 'Ann Lee' })).toBeFocused();
  await pressByKeyboard(admin, admin.getByRole('button', { name: 'Reject Bo Diaz' }));
  await pressByKeyboard(
    admin,
    admin.getByRole('alertdialog', { name: 'Reject Bo Diaz?' }).getByRole('button', { name: 'Reject' }),
  );
  await expect(admin.getByRole('listitem').filter({ hasText: 'Bo Diaz' })).toContainText('Rejected');

  await admin.goto(`${desk}/manage-teachers`);
  const reset = admin.getByRole('button', { name: 'Reset Password of Ruth Example' });
  await pressByKeyboard(admin, reset);
  await expect(admin.getByRole('dialog').getByLabel('New Password')).toBeFocused();
  await admin.keyboard.type('wooden-lamp-5');
  await admin.keyboard.press('Enter');
  await expect(reset).toBeFocused();
  await pressByKeyboard(admin, admin.getByRole('button', { name: 'Disable Ruth Example' }));
  await pressByKeyboard(admin, admin.getByRole('alertdialog').getByRole('button', { name: 'Disable' }));
  await expect(admin.getByRole('button', { name: 'Enable Ruth Example' })).toBeFocused();

  const add = admin.getByRole('button', { name: 'Add Teacher' });
  await pressByKeyboard(admin, add);
  const adding = admin.getByRole('dialog', { name: 'Add Teacher' });
  await expect(adding.getByLabel('Full Name')).toBeFocused();
  await admin.keyboard.type('Nora Nyland');
  await admin.keyboard.press('Tab');
  await expect(adding.getByLabel('Username')).toHaveValue('nora_nyland');
  await admin.keyboard.type(`nora_${unique()}`);
  await admin.keyboard.press('Enter');
  const slip = admin.getByRole('dialog', { name: 'Invitation for Nora Nyland' });
  await expect(slip.getByRole('row', { name: 'Nora Nyland' })).toBeVisible();
  await pressByKeyboard(admin, slip.getByRole('button', { name: 'Close', exact: true }).last());
  await expect(admin.getByRole('heading', { name: 'Nora Nyland' })).toBeVisible();
  await expect(adding).toHaveCount(0);
  await expect(add).toBeFocused();

  const importing = admin.getByRole('button', { name: 'Import CSV' });
  await pressByKeyboard(admin, importing);
  const dialog = admin.getByRole('dialog', { name: 'Import teachers' });
  const chooser = admin.waitForEvent('filechooser');
  await pressByKeyboard(admin, dialog.locator('input[type=file]'));
  await (
    await chooser
  ).setFiles({
    name: 'staff.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Full name,Username\nZoe Zander,zoe_${unique()}\n`),
  });
  await pressByKeyboard(admin, dialog.getByRole('button', { name: 'Import 1 teacher' }));
  await expect(dialog.getByText('1 teacher added')).toBeVisible();
  await pressByKeyboard(admin, dialog.getByRole('button', { name: 'Close' }).last());
  await expect(importing).toBeFocused();
  await expect(admin.getByRole('heading', { name: 'Zoe Zander' })).toBeVisible();
});

test('a school admin fills, deletes and posts vacancies, and sets the shifts, with only the keyboard', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  await house.addSubstitutes(['Ann Lee']);
  for (const title of ['Grade 4 English', 'Not needed', 'Last room']) await house.post(house.day(2), title);
  await admin.goto(`${desk}/open-vacancies`);
  await pressByKeyboard(admin, card(admin, 'Grade 4 English').getByRole('button', { name: 'Assign Substitute' }));
  await pressByKeyboard(
    admin,
    admin.getByRole('dialog', { name: 'Assign Substitute' }).getByRole('button', { name: 'Assign Ann Lee' }),
  );
  await expect(admin.getByRole('heading', { name: 'Not needed' })).toBeFocused();
  await pressByKeyboard(admin, card(admin, 'Not needed').getByRole('button', { name: 'More for Not needed' }));
  await expect(admin.getByRole('menuitem').first()).toBeFocused();
  await admin.keyboard.press('End');
  await expect(admin.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await admin.keyboard.press('Enter');
  const question = admin.getByRole('alertdialog', { name: 'Are you sure you want to delete this vacancy?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await pressByKeyboard(admin, question.getByRole('button', { name: 'Delete' }));
  await expect(admin.getByRole('heading', { name: 'Last room' })).toBeFocused();

  const post = admin.getByRole('button', { name: 'Create Vacancy' });
  await pressByKeyboard(admin, post);
  const posting = admin.getByRole('dialog', { name: 'Create Vacancy' });
  await expect(posting.getByRole('searchbox', { name: 'Teacher' })).toBeFocused();
  await admin.keyboard.type('maya');
  await pressByKeyboard(admin, posting.getByRole('button', { name: 'Maya Okafor' }));
  await expect(posting.getByRole('button', { name: 'Change teacher, now Maya Okafor' })).toBeFocused();
  await tabTo(admin, posting.getByLabel('Shift Type'));
  await admin.keyboard.type('Full');
  await tabTo(admin, posting.getByRole('textbox', { name: 'Title' }));
  await admin.keyboard.type('Called in sick');
  await tabTo(admin, posting.getByRole('textbox', { name: 'Description' }));
  await admin.keyboard.type('Room 3.');
  await pressByKeyboard(admin, posting.getByRole('button', { name: 'Create Vacancy' }));
  await expect(card(admin, 'Called in sick')).toBeVisible();
  await expect(posting).toHaveCount(0);
  await expect(post).toBeFocused();

  await admin.goto(`${desk}/manage-school`);
  const shifts = admin.getByRole('form', { name: 'Vacancy configuration' });
  await tabTo(admin, shifts.getByRole('switch', { name: 'Full day offered' }));
  await admin.keyboard.press('Space');
  await pressByKeyboard(admin, shifts.getByRole('button', { name: 'Save' }));
  await expect(admin.locator('[data-toast]')).toContainText('Vacancy settings saved');
  await expect(admin.getByRole('heading', { name: 'Vacancy configuration' })).toBeFocused();
});

test('the owner adds and deletes a school, approves and disables its admin with only the keyboard', async ({
  open,
  firstBell,
}) => {
  const owner = await openOwner(open, firstBell);
  const [name, admin] = [`Pine Ridge ${unique()}`, `Vera ${unique()}`];
  await owner.goto('/dashboard/overall-admin/schools');
  const add = owner.getByRole('button', { name: 'Add School' });
  await pressByKeyboard(owner, add);
  const adding = owner.getByRole('dialog', { name: 'Add School' });
  await expect(adding.getByLabel('School Name')).toBeFocused();
  for (const [label, text] of Object.entries({
    'School Name': name,
    Address: '9 Pine Road',
    City: 'Boise',
    State: 'ID',
    'Zip Code': '83702',
    Phone: '(208) 555-0100',
  })) {
    await tabTo(owner, adding.getByLabel(label));
    await owner.keyboard.type(text);
  }
  const created = owner.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/schools'),
  );
  await owner.keyboard.press('Enter');
  const { id } = (await (await created).json()) as { id: number };
  await expect(adding).toHaveCount(0);
  await expect(add).toBeFocused();

  await join(await firstBell.caller(), { role: 'school_admin', fullName: admin, schoolId: id });
  await owner.goto('/dashboard/overall-admin/pending-approvals');
  await pressByKeyboard(owner, owner.getByRole('button', { name: `Approve ${admin}` }));
  await expect(owner.getByRole('button', { name: `Approve ${admin}` })).toHaveCount(0);
  await expect(owner.getByRole('main').locator('h2:focus, h3:focus')).toHaveCount(1);

  await owner.goto(`/dashboard/overall-admin/administrators?search=${encodeURIComponent(admin)}`);
  await pressByKeyboard(owner, owner.getByRole('button', { name: `Disable ${admin}` }));
  const question = owner.getByRole('alertdialog', { name: `Disable ${admin}?` });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await pressByKeyboard(owner, question.getByRole('button', { name: 'Disable' }));
  await expect(owner.getByRole('button', { name: `Enable ${admin}` })).toBeFocused();

  await owner.goto('/dashboard/overall-admin/schools');
  await tabTo(owner, owner.getByLabel('Search'));
  await owner.keyboard.type(name);
  await expect(owner.getByText('1 school found')).toBeVisible();
  await pressByKeyboard(owner, owner.getByRole('button', { name: `Delete ${name}` }));
  await expect(owner.getByRole('alertdialog').getByLabel(`Type ${name} to confirm`)).toBeFocused();
  await owner.keyboard.type(name);
  await owner.keyboard.press('Enter');
  await expect(owner.getByRole('row', { name })).toHaveCount(0);
  await expect(owner.getByRole('heading', { level: 1, name: 'Manage Schools' })).toBeFocused();
});
