import type { Page } from '@playwright/test';
import {
  type Caller,
  expect,
  expectNoSidewaysScroll,
  expectNoViolations,
  type Open,
  test,
} from '#test/journeys/fixture.ts';
import type { District } from '#test/journeys/district.ts';
import { expectBearsTextSpacing } from '#test/journeys/text-spacing.ts';
import { isLongForm } from '#test/journeys/widths.ts';

type Role = keyof District['people'];

// The walks are long, so all workers share them.
test.describe.configure({ mode: 'parallel' });

type Screen = {
  path: string;
  /** The heading of the page, so the page of an address that isn't found doesn't pass. */
  title: string | RegExp;
  /** Opens the dialogs of the screen. */
  dialogs?: readonly string[];
  /** Dialogs in the address, after the path. */
  layers?: (district: District) => readonly string[];
  /** The steps that expand or fill in parts of the page. */
  more?: Record<string, (page: Page) => Promise<void>>;
};

/** Every screen of a role, its tabs, and all its layers. */
const screens: Record<Role, readonly Screen[]> = {
  owner: [
    { path: '/dashboard/overall-admin', title: 'Dashboard' },
    {
      path: '/dashboard/overall-admin/schools',
      title: 'Manage Schools',
      dialogs: ['Add School', 'Edit Ridgeview', 'Delete Ridgeview'],
    },
    { path: '/dashboard/overall-admin/pending-approvals', title: 'Pending Approvals', dialogs: ['Details of Andre'] },
    { path: '/dashboard/overall-admin/pending-approvals?tab=rejected', title: 'Pending Approvals' },
    {
      path: '/dashboard/overall-admin/administrators',
      title: 'Administrators',
      dialogs: ['Add Platform Owner', 'Reset Password of Beth', 'Disable Beth'],
    },
    { path: '/dashboard/overall-admin/administrators?tab=owners', title: 'Administrators' },
    { path: '/dashboard/overall-admin/audit-log', title: 'Audit Log' },
    { path: '/dashboard/overall-admin/outbox', title: 'Outbox' },
    { path: '/dashboard/overall-admin/profile', title: 'Profile' },
  ],
  admin: [
    { path: '/dashboard/school-admin', title: 'Dashboard' },
    { path: '/dashboard/school-admin?report=teachers&day=2026-01-05&month=2026-01', title: 'Dashboard' },
    {
      path: '/dashboard/school-admin/open-vacancies',
      title: 'Open Vacancies',
      dialogs: ['Assign Substitute', 'Create Vacancy', 'Details and history'],
    },
    {
      path: '/dashboard/school-admin/open-vacancies?tab=filled&group=week',
      title: 'Open Vacancies',
      dialogs: ['Release substitute'],
    },
    { path: '/dashboard/school-admin/open-vacancies?tab=past', title: 'Open Vacancies' },
    { path: '/dashboard/school-admin/pending-approvals', title: 'Pending Approvals', dialogs: ['Details of Grace'] },
    { path: '/dashboard/school-admin/pending-approvals?tab=rejected', title: 'Pending Approvals' },
    {
      path: '/dashboard/school-admin/manage-teachers',
      title: 'Manage Teachers',
      dialogs: ['Add Teacher', 'Details of', 'Reset Password', 'Import CSV'],
    },
    {
      path: '/dashboard/school-admin/manage-substitutes',
      title: 'Manage Substitutes',
      dialogs: ['Add Substitute', 'Reset Password', 'Remove', 'Import CSV'],
    },
    { path: '/dashboard/school-admin/manage-school', title: 'Manage School' },
    { path: '/dashboard/school-admin/audit-log', title: 'Audit Log' },
    { path: '/dashboard/school-admin/profile', title: 'Profile' },
  ],
  teacher: [
    { path: '/dashboard/teacher', title: 'Teacher Dashboard', layers: () => ['?out=next'] },
    {
      path: '/dashboard/teacher/create-absence-request',
      title: 'Create Absence Request',
      more: {
        'several days, urgent, to chosen people': async (page) => {
          await page.getByRole('checkbox', { name: 'Several days' }).check();
          await page.getByRole('checkbox', { name: 'Urgent' }).check();
          await expect(page.getByText("Text messages aren't set up here").first()).toBeVisible();
          await page.getByRole('checkbox', { name: 'Notify all substitutes' }).uncheck();
        },
      },
    },
    {
      path: '/dashboard/teacher/my-vacancies?tab=pending',
      title: 'My Vacancies',
      layers: ({ ids }) => [`&vacancy=${ids.asked}`, `&edit=${ids.asked}`],
    },
    {
      path: '/dashboard/teacher/my-vacancies?tab=open',
      title: 'My Vacancies',
      layers: ({ ids }) => [
        `&vacancy=${ids.open}`,
        `&message=${ids.open}`,
        `&edit=${ids.open}`,
        `&edit=${ids.open}&remove=${ids.open}`,
      ],
    },
    {
      path: '/dashboard/teacher/my-vacancies?tab=filled',
      title: 'My Vacancies',
      layers: ({ ids }) => [`&vacancy=${ids.covered}`, `&edit=${ids.covered}`, `&release=${ids.covered}`],
    },
    {
      path: '/dashboard/teacher/approved-substitutes',
      title: 'Approved Substitutes',
      layers: () => ['?message=all'],
      more: {
        'an urgent message to chosen people': async (page) => {
          await page.goto('/dashboard/teacher/approved-substitutes?message=all');
          await page.getByRole('button', { name: 'Urgent Coverage Needed' }).click();
          await expect(page.getByText("Text messages aren't set up here").first()).toBeVisible();
          await page.getByRole('checkbox', { name: 'All approved substitutes' }).uncheck();
          await page.getByLabel('Add a substitute').fill('Tom');
        },
      },
    },
    { path: '/dashboard/teacher/approved-substitutes?tab=sent', title: 'Approved Substitutes' },
    {
      path: '/dashboard/teacher/profile',
      title: 'Profile',
      layers: () => ['?dialog=password', '?dialog=remove-photo'],
    },
  ],
  substitute: [
    {
      path: '/dashboard/substitute',
      title: /^Good (morning|afternoon|evening), /,
      layers: ({ ids }) => [`?request=${ids.open}`, `?cancel=${ids.covered}`, `?cannot-come=${ids.assigned}`],
    },
    {
      path: '/dashboard/substitute/available-vacancies',
      title: 'Available Vacancies',
      layers: ({ ids }) => [`?request=${ids.open}`, `?request=${ids.covered}`],
      more: { filters: (page) => page.getByText('Filters', { exact: true }).click() },
    },
    { path: '/dashboard/substitute/available-vacancies?declined=1', title: 'Available Vacancies' },
    { path: '/dashboard/substitute/available-vacancies?to=2020-01-01', title: 'Available Vacancies' },
    {
      path: '/dashboard/substitute/my-assignments?tab=upcoming',
      title: 'My Assignments & Requests',
      layers: ({ ids }) => [`&cancel=${ids.covered}`, `&cannot-come=${ids.assigned}`],
    },
    { path: '/dashboard/substitute/my-assignments?tab=requested', title: 'My Assignments & Requests' },
    { path: '/dashboard/substitute/my-assignments?tab=past', title: 'My Assignments & Requests' },
    {
      path: '/dashboard/substitute/my-availability',
      title: 'My Availability',
      layers: ({ tomorrow }) => [`?date=${tomorrow}`],
      more: { unsaved: (page) => page.getByRole('radio', { name: /^Sunday: All Day/ }).check({ force: true }) },
    },
    {
      path: '/dashboard/substitute/profile',
      title: 'Profile',
      layers: () => [
        '?dialog=password',
        '?dialog=remove-photo',
        '?dialog=new-address',
        '?dialog=end-address',
        '?part=notices',
        '?part=schools',
        '?part=calendar',
        '?part=account',
      ],
      more: { unsaved: (page) => page.getByLabel('Bio').fill('Calm, on time.') },
    },
  ],
};

