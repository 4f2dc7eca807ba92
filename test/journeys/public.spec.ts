import { expectAccessible, expect, seeToast, signIn, test } from '#test/journeys/fixture.ts';

const year = new Date().getFullYear();
const copyright = year > 2025 ? `© 2025–${year} FirstBell` : '© 2025 FirstBell';

const pages = [
  {
    segment: 'teacher',
    card: 'Teacher',
    subtitle: 'Create and manage your substitute requests',
    color: 'rgb(36, 80, 200)',
  },
  {
    segment: 'substitute',
    card: 'Substitute',
    subtitle: 'Find and accept teaching opportunities',
    color: 'rgb(15, 107, 71)',
  },
  {
    segment: 'school-admin',
    card: 'School Administrator',
    subtitle: "Manage your school's substitute program",
    color: 'rgb(106, 63, 191)',
  },
  {
    segment: 'overall-admin',
    card: null,
    subtitle: 'Manage the entire substitute teaching system',
    color: 'rgb(163, 35, 76)',
  },
] as const;

test('the front door has exactly three cards, each leading to its sign-in page', async ({ page }) => {
  await page.goto('/');
  const cards = page.getByRole('main').getByRole('link');
  await expect(cards).toHaveCount(3);
  for (const { segment, card } of pages) {
    if (card !== null)
      await expect(cards.filter({ has: page.getByRole('heading', { name: card, exact: true }) })).toHaveAttribute(
        'href',
        `/auth/${segment}`,
      );
  }
  await expect(page.getByText(copyright)).toBeVisible();
  await expect(page.getByText('0.0.1-alpha')).toBeVisible();
  await cards.nth(1).click();
  await expect(page).toHaveURL('/auth/substitute');
  await page.getByRole('link', { name: 'Back to role selection' }).click();
  await expect(page).toHaveURL('/');
});

