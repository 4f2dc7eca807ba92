import pg from 'pg';
import { confirmIdentity } from '#contract/second-factor.ts';
import { createUser } from '#contract/users.ts';
import { connectionConfig } from '#server/db/database.ts';
import { findEmbedded } from '#server/db/embedded.ts';
import { call } from '#test/journeys/calls.ts';
import { openCast } from '#test/journeys/cast.ts';
import {
  expect,
  expectAccessible,
  type FirstBell,
  openNavigation,
  seeBadge,
  seeToast,
  signIn,
  test,
} from '#test/journeys/fixture.ts';
import { addSchool, join, openOwner, password, unique } from '#test/journeys/people.ts';
import { openSchoolHouse } from '#test/journeys/school-house.ts';

const home = '/dashboard/overall-admin';

/** Changes the database in ways that no call can. */
async function inDatabase({ dataDir }: FirstBell, text: string, values: unknown[]): Promise<void> {
  const connection = findEmbedded(dataDir)?.('owner');
  if (connection === undefined) throw new Error('The database of this FirstBell was not found.');
  const client = new pg.Client(connectionConfig(connection));
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}

test('the owner sees the state of all schools, uncovered classes first, and opens one of them', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, []);
  await house.post(house.day(0), 'Room without a teacher');
  const owner = await openOwner(open, firstBell);
  await addSchool(owner, `Quiet ${unique()}`);
  await owner.goto(home);
  await expect(owner.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const overview = (await (await owner.request.get('/api/overview')).json()) as {
    totalSchools: number;
    activeSchools: number;
    inactiveSchools: number;
    month: { fillRate: number };
  };
  const figure = (label: string) =>
    owner
      .locator('dl > div')
      .filter({ has: owner.getByText(label, { exact: true }) })
      .locator('dd')
      .first();
  await expect(figure('Total schools')).toHaveText(String(overview.totalSchools));
  await expect(figure('Active')).toHaveText(String(overview.activeSchools));
  await expect(figure('Inactive')).toHaveText(String(overview.inactiveSchools));
  expect(overview.activeSchools + overview.inactiveSchools).toBe(overview.totalSchools);
  await expect(figure('Fill rate this month')).toHaveText(`${overview.month.fillRate}%`);
  await expect(figure('Uncovered today')).not.toHaveText('0');
  const trouble = owner.getByRole('table', { name: /uncovered classes today/ });
  await expect(trouble.getByRole('row', { name: house.name })).toContainText('1');
  await expectAccessible(owner);
  await trouble.getByRole('link', { name: house.name }).click();
  await expect(owner).toHaveURL(/\/schools\?search=/);
  await expect(owner.getByRole('switch')).toHaveCount(1);
  await expect(owner.getByRole('row', { name: house.name })).toContainText('Carol Whitfield');
});

