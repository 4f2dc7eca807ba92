import type { Locator, Page } from '@playwright/test';
import { createUser } from '#contract/users.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { call } from '#test/journeys/calls.ts';
import { openCast } from '#test/journeys/cast.ts';
import {
  expect,
  expectAccessible,
  expectAnnounced,
  makeDeaf,
  openNavigation,
  seeToast,
  signIn,
  test,
} from '#test/journeys/fixture.ts';
import { addSchool, openOwner, password, unique } from '#test/journeys/people.ts';

/** Returns how long each toast was visible, in ms, by title. */
async function timeToasts(page: Page): Promise<() => Promise<Record<string, number>>> {
  await page.addInitScript(() => {
    const stood: Record<string, number> = {};
    let shown: { title: string; since: number } | null = null;
    const look = () => {
      const title = document.querySelector('[data-toast] p')?.textContent ?? null;
      if (shown !== null && title !== shown.title) stood[shown.title] = performance.now() - shown.since;
      if (title === null) shown = null;
      else if (title !== shown?.title) shown = { title, since: performance.now() };
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { toastsThatStood: stood });
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { toastsThatStood: Record<string, number> }).toastsThatStood);
}

/** Advances the page's clock in small steps until the toast is gone, for at most ten seconds. */
async function passUntilGone(page: Page, toast: Locator): Promise<void> {
  for (let step = 0; step < 100 && (await toast.count()) > 0; step += 1) await page.clock.runFor(100);
  await expect(toast).toHaveCount(0);
}

test('a toast is visible for five seconds, that of a pending approval for six', async ({ open, firstBell }) => {
  const school = await addSchool(await firstBell.callingOwner(), `Alder ${unique()}`);
  const page = await open('about:blank');
  const toasts = await timeToasts(page);
  await page.clock.install();
  await page.goto('/auth/substitute?tab=register');
  const username = `sam_${unique()}`;
  await page.getByLabel('School', { exact: false }).and(page.locator('select')).selectOption({ label: school.name });
  await page.getByLabel('Full Name').fill('Sam Rivers');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.waitForURL('/dashboard/substitute');
  const toast = page.locator('[data-toast]');
  // A pointer that rests on the toast stops its timer. The application has taken over from the sign-in page by then.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('button', { name: 'Notifications, none new' })).toBeVisible();
  await expect(toast).toContainText(
    "Your account is pending administrator approval. You can access your dashboard now with limited functionality. You'll receive an email when your account is fully approved.",
  );

  await passUntilGone(page, toast);
  // A timer may be late on a busy machine, but never early.
  const { 'Registration Successful': pending = 0 } = await toasts();
  expect(pending).toBeGreaterThan(5990);

  // This newcomer has no notifications yet.
  await page.getByRole('button', { name: 'Notifications, none new' }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toHaveText('No new notifications');
  await page.keyboard.press('Escape');

  await page.goto('/dashboard/substitute/my-availability');
  await page
    .getByRole('radio', { name: /monday/i })
    .and(page.getByRole('radio', { name: /all day/i }))
    .check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.mouse.move(0, 0);
  await expect(toast).toHaveCount(1);
  await passUntilGone(page, toast);
  const [usual = 0] = Object.values(await toasts());
  expect(usual).toBeGreaterThan(4990);
  expect(usual).toBeLessThan(5990);

  // A screen without approval makes no call that would be refused.
  await page.goto('/dashboard/substitute/my-assignments', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { name: 'No assignments yet' })).toBeVisible();
});

/** Returns the controls and titles that the toast covers. */
const underToast = (page: Page) =>
  page.evaluate(() => {
    const toast = document.querySelector('[data-toast]');
    if (toast === null) return ['no toast'];
    const box = toast.getBoundingClientRect();
    const inWindow = box.top >= 0 && box.bottom <= innerHeight ? [] : ['the edge of the window'];
    const others = [...document.querySelectorAll('a[href], button, input, select, textarea, h1')].filter((element) => {
      const { top, bottom, left, right, width } = element.getBoundingClientRect();
      const isUnder = top < box.bottom && bottom > box.top && left < box.right && right > box.left && width > 1;
      return isUnder && !toast.contains(element);
    });
    return [...inWindow, ...others.map(({ outerHTML }) => outerHTML.slice(0, 120))];
  });