/** Loads a screen and waits until nothing on it is loading. */
async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
}

/** Navigates like Back and Forward, without loading the app and axe again. */
async function moveTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const state = { key: crypto.randomUUID(), at: 0 };
    history.pushState(state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, address);
}

/** Shows a screen in the running application where it has one, and waits until nothing on it is loading. */
async function moveOn(page: Page, path: string): Promise<void> {
  const pathOf = (address: string) => new URL(address, page.url()).pathname;
  // A new heading shows that another screen has arrived. Tabs of one screen share a heading.
  if (page.url() === 'about:blank' || pathOf(page.url()) === pathOf(path)) return arrive(page, path);
  const heading = page.getByRole('heading', { level: 1 });
  await heading.evaluate((element) => element.setAttribute('data-left', ''));
  await moveTo(page, path);
  await expect(page.locator('h1[data-left]')).toHaveCount(0);
  await expect(heading).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
}

/** Returns a blank page, signed in as this person. */
async function openAs(open: Open, { request }: Caller): Promise<Page> {
  const page = await open('about:blank');
  await page.context().addCookies((await request.storageState()).cookies);
  return page;
}

/**
 * Checks a screen. `part` limits axe to what is new on the page: a dialog over a screen already checked, or the part of
 * a screen that failed to load. The long form checks the whole page again.
 */