test('the owner adds and edits a school, and typed text is kept after a failure', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const owner = await openOwner(open, firstBell);
  const name = `Pine Ridge ${unique()}`;
  const waiting = await join(await firstBell.caller(), {
    role: 'school_admin',
    fullName: `Nils ${unique()}`,
    schoolId: null,
  });
  await owner.goto(`${home}/schools`);
  await owner.getByRole('button', { name: 'Add School' }).click();
  await expect(owner).toHaveURL(/dialog=add/);
  const adding = owner.getByRole('dialog', { name: 'Add School' });
  const press = () => adding.getByRole('button', { name: 'Add School' }).click();
  await press();
  for (const sentence of [
    'School name is required',
    'Address is required',
    'City is required',
    'State is required',
    'Zip code is required',
    'Phone number is required',
  ]) {
    await expect(adding.getByRole('link', { name: sentence })).toBeVisible();
  }
  await adding.getByLabel('School Name').fill(name);
  await adding.getByLabel('Address').fill('9 Pine Road');
  await adding.getByLabel('City').fill('Boise');
  await adding.getByLabel('State').fill('ID');
  await adding.getByLabel('Zip Code').fill('8370');
  await adding.getByLabel('Phone').fill('555-0100');
  await adding.getByLabel('Contact Email').fill('office@');
  await adding.getByLabel('Latitude').fill('north');
  await expect(adding.getByLabel('Time Zone')).toHaveValue('America/Boise');
  await press();
  for (const sentence of [
    'Valid ZIP code is required',
    'Valid phone number is required',
    'Valid email address is required',
    'Enter a number from -90 to 90',
  ]) {
    await expect(adding.getByRole('link', { name: sentence })).toBeVisible();
  }
  await adding.getByLabel('Zip Code').fill('83702');
  await adding.getByLabel('Phone').fill('(208) 555-0100');
  await adding.getByLabel('Contact Email').fill('');
  await adding.getByLabel('Latitude').fill('43.6');
  await adding.getByLabel('Longitude').fill('-116.2');
  const administrator = adding.getByLabel('Administrator');
  await expect(administrator.locator('option').filter({ hasText: waiting.username })).toHaveText(
    /waiting for approval/,
  );
  await expect(administrator.locator('option').filter({ hasText: firstBell.owner.username })).toHaveCount(0);
  await administrator.selectOption({ value: String(waiting.id) });
  expectRefusal('/api/schools');
  await owner.route('**/api/schools', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await press();
  await seeToast(owner, 'Error', 'Failed to create school');
  await expect(adding.getByLabel('School Name')).toHaveValue(name);
  await owner.unroute('**/api/schools');
  await press();
  await expect(adding).toHaveCount(0);
  await expect(owner.getByRole('button', { name: 'Add School' })).toBeFocused();
  await seeToast(owner, 'School created successfully');

  await owner.getByLabel('Search').fill(name.toUpperCase());
  await expect(owner.getByText('1 school found')).toBeVisible();
  await expect(owner).toHaveURL(/search=PINE/);
  await expect(owner.getByRole('row', { name })).toContainText('Boise, ID');
  await owner.getByRole('button', { name: `Edit ${name}` }).click();
  const editing = owner.getByRole('dialog', { name: `Edit ${name}` });
  await expect(editing.getByLabel('Latitude')).toHaveValue('43.6');
  await expect(editing.getByLabel('Administrator')).toHaveValue(String(waiting.id));
  await editing.getByLabel('School Name').fill(' ');
  await editing.getByLabel('Contact Email').fill('nobody');
  await editing.getByRole('button', { name: 'Save' }).click();
  for (const sentence of ['School name is required', 'Valid email address is required'])
    await expect(editing.getByRole('link', { name: sentence })).toBeVisible();
  await expectAccessible(owner);
  await editing.getByLabel('School Name').fill(`${name} Academy`);
  await editing.getByLabel('Contact Email').fill('office@pine.example.org');
  const patched = owner.waitForRequest((request) => request.method() === 'PATCH');
  await editing.getByRole('button', { name: 'Save' }).click();
  const { version, ...sent } = (await patched).postDataJSON() as { version: number };
  expect(sent).toEqual({ name: `${name} Academy`, contactEmail: 'office@pine.example.org' });
  expect(version).toBeGreaterThan(0);
  await seeToast(owner, 'School updated');

  // The next edit in the same visit starts from the last one.
  await owner.getByRole('button', { name: `Edit ${name} Academy` }).click();
  const again = owner.getByRole('dialog', { name: `Edit ${name} Academy` });
  await expect(again.getByLabel('School Name')).toHaveValue(`${name} Academy`);
  await again.getByLabel('School Name').fill(`${name} School`);
  await again.getByRole('button', { name: 'Save' }).click();
  await expect(again).toHaveCount(0);
  await expect(owner.getByRole('button', { name: `Edit ${name} School` })).toBeVisible();

  // A link to the same screen has no search in its address, so the field has none.
  await (await openNavigation(owner)).getByRole('link', { name: 'Schools', exact: true }).click();
  await expect(owner).not.toHaveURL(/search=/);
  await expect(owner.getByLabel('Search')).toHaveValue('');
});