test('on a phone a toast is above the bar, covers no control, and is dismissed when a menu or the drawer opens', async ({
  open,
  firstBell,
}) => {
  const { substitute: page, admin } = await openCast(open, firstBell, ['substitute', 'admin']);
  const toast = page.locator('[data-toast]');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/substitute/my-availability');
  const allDay = (day: RegExp) =>
    page
      .getByRole('radio', { name: day })
      .and(page.getByRole('radio', { name: /all day/i }))
      .check();
  for (const [day, next, opener] of [
    [/monday/i, /friday/i, 'Open menu'],
    [/tuesday/i, /sunday/i, /^Notifications/],
  ] as const) {
    await allDay(day);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(toast).toContainText('Availability saved');
    await expect.poll(() => underToast(page), { timeout: 2000 }).toEqual([]);
    const bar = await page.getByRole('navigation', { name: 'Quick' }).boundingBox();
    const box = await toast.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    // A change while it is visible brings Save and Revert back, and they stay uncovered.
    await allDay(next);
    await expect(page.getByRole('button', { name: 'Revert Changes' })).toBeVisible();
    await expect.poll(() => underToast(page), { timeout: 2000 }).toEqual([]);
    await page.getByRole('button', { name: 'Revert Changes' }).click();
    await page.getByRole('button', { name: opener }).click();
    await expect(toast).toHaveCount(0);
    await page.keyboard.press('Escape');
  }

  await admin.setViewportSize({ width: 390, height: 844 });
  await admin.goto('/dashboard/school-admin/manage-school');
  await admin.getByLabel('School Name').fill(`Renamed ${unique()}`);
  await admin.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(admin.locator('[data-toast]')).toHaveCount(1);
  await expect.poll(() => underToast(admin), { timeout: 2000 }).toEqual([]);
});

test('on a phone a toast leaves Save free, even if the code that places it could not load', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const { substitute: page } = await openCast(open, firstBell, ['substitute']);
  page.on('request', (request) => expectRefusal(new URL(request.url()).pathname));
  await page.setViewportSize({ width: 390, height: 844 });
  const failToSave = async () => {
    const friday = page.getByRole('radio', { name: /friday/i }).and(page.getByRole('radio', { name: /all day/i }));
    await friday.waitFor();
    await page.context().setOffline(true);
    await friday.check();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const toast = page.locator('[data-toast]');
    await save.click();
    await expect(toast).toContainText('Failed to update');
    await expect
      .poll(async () => {
        const [over, under] = [await toast.boundingBox(), await save.boundingBox()];
        return over !== null && under !== null && over.y + over.height <= under.y;
      })
      .toBe(true);
    await page.context().setOffline(false);
  };
  await page.goto('/dashboard/substitute/my-availability');
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/toast-place')),
  );
  await failToSave();
  await page.route('**/assets/toast-place*', (route) => route.abort());
  await page.goto('/dashboard/substitute/my-availability');
  await failToSave();
});