async function expectSound(page: Page, alsoDark: boolean, part: string | null = null): Promise<void> {
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  // A dialog's body scrolls, but never its header and footer.
  const scrolled = await page
    .locator('dialog[open]')
    .evaluateAll((open) => open.map((one) => one.scrollHeight - one.clientHeight));
  expect(Math.max(0, ...scrolled), 'a dialog scrolls as a whole, by px').toBeLessThanOrEqual(1);
  await expectNoViolations(page, { alsoDark, within: isLongForm ? null : part });
  await expectBearsTextSpacing(page);
  await expectNoSidewaysScroll(page);
}

/**
 * On a home, the guide has the height that is reserved for it. Otherwise, its arrival moves the buttons below, and a
 * tap is lost.
 */
async function expectGuideFits(page: Page): Promise<void> {
  const guide = page.getByRole('region', { name: 'Getting started' });
  await expect(guide).toBeVisible();
  const [height, reserved] = await guide.evaluate((card) => [
    card.getBoundingClientRect().height,
    card.parentElement === null ? 0 : Number.parseFloat(getComputedStyle(card.parentElement).minHeight),
  ]);
  expect(height, page.url()).toBe(reserved);
}

const dialogs = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

for (const role of ['owner', 'admin', 'teacher', 'substitute'] as const) {
  test(`every screen of the ${role} and its dialogs are accessible in light and dark, and fit into 320 px`, async ({
    open,
    district,
  }) => {
    test.setTimeout(300_000);
    const page = await openAs(open, district.people[role]);
    // Typed text isn't kept.
    page.on('dialog', (asked) => void asked.accept());
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await page.addLocatorHandler(question, () => question.getByRole('button', { name: 'Discard' }).click());
    for (const { path, title, dialogs: openers = [], layers = () => [], more = {} } of screens[role]) {
      await test.step(path, async () => {
        await moveOn(page, path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
        if (path === screens[role][0]?.path) await expectGuideFits(page);
        await expectSound(page, true);
        for (const opener of openers) {
          await page.getByRole('button', { name: opener }).first().click();
          await expect(dialogs(page)).toBeVisible();
          await expectSound(page, true, 'dialog[open]');
          await page.keyboard.press('Escape');
          await expect(dialogs(page)).toHaveCount(0);
        }
        for (const [name, prepare] of Object.entries(more)) {
          await test.step(name, async () => {
            await prepare(page);
            await expectSound(page, true);
          });
        }
        for (const layer of layers(district)) {
          await test.step(layer, async () => {
            if (layer.includes('part=')) await arrive(page, `${path}${layer}`);
            else {
              await moveTo(page, path);
              await expect(dialogs(page)).toHaveCount(0);
              await moveTo(page, `${path}${layer}`);
              await expect(dialogs(page).last()).toBeVisible();
            }
            await expectSound(page, true, 'dialog[open]');
          });
        }
      });
    }
  });

  // All screens show it with the same element, so a short run looks at the screens of one role.
  if (role !== 'teacher' && !isLongForm) continue;
  test(`every screen of the ${role} reports a loading error accessibly`, async ({ open, district, expectRefusal }) => {
    test.setTimeout(300_000);
    const page = await openAs(open, district.people[role]);
    const isList = ({ pathname }: URL) =>
      pathname.startsWith('/api/') && !['/api/user', '/api/badges', '/api/notices'].includes(pathname);
    page.on('request', (request) => expectRefusal(new URL(request.url()).pathname));
    await page.route(isList, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"error":"Something went wrong on our side.","code":"internal"}',
      }),
    );
    for (const { path } of screens[role]) {
      await test.step(path, async () => {
        await moveOn(page, path);
        await expectSound(page, isLongForm, 'main');
      });
    }
  });
}

test('the public pages are accessible in light and dark, and fit into 320 px', async ({ page }) => {
  test.slow();
  for (const path of [
    '/',
    '/auth/teacher',
    '/auth/substitute?tab=register',
    '/auth/school-admin',
    '/auth/admin',
    '/template-test',
    '/invitations',
  ]) {
    await test.step(path, async () => {
      await arrive(page, path);
      await expectSound(page, true);
    });
  }
});

test('the check finds text that is cut off with wider spacing', async ({ page }) => {
  await page.setContent(
    '<p style="width: 8rem; height: 1.25rem; overflow: hidden; font: 16px/1.2 monospace">Just fits so</p>',
  );
  await expect(expectBearsTextSpacing(page)).rejects.toThrow('cut off by p');
  await page.setContent(
    '<style>p { position: absolute; margin: 0; width: 16ch; font: 16px/1.2 monospace }</style><p>First line here</p><p style="top: 28px">Second</p>',
  );
  await expect(expectBearsTextSpacing(page)).rejects.toThrow('lies over');
});

test('the check finds a button whose name lacks its visible words', async ({ page }) => {
  await page.setContent('<button aria-label="Dispute hours">Something is wrong</button>');
  await expect(expectNoViolations(page, { alsoDark: false })).rejects.toThrow('label-content-name-mismatch');
});