test('a school is deactivated, no longer offered, activated again, and deleted only after its name was typed', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const cast = await openCast(open, firstBell, ['admin']);
  await cast.post({ title: 'Lost with the school' });
  const owner = await openOwner(open, firstBell);
  const { name, id } = cast.school;
  await owner.goto(`${home}/schools?search=${encodeURIComponent(name)}`);
  const row = owner.getByRole('row', { name });
  const visitor = await open(`/auth/teacher?tab=register`);
  const offered = visitor.locator('select option').filter({ hasText: name });
  const isPicked = async (count: number) => {
    const found = (await (
      await visitor.request.get(`/api/schools?search=${encodeURIComponent(name)}`)
    ).json()) as unknown[];
    expect(found).toHaveLength(count);
  };
  await isPicked(1);
  await row.getByRole('switch', { name: `${name} active` }).click();
  await owner
    .getByRole('alertdialog', { name: `Deactivate ${name}?` })
    .getByRole('button', { name: 'Deactivate' })
    .click();
  await seeToast(owner, 'School deactivated');
  await expect(row).toContainText('Inactive');
  // On paper, the word without the switch, and no wider than Letter between its margins.
  const screen = owner.viewportSize() ?? { width: 1280, height: 900 };
  await owner.emulateMedia({ media: 'print' });
  await owner.setViewportSize({ width: 725, height: 960 });
  await expect(row.getByText('Inactive')).toBeVisible();
  await expect(row.locator('input')).toBeHidden();
  expect(await owner.evaluate(() => document.documentElement.scrollWidth)).toBe(725);
  await owner.emulateMedia({ media: null });
  await owner.setViewportSize(screen);
  await isPicked(0);
  await visitor.reload();
  await expect(offered).toHaveCount(0);
  await owner.getByRole('radio', { name: 'Inactive' }).check();
  await expect(owner).toHaveURL(/show=inactive/);
  await expect(row).toBeVisible();
  await owner.getByRole('radio', { name: 'All' }).check();
  await row.getByRole('switch', { name: `${name} active` }).click();
  await seeToast(owner, 'School activated');
  await isPicked(1);

  await owner.getByLabel('Search').fill('');
  await owner.route(/\/api\/schools\?.*isActive=false/, (route) => route.fulfill({ json: [] }));
  await owner.getByRole('radio', { name: 'Inactive' }).check();
  await expect(owner.getByRole('heading', { name: 'No inactive schools' })).toBeVisible();
  await owner.getByRole('radio', { name: 'All' }).check();
  await owner.getByLabel('Search').fill(name);

  await owner.getByRole('button', { name: `Delete ${name}` }).click();
  const question = owner.getByRole('alertdialog', { name: `Delete ${name}?` });
  // Another school may have the same name.
  await expect(question.getByText('Duluth, Minnesota', { exact: true })).toBeVisible();
  const lost = question.getByRole('group', { name: 'What will be lost' });
  for (const [label, count] of [
    ['Teachers', 1],
    ['Vacancies', 1],
    ['Substitutes who lose this school', 1],
    ['Administrators left without a school', 1],
  ] as const) {
    await expect(
      lost
        .locator('div')
        .filter({ has: owner.getByText(label, { exact: true }) })
        .locator('dd'),
    ).toHaveText(String(count));
  }
  const saving = owner.waitForEvent('download');
  await question.getByRole('button', { name: 'Download everything first' }).click();
  expect((await saving).suggestedFilename()).toMatch(new RegExp(`^firstbell-school-${id}-[0-9-]+[.]zip$`));
  await expect(question.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await question.getByLabel(`Type ${name} to confirm`).fill(name.slice(1));
  await expect(question.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await question.getByLabel(`Type ${name} to confirm`).fill(name);
  const path = `/api/schools/${id}`;
  expectRefusal(path);
  await owner.route(`**${path}`, (route) => route.fulfill({ status: 500, json: {} }));
  await question.getByRole('button', { name: 'Delete' }).click();
  await seeToast(owner, 'Error Deleting School', 'An unexpected error occurred while deleting the school');
  await owner.unroute(`**${path}`);
  await question.getByRole('button', { name: 'Delete' }).click();
  await seeToast(owner, 'School deleted');
  await expect(row).toHaveCount(0);
  await isPicked(0);
  // People who had only this school are listed.
  await owner
    .getByText(/no school now$/)
    .first()
    .click();
  await expect(owner.getByText(/\(School Administrator\)$/).first()).toBeVisible();
  // Its administrator has no school to post vacancies for.
  await cast.admin.goto('/dashboard/school-admin/open-vacancies');
  await expect(cast.admin.getByText('You don’t have a school yet.')).toBeVisible();
  await expect(cast.admin.getByRole('button', { name: 'Create Vacancy' })).toHaveCount(0);
});

test('school administrators awaiting approval are listed as pending, and the badge follows each decision', async ({
  open,
  firstBell,
}) => {
  const owner = await openOwner(open, firstBell);
  const school = await addSchool(owner, `Harbor ${unique()}`);
  const names = [`Vera ${unique()}`, `Rolf ${unique()}`] as const;
  for (const fullName of names)
    await join(await firstBell.caller(), { role: 'school_admin', fullName, schoolId: school.id });
  await join(await firstBell.caller(), { role: 'teacher', fullName: `Tess ${unique()}`, schoolId: school.id });
  const waiting = async () =>
    ((await (await owner.request.get('/api/badges')).json()) as { pendingApprovals: number }).pendingApprovals;
  const before = await waiting();
  await owner.goto(`${home}/pending-approvals`);
  const list = owner.getByRole('list', { name: 'School administrators' });
  await expect(list.getByRole('listitem')).toHaveCount(before);
  await expect(list).not.toContainText('Tess');
  await seeBadge(owner, 'Pending Approvals', before);
  await owner.getByRole('button', { name: `Details of ${names[0]}` }).click();
  await expect(owner).toHaveURL(/person=\d+/);
  const details = owner.getByRole('dialog', { name: names[0] });
  await expect(details).toContainText(school.name);
  await owner.reload();
  await details.getByRole('button', { name: 'Approve' }).click();
  await seeToast(owner, 'School administrator approved');
  await expect(details).toHaveCount(0);
  await expect(owner).not.toHaveURL(/person=/);
  await seeBadge(owner, 'Pending Approvals', before === 1 ? null : before - 1);
  await owner.getByRole('button', { name: `Reject ${names[1]}` }).click();
  await expect(owner.getByRole('alertdialog')).toContainText('@');
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).click();
  await seeToast(owner, 'School administrator rejected');
  await seeBadge(owner, 'Pending Approvals', before === 2 ? null : before - 2);
  await expect(owner.getByRole('button', { name: `Approve ${names[1]}` })).toHaveCount(0);
});