test('a notification opens its subject, is marked as new while it is viewed, and stays in its menu', async ({
  open,
  firstBell,
}) => {
  const { teacher, substitute, substituteId, post } = await openCast(open, firstBell, ['teacher', 'substitute']);
  const menu = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
  const long = 'Donaudampfschiffahrtsgesellschaftskapitaen'.repeat(3);
  const { id } = await post({ title: long });
  const params = { id: String(id) };
  await call(substitute.request, updateVacancy, { params, body: { status: 'pending_approval' } });

  await teacher.setViewportSize({ width: 390, height: 844 });
  await teacher.goto('/dashboard/teacher');
  await teacher.getByRole('button', { name: /^Notifications, [1-9]\d* new$/ }).click();
  const request = menu(teacher).getByRole('listitem').filter({ hasText: 'Request from a substitute' });
  await expect(teacher.getByRole('button', { name: 'Notifications, none new' })).toBeVisible();
  await expect(request.getByText('New', { exact: true })).toBeVisible();
  expect(await menu(teacher).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expectAccessible(teacher, 'in every run');
  // People can tap anywhere on the row.
  await request.getByText('requested this vacancy').click({ force: true });
  const details = teacher.getByRole('dialog', { name: long });
  await expect(details).toContainText('Tom Example');
  await expect(details.getByRole('button', { name: 'Approve' })).toBeVisible();
  await expect(menu(teacher)).toHaveCount(0);
  await teacher.keyboard.press('Escape');
  await teacher.getByRole('button', { name: 'Notifications, none new' }).click();
  await expect(request).toBeVisible();
  await expect(request.getByText('New', { exact: true })).toHaveCount(0);

  await call(teacher.request, updateVacancy, { params, body: { status: 'filled', substituteId } });
  await substitute.goto('/dashboard/substitute');
  await substitute.getByRole('button', { name: /^Notifications/ }).click();
  await menu(substitute)
    .getByRole('link', { name: /^Your request was approved/ })
    .click();
  await expect(substitute.getByRole('dialog', { name: 'Your assignment' })).toContainText(long);
  await expectAccessible(substitute, 'in every run');
});

test('every role has its own links in the standard order, its school, its menus and real help', async ({
  open,
  firstBell,
}) => {
  const cast = await openCast(open, firstBell, ['admin', 'teacher', 'substitute']);
  const { teacher, substitute, admin, school, post } = cast;
  const owner = await openOwner(open, firstBell);
  const houses = [
    {
      page: teacher,
      home: '/dashboard/teacher',
      links: ['Dashboard', 'Create Absence Request', 'My Vacancies', 'Approved Substitutes'],
    },
    {
      page: substitute,
      home: '/dashboard/substitute',
      links: ['Home', 'Available Vacancies', 'My Assignments', 'My Availability'],
    },
    {
      page: admin,
      home: '/dashboard/school-admin',
      links: [
        'Dashboard',
        'Open Vacancies',
        'Pending Approvals',
        'Manage Teachers',
        'Manage Substitutes',
        'Manage School',
      ],
    },
    { page: owner, home: '/dashboard/overall-admin', links: ['Dashboard', 'Schools', 'Pending Approvals'] },
  ];
  for (const { page, home, links } of houses) {
    await page.goto(home);
    const own = (await openNavigation(page)).getByRole('link');
    // A badge follows the name.
    await expect(own).toHaveText(links.map((link) => new RegExp(`^${link}(\\d+ waiting)?$`)));
    await expect(own.first()).toHaveAttribute('href', home);
    await page.getByRole('button', { name: 'Support' }).click();
    const help = page.getByRole('dialog', { name: 'Support' });
    await help.getByLabel('How do I').fill('stolen password');
    await expect(help.getByRole('status').first()).toHaveText(/^\d+ answers?$/);
    if (page === teacher) await expectAnnounced(page, 'answer');
    await help.getByRole('button', { name: 'Turn on a second factor' }).click();
    await expect(help.getByRole('heading', { name: 'Turn on a second factor' })).toBeFocused();
    await expect(help.locator('img')).toHaveJSProperty('naturalWidth', 720);
    if (page === teacher) await expectAccessible(page, 'in every run');
    await help.getByRole('button', { name: 'All answers' }).click();
    await expect(help.getByRole('button', { name: 'Turn on a second factor' })).toBeFocused();
    await help.getByLabel('How do I').fill('zebra crossing');
    await expect(help.getByRole('status').first()).toHaveText('No answer found');
    if (page !== owner)
      await expect(help.getByRole('link', { name: '(218) 555-0100' })).toHaveAttribute('href', 'tel:2185550100');
    await help.getByRole('button', { name: 'Close' }).click();

    await expect(page.getByRole('banner')).toContainText(page === owner ? 'All schools' : school.name);
    await expect(page.getByRole('contentinfo')).toContainText(/© 2025.* FirstBell.*0\.0\.1-alpha/);
    await page.getByRole('button', { name: /^Profile menu/ }).click();
    const items = page.getByRole('menu').getByRole('menuitem');
    await expect(items.first()).toHaveText('My Profile');
    await expect(items.first()).toHaveAttribute('href', `${home}/profile`);
    await expect(items.last()).toHaveText('Logout');
    await page.keyboard.press('Escape');
  }

  await test.step('new people see the first steps, which the data checks off, and which can be closed and reopened', async () => {
    await teacher.goto('/dashboard/teacher');
    const steps = teacher.getByRole('region', { name: 'Getting started' });
    await expect(steps).toContainText('3 of 3 steps are left.');
    await post({ title: 'Grade 3' });
    await teacher.reload();
    await expect(steps.getByRole('link', { name: 'Post an absence (done)' })).toBeVisible();
    await expectAccessible(teacher);
    await steps.getByRole('button', { name: 'Hide the guide' }).click();
    await expect(teacher.getByRole('heading', { level: 1 })).toBeFocused();
    await expectAnnounced(teacher, 'Guide hidden');
    await seeToast(teacher, 'Guide hidden');
    await teacher.reload();
    await expect(teacher.getByRole('heading', { name: 'Absences by reason' })).toBeVisible();
    await expect(steps).toHaveCount(0);
    await openNavigation(teacher);
    await teacher.getByRole('button', { name: 'Support' }).click();
    await teacher.getByRole('button', { name: 'Getting started' }).click();
    await teacher.getByRole('dialog', { name: 'Support' }).getByRole('link', { name: 'Get text messages' }).click();
    await expect(teacher.getByRole('heading', { name: 'How you are notified' })).toBeFocused();
  });
});

test('fetched data stays until the next day: no timer, focus or failure makes the page refetch', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const { teacher: page } = await openCast(open, firstBell, ['teacher']);
  // After two hours of silence, it would consider its connection dead.
  await makeDeaf(page);
  // Around noon at the school.
  await page.clock.install({ time: new Date().setUTCHours(18) });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  await page.goto('/dashboard/teacher');
  await expect(
    page.getByRole('heading', { name: 'Absences by reason' }).or(page.getByText('Total Absences')).first(),
  ).toBeVisible();
  // The next steps are loaded last, when the browser is idle, which on a busy machine is after the network is.
  await expect.poll(() => asked).toContain('/api/notice-settings');
  await page.waitForLoadState('networkidle');
  asked.length = 0;
  await page.clock.fastForward('02:00:00');
  await page.evaluate(() => {
    for (const target of [window, document])
      for (const event of ['focus', 'visibilitychange', 'online']) target.dispatchEvent(new Event(event));
  });
  // A round trip to the server: earlier calls would have been sent before it.
  await page.evaluate(() => fetch('/api/health'));
  expect(asked).toEqual(['/api/health']);
  await page.clock.fastForward('24:00:00');
  await expect.poll(() => asked.filter((path) => path.startsWith('/api/vacancies'))).not.toEqual([]);
  await page.waitForLoadState('networkidle');

  expectRefusal('/api/users');
  let tries = 0;
  await page.route('**/api/users?*', (route) => {
    tries += 1;
    return route.fulfill({ status: 503, json: { error: 'The service is being restarted.', code: 'unavailable' } });
  });
  // A synthetic click, because hovering over a link would prefetch, which is another call.
  await (await openNavigation(page)).getByRole('link', { name: 'Approved Substitutes' }).dispatchEvent('click');
  await expect(page.getByText('The service is being restarted.')).toBeVisible();
  await page.clock.fastForward('00:05:00');
  await page.evaluate(() => fetch('/api/health'));
  expect(tries).toBe(1);
});