for (const { segment, subtitle, color } of pages) {
  test(`the sign-in page of ${segment} says what the role is for, in its color`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`/auth/${segment}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to FirstBell');
    await expect(page.getByRole('main').getByText(subtitle)).toBeVisible();
    await expect(page.getByText(copyright)).toBeVisible();
    await expect(page.getByText('@', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toHaveCSS('background-color', color);
    const hasTabs = segment !== 'overall-admin';
    await expect(page.getByRole('tab', { name: 'Login' })).toHaveCount(hasTabs ? 1 : 0);
    await expect(page.getByRole('tab', { name: 'Register' })).toHaveCount(hasTabs ? 1 : 0);
    await expect(page.getByRole('button', { name: 'Register' })).toHaveCount(hasTabs ? 1 : 0);
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
  });
}

test('addresses of roles are accepted in several forms, and unknown ones are not found', async ({
  page,
  expectRefusal,
}) => {
  await page.goto('/auth/School-Admin');
  await expect(page.getByText("Manage your school's substitute program").first()).toBeVisible();
  await page.goto('/auth/admin');
  await expect(page.getByText('Manage the entire substitute teaching system').first()).toBeVisible();
  await page.goto('/auth');
  await expect(page).toHaveURL('/');
  for (const nowhere of [
    '/auth/principal',
    '/nowhere',
    '/dashboard/principal',
    '/dashboard/teacher/nowhere',
    '/auth/teacher/more',
  ]) {
    expectRefusal(nowhere);
    await page.goto(nowhere);
    await expect(page.getByRole('heading', { level: 1 }), nowhere).toHaveText('404 Page Not Found');
    await expect(page.getByText("The page you're looking for doesn't exist.")).toBeVisible();
    await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/auth');
  }
});

test('signed out, every dashboard leads to the front door', async ({ page }) => {
  for (const path of [
    '/dashboard/teacher',
    '/dashboard/substitute/my-availability',
    '/dashboard/school-admin/manage-school',
    '/dashboard/overall-admin/schools',
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
  }
});

test('a link to a screen opens it after sign-in, once, and only for its role', async ({ page, firstBell }) => {
  const enter = async () => {
    await page.goto('/auth/admin');
    await page.getByLabel('Username').fill(firstBell.owner.username);
    await page.getByLabel('Password', { exact: true }).fill(firstBell.owner.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
  };
  const leave = async () => {
    // Leaves the page first: a call in flight while the session ends would be refused.
    await page.goto('about:blank');
    await page.context().clearCookies();
  };
  await page.goto('/dashboard/overall-admin/administrators?tab=owners');
  await expect(page).toHaveURL('/');
  await enter();
  await expect(page).toHaveURL('/dashboard/overall-admin/administrators?tab=owners');
  await leave();
  await enter();
  await expect(page).toHaveURL('/dashboard/overall-admin');
  await leave();
  await page.goto('/dashboard/teacher/my-vacancies');
  await expect(page).toHaveURL('/');
  await enter();
  await expect(page).toHaveURL('/dashboard/overall-admin');
});

test('a refused sign-in shows the reason in the red box, and keeps typed text', async ({ page, expectRefusal }) => {
  expectRefusal('/api/login');
  await page.goto('/auth/teacher');
  await page.getByLabel('Username').fill('nobody_here');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  const answered = page.waitForResponse('**/api/login');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  const { error } = (await (await answered).json()) as { error: string };
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: error })).toBeVisible();
  await seeToast(page, 'Login failed', error);
  await expect(page.getByLabel('Username')).toHaveValue('nobody_here');
  await expectAccessible(page);
});

test('sign-in shows that it is waiting, and explains an invalid reply', async ({ page }) => {
  await page.goto('/auth/teacher');
  await page.getByLabel('Username').fill('somebody');
  await page.getByLabel('Password', { exact: true }).fill('whatever-it-is');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/login', async (route) => {
    await held.promise;
    await route.fulfill({ status: 200, contentType: 'text/html', body: '<p>a proxy of the school</p>' });
  });
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeVisible();
  held.resolve();
  await expect(page.getByText('An error occurred during login. Please try again.')).toBeVisible();
  await seeToast(page, 'Login failed', 'Authentication failed');
});

test('people awaiting approval see only the pending page, and can log out there', async ({ page, expectRefusal }, {
  project,
}) => {
  expectRefusal('/api/register');
  const username = `waiting_${project.name}`;
  const fill = async () => {
    await page.goto('/auth/school-admin?tab=register');
    await page.getByLabel('Full Name').fill('Andre Molina');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Email').fill(`${username}@example.org`);
    await page.getByLabel('Password', { exact: true }).fill('lantern-meadow-42');
    await page.getByLabel('Confirm Password').fill('lantern-meadow-42');
  };
  await fill();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/register', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeVisible();
  held.resolve();
  await expect(page).toHaveURL('/dashboard/school-admin');
  await seeToast(page, 'Registration Successful', 'Welcome, Andre Molina!');
  for (const path of [
    '/dashboard/school-admin/manage-school',
    '/dashboard/school-admin/profile',
    '/dashboard/school-admin',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Approval Pending');
    await expect(page.getByText('Andre Molina', { exact: true })).toBeVisible();
    await expect(page.getByText('School Administrator', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Next steps' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  }
  await expectAccessible(page, 'in every run');
  const loggedOut = page.waitForRequest(
    (request) => request.url().endsWith('/api/logout') && request.method() === 'POST',
  );
  await page.getByRole('button', { name: 'Logout' }).click();
  await loggedOut;
  await expect(page).toHaveURL('/');
  await seeToast(page, 'Logged out successfully');

  await fill();
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.locator('#registration-error').filter({ hasText: /username/i })).toBeVisible();
  await seeToast(page, 'Registration failed', /username/i);
});

test('while the session loads there is only a spinner', async ({ page, firstBell: { owner } }) => {
  await signIn(page, 'overall-admin', owner.username, owner.password);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/user?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/dashboard/overall-admin');
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
  await expect(page.getByRole('heading')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  held.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a logout that never reaches the server still ends the session in this browser', async ({
  page,
  firstBell: { owner },
  expectRefusal,
}) => {
  expectRefusal('/api/logout');
  await signIn(page, 'overall-admin', owner.username, owner.password);
  await page.route('**/api/logout', (route) => route.abort());
  await seeToast(page, 'Login successful');
  // Calls in flight when the session ends are refused.
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await seeToast(page, 'Logout completed with warnings', 'You are logged out, but there might be session issues.');
});

test('if mail is not set up, people who forgot their password are not told to wait for a mail', async ({ page }) => {
  await page.goto('/forgot-password');
  await page.getByLabel('Username or email').fill('nobody_of_that_name');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Email isn’t set up on this server yet, so we can’t send you a link.' }),
  ).toBeVisible();
  await expect(page.getByText('Check your email')).toHaveCount(0);
  await expectAccessible(page, 'in every run');
});

test('registration explains each field and shows errors before anything is sent', async ({ page }) => {
  await page.goto('/auth/teacher');
  await page.getByRole('tab', { name: 'Register' }).click();
  await expect(page).toHaveURL('/auth/teacher?tab=register');
  await expect(page.getByText('Create your account to get started with FirstBell')).toBeVisible();
  await expect(page.getByText('At least 3 characters, using only letters, numbers and underscores')).toBeVisible();
  await expect(page.getByText('At least 8 characters')).toBeVisible();
  for (const label of ['School', 'Full Name', 'Username', 'Email']) await expect(page.getByLabel(label)).toBeVisible();
  await page.getByLabel('Full Name').fill('Ann Lee');
  await page.getByLabel('Username').fill('a!');
  await page.getByLabel('Email').fill('nowhere');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Confirm Password').fill('other');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByText('There are 5 problems')).toBeVisible();
  for (const sentence of [
    'Please select a school',
    'Invalid email address',
    'Password must be at least 8 characters',
    "Passwords don't match",
  ]) {
    await expect(page.getByRole('main').getByText(sentence).last(), sentence).toBeVisible();
  }
  await expect(page).toHaveTitle(/^Error: /);
  await expectAccessible(page, 'in every run');

  // Typed text survives the other tab and a reload, except for passwords.
  await page.getByRole('tab', { name: 'Login' }).click();
  await page.getByRole('tab', { name: 'Register' }).click();
  await expect(page.getByLabel('Full Name')).toHaveValue('Ann Lee');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('short');
  await page.reload();
  await expect(page.getByLabel('Full Name')).toHaveValue('Ann Lee');
  await expect(page.getByLabel('Username')).toHaveValue('a!');
  await expect(page.getByLabel('Email')).toHaveValue('nowhere');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');

  await page.goto('/auth/substitute?tab=register');
  await expect(page.getByLabel('Full Name')).toHaveValue('');
  await expect(
    page.getByText(
      'Please complete the registration form. Your account will be pending approval until an administrator reviews it.',
    ),
  ).toBeVisible();
});

test('a platform owner signs in, and other roles’ addresses redirect to their own home', async ({
  page,
  firstBell: { owner },
}) => {
  await signIn(page, 'overall-admin', owner.username, owner.password);
  await seeToast(page, 'Login successful', 'Welcome back,');
  for (const elsewhere of [
    '/',
    '/auth/teacher',
    '/auth/overall-admin',
    '/dashboard/teacher',
    '/dashboard/school-admin/manage-school',
  ]) {
    await page.goto(elsewhere);
    await expect(page, elsewhere).toHaveURL('/dashboard/overall-admin');
  }
  await page.goto('/dashboard/overall-admin/nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
  await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/dashboard/overall-admin');
});

test('logging out leads to the front door, and Back shows no data of the previous user', async ({
  page,
  firstBell: { owner },
}) => {
  await signIn(page, 'overall-admin', owner.username, owner.password);
  await seeToast(page, 'Login successful');
  // Calls in flight when the session ends are refused.
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Getting started' }).getByRole('listitem').first()).toBeVisible();
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await seeToast(page, 'Logged out successfully', 'You have been logged out of your account');
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('the template demo is public: choose a template, fill its blanks, and preview the message as a mail and as an SMS', async ({
  page,
  context,
}) => {
  await page.goto('/template-test');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  const show = page.getByRole('button', { name: 'Show message' });
  await show.click();
  await expect(page.getByRole('alert').filter({ hasText: 'There are 2 problems' })).toBeVisible();
  await expect(page.getByLabel('Subject')).toBeFocused();
  for (const sentence of ['Subject is required', 'Message is required'])
    await expect(page.getByRole('link', { name: sentence })).toBeVisible();
  await expectAccessible(page, 'in every run');
  const choice = page.getByLabel('Template');
  await expect(choice.getByRole('option')).toHaveText([
    'Choose a template',
    'Assignment Reminder',
    'Document Request',
    'Urgent Vacancy',
    'Feedback Request',
    'Appreciation',
  ]);
  await choice.selectOption('Assignment Reminder');
  await page.getByLabel('Teacher name').fill('Maya <Okafor>');
  await page.getByLabel('Date').fill('December 1');
  await page.getByLabel('Class').fill('Grade 2');
  await show.click();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText('Reminder: Grade 2 on December 1');
  await expect(page.getByText('covering Grade 2 for Maya <Okafor> on December 1').last()).toBeVisible();
  const mail = page.frameLocator('iframe');
  await expect(mail.getByRole('heading', { name: 'Reminder: Grade 2 on December 1' })).toHaveCSS('font-size', '20px');
  await expect(mail.getByText('From Maya <Okafor>:')).toBeVisible();
  await expect(
    page.getByText('FirstBell: Maya <Okafor>: Reminder: Grade 2 on December 1.', { exact: false }),
  ).toBeVisible();
  await expect(page.getByText(/^1 segment, \d+ characters/)).toBeVisible();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy text message' }).click();
  await seeToast(page, 'Text message copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^FirstBell: Maya <Okafor>: Reminder/);
  await expectAccessible(page);
});