test('the owner finds a school administrator, sets a new password, and disables and enables the account', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const cast = await openCast(open, firstBell, []);
  const owner = await openOwner(open, firstBell);
  await owner.goto(home);
  await owner.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Administrators' }).click();
  await owner.getByLabel('Search').fill(cast.school.name);
  const card = owner.getByRole('listitem').filter({ hasText: 'Beth Example' });
  await expect(owner.getByRole('list', { name: 'School administrators' }).getByRole('listitem')).toHaveCount(1);
  await expect(card).toContainText(cast.school.name);
  await expect(card).toContainText('Active');
  await card.getByRole('button', { name: 'Reset Password of Beth Example' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Reset Beth Example’s password' });
  // Another person may have the same name.
  const username = ((await card.textContent()) ?? '').match(/@(\w+)/)?.[1] ?? '';
  await expect(dialog).toContainText(`@${username}`);
  await dialog.getByLabel('New Password').fill('short');
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  await expect(dialog.getByText('Password must be at least 6 characters')).toBeVisible();
  await expectAccessible(owner);
  await dialog.getByLabel('New Password').fill('violet-lamp-77');
  await dialog.getByRole('button', { name: 'Reset Password' }).click();
  await seeToast(owner, 'Password has been reset.');
  expect((await cast.admin.request.get('/api/user')).status()).toBe(401);

  const canSignIn = async () =>
    (
      await (await firstBell.caller()).request.post('/api/login', { data: { username, password: 'violet-lamp-77' } })
    ).ok();
  expect(await canSignIn()).toBe(true);
  await card.getByRole('button', { name: 'Disable Beth Example' }).click();
  const question = owner.getByRole('alertdialog', { name: 'Disable Beth Example?' });
  await expect(question).toContainText(`@${username}`);
  await question.getByRole('button', { name: 'Disable' }).click();
  await seeToast(owner, 'Account disabled');
  await expect(card).toContainText('Inactive');
  expect(await canSignIn()).toBe(false);
  await card.getByRole('button', { name: 'Enable Beth Example' }).click();
  await seeToast(owner, 'Account enabled');
  expect(await canSignIn()).toBe(true);
  await owner.getByLabel('Search').fill(`@${username}`);
  await expect(owner).toHaveURL(new RegExp(`search=%40${username}`));
  await expect(card).toBeVisible();
  await owner.getByLabel('Search').fill('nobody of this name');
  await expect(owner.getByRole('heading', { name: 'No one found' })).toBeVisible();
  expectRefusal('/api/login');
});

test('an owner adds another one, who can disable others but not the last one', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const owner = await openOwner(open, firstBell);
  const fullName = `Second ${unique()}`;
  const username = fullName.replace(' ', '_');
  await owner.goto(`${home}/administrators?tab=owners`);
  await expect(owner.getByRole('listitem').filter({ hasText: 'You' }).getByRole('button')).toHaveCount(0);
  await owner.getByRole('button', { name: 'Add Platform Owner' }).click();
  const adding = owner.getByRole('dialog', { name: 'Add Platform Owner' });
  const press = () => adding.getByRole('button', { name: 'Add Platform Owner' }).click();
  await press();
  for (const sentence of ['Full name is required', 'Username is required', 'Password must be at least 6 characters'])
    await expect(adding.getByRole('link', { name: sentence })).toBeVisible();
  await adding.getByLabel('Full Name').fill(fullName);
  await adding.getByLabel('Username').fill(username);
  await adding.getByLabel('Password', { exact: true }).fill(password);
  await adding.getByLabel('Confirm Password').fill(`${password}x`);
  await press();
  await expect(adding.getByText("Passwords don't match").first()).toBeVisible();
  await expectAccessible(owner);
  await adding.getByLabel('Confirm Password').fill(password);
  await press();
  await seeToast(owner, 'Platform owner added');
  const card = owner.getByRole('listitem').filter({ hasText: fullName });
  await expect(card).toContainText('Active');

  const second = await open('about:blank');
  await signIn(second, 'overall-admin', username, password);
  await expect(second.getByText('Filled today')).toBeVisible();
  // Their page may receive the event and make a call before it is closed. That call is refused.
  second.on('request', (request) => expectRefusal(new URL(request.url()).pathname));
  await card.getByRole('button', { name: `Disable ${fullName}` }).click();
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await seeToast(owner, 'Account disabled');
  await expect(card).toContainText('Inactive');
  expect((await second.request.get('/api/overview')).status()).toBe(401);
});