test('people whose password was set by an administrator are asked on every page to replace it', async ({
  open,
  firstBell,
}) => {
  const { admin } = await openCast(open, firstBell, []);
  const username = `wren_${unique()}`;
  await call(admin.request, createUser, {
    body: {
      role: 'substitute',
      username,
      fullName: 'Wren Castle',
      password: 'given-by-another-7',
      confirmPassword: 'given-by-another-7',
    },
  });
  const page = await open('about:blank');
  await signIn(page, 'substitute', username, 'given-by-another-7');
  await seeToast(page, 'Login successful', 'Welcome back, Wren Castle!');
  const asks = page.getByRole('button', { name: 'Choose password' });
  for (const path of ['available-vacancies', 'my-assignments', 'my-availability', 'profile']) {
    await page.goto(`/dashboard/substitute/${path}`);
    await expect(asks, path).toBeVisible();
  }
  await asks.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current Password').fill('given-by-another-7');
  await dialog.getByLabel('New Password', { exact: true }).fill('copper-lantern-9');
  await dialog.getByLabel('Confirm').fill('copper-lantern-9');
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect(asks).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(asks).toHaveCount(0);
});

test('a registration reports an invalid reply or no reply', async ({ page, expectRefusal }) => {
  expectRefusal('/api/register');
  await page.goto('/auth/school-admin?tab=register');
  await page.getByLabel('Full Name').fill('Ines Farrow');
  await page.getByLabel('Username').fill('ines_farrow');
  await page.getByLabel('Email').fill('ines@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  const send = page.getByRole('button', { name: 'Register', exact: true });
  const box = page
    .locator('#registration-error')
    .filter({ hasText: 'An error occurred during registration. Please try again.' });

  await page.route('**/api/register', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  );
  await send.click();
  await expect(box).toBeVisible();
  await seeToast(page, 'Registration failed', 'Registration failed');

  await page.unroute('**/api/register');
  await page.route('**/api/register', (route) => route.abort());
  await send.click();
  await expect(box).toBeVisible();
  await expect
    .poll(async () => {
      const [error, toast] = [await box.boundingBox(), await page.locator('[data-toast]').boundingBox()];
      if (error === null || toast === null) return null;
      const isBeside = error.x >= toast.x + toast.width || toast.x >= error.x + error.width;
      return isBeside || error.y >= toast.y + toast.height || toast.y >= error.y + error.height;
    }, 'the toast leaves the error free')
    .toBe(true);
  await seeToast(page, 'Registration failed', 'Unknown error during registration');
  await expect(page.getByLabel('Full Name')).toHaveValue('Ines Farrow');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
});