test('an overall admin without the platform owner’s flag has no access, and no redirect loop', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const owner = await firstBell.callingOwner();
  // The owner may have signed in more than ten minutes ago.
  await call(owner.request, confirmIdentity, { body: { password: firstBell.owner.password } });
  const username = `flagless_${unique()}`;
  const { id } = await call(owner.request, createUser, {
    body: {
      username,
      password,
      confirmPassword: password,
      fullName: 'Flagless Admin',
      role: 'overall_admin',
      isPlatformOwner: true,
    },
  });
  await inDatabase(firstBell, 'update users set is_platform_owner = false where id = $1', [id]);
  const page = await open('about:blank');
  await signIn(page, 'overall-admin', username, password);
  let documents = 0;
  page.on('framenavigated', () => (documents += 1));
  for (const path of [
    home,
    `${home}/schools`,
    `${home}/pending-approvals`,
    `${home}/audit-log`,
    `${home}/outbox`,
    `${home}/profile`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'No access' }), path).toBeVisible();
    await expect(page, path).toHaveURL(path);
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }
  expect(documents).toBe(6);
  for (const path of ['/api/overview', '/api/users', '/api/audit', '/api/outbox', '/api/badges']) {
    expectRefusal(path);
    expect((await page.request.get(path)).status(), path).toBe(403);
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
});
