import type { Page } from '@playwright/test';
import { register } from '#contract/accounts.ts';
import { createSchool } from '#contract/schools.ts';
import { updateUser } from '#contract/users.ts';
import { createVacancy } from '#contract/absences.ts';
import { createCalendar } from '#contract/calendar.ts';
import { assignSubstitute, declineVacancy, updateVacancy } from '#contract/vacancy-moves.ts';
import { addDays } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import {
  type Caller,
  expect,
  expectNoSidewaysScroll,
  expectNoViolations,
  type FirstBell,
  type Open,
  test as base,
} from '#test/journeys/fixture.ts';
import { expectBearsTextSpacing } from '#test/journeys/text-spacing.ts';
import sharp from 'sharp';
import { isLongForm } from '#test/journeys/widths.ts';

const password = 'lantern-meadow-42';

type Role = 'owner' | 'admin' | 'teacher' | 'substitute';

/** A school with people of every role and vacancies in every state. */
type District = {
  people: Record<Role, Caller>;
  ids: Record<'open' | 'asked' | 'covered' | 'assigned', number>;
  tomorrow: string;
};

/** Every walk only looks, so all walks of a worker share one district. */
const test = base.extend<object, { district: District }>({
  district: [
    async ({ firstBell }, provide) => provide(await openDistrict(firstBell)),
    { scope: 'worker', timeout: 60_000 },
  ],
});

// A recording of every screen would take longer than looking at it.
test.use({ trace: 'off' });

// The walks are long: every worker takes some of them.
test.describe.configure({ mode: 'parallel' });

async function openDistrict({ owner, caller }: FirstBell): Promise<District> {
  const people = {
    owner: await caller(),
    admin: await caller(),
    teacher: await caller(),
    substitute: await caller(),
  };
  await people.owner.request.post('/api/login', { data: owner });
  const unique = Date.now().toString(36);
  const school = await call(people.owner.request, createSchool, {
    body: {
      name: `Ridgeview ${unique}`,
      address: '1 School Street',
      city: 'Duluth',
      state: 'Minnesota',
      zipCode: '55801',
      phone: '(218) 555-0100',
    },
  });
  const registerIn = (page: Caller, role: 'teacher' | 'substitute' | 'school_admin', name: string) =>
    call(page.request, register, {
      body: {
        role,
        username: `${name}_${unique}`,
        fullName: `${name} Example`,
        email: `${name}_${unique}@example.org`,
        schoolId: school.id,
        password,
        confirmPassword: password,
      },
    });
  const approve = (by: Caller, { id }: { id: number }) =>
    call(by.request, updateUser, { params: { id: String(id) }, body: { isApproved: true } });
  await approve(people.owner, await registerIn(people.admin, 'school_admin', 'Beth'));
  const teacher = await registerIn(people.teacher, 'teacher', 'Ruth');
  await approve(people.admin, teacher);
  const substitute = await registerIn(people.substitute, 'substitute', 'Tom');
  await approve(people.admin, substitute);
  for (const [role, name] of [
    ['teacher', 'Ingrid'],
    ['substitute', 'Grace'],
    ['school_admin', 'Andre'],
  ] as const)
    await registerIn(await caller(), role, name);

  const day = (days: number) => addDays(new Date().toISOString().slice(0, 10), days);
  const post = (days: number, title: string, isUrgent = false) =>
    call(people.teacher.request, createVacancy, {
      body: {
        date: day(days),
        startTime: '08:00',
        endTime: '15:00',
        shiftType: 'full_day',
        description: title,
        additionalNotes: 'Plans are on the desk.',
        isUrgent,
      },
    });
  const ask = (id: number) =>
    call(people.substitute.request, updateVacancy, {
      params: { id: String(id) },
      body: { status: 'pending_approval' },
    });
  const { id: open } = await post(2, 'Open room');
  await post(2, 'Urgent room', true);
  await call(people.substitute.request, declineVacancy, {
    params: { id: String((await post(2, 'Declined room')).id) },
  });
  const { id: asked } = await post(3, 'Asked room');
  await ask(asked);
  const covered = await post(4, 'Covered room');
  await ask(covered.id);
  await call(people.teacher.request, updateVacancy, {
    params: { id: String(covered.id) },
    body: { status: 'filled', substituteId: substitute.id },
  });
  const { id: assigned } = await post(5, 'Assigned room');
  await call(people.admin.request, assignSubstitute, {
    params: { id: String(assigned) },
    body: { substituteId: substitute.id },
  });
  await call(people.substitute.request, createCalendar);
  for (const [who, { id }] of [
    ['teacher', teacher],
    ['substitute', substitute],
  ] as const) {
    const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#3b66db' } })
      .png()
      .toBuffer();
    await people[who].request.patch(`/api/users/${id}`, {
      multipart: {
        data: JSON.stringify({ qualifications: 'B.A. English' }),
        profileImage: { name: 'me.png', mimeType: 'image/png', buffer },
      },
    });
  }
  return { people, ids: { open, asked, covered: covered.id, assigned }, tomorrow: day(1) };
}

type Screen = {
  path: string;
  /** What opens the dialogs that stand on it. */
  dialogs?: readonly string[];
  /** Dialogs that stand in the address, after the path. */
  layers?: (district: District) => readonly string[];
  /** What is unfolded or filled in by hand. */
  more?: Record<string, (page: Page) => Promise<void>>;
};

/** Every screen of a role, its tabs, and all that opens over it. */
const screens: Record<Role, readonly Screen[]> = {
  owner: [
    { path: '/dashboard/overall-admin' },
    { path: '/dashboard/overall-admin/schools', dialogs: ['Add School', 'Edit Ridgeview', 'Delete Ridgeview'] },
    { path: '/dashboard/overall-admin/pending-approvals', dialogs: ['Details of Andre'] },
    { path: '/dashboard/overall-admin/pending-approvals?tab=rejected' },
    {
      path: '/dashboard/overall-admin/administrators',
      dialogs: ['Add Platform Owner', 'Reset Password of Beth', 'Disable Beth'],
    },
    { path: '/dashboard/overall-admin/administrators?tab=owners' },
    { path: '/dashboard/overall-admin/audit-log' },
    { path: '/dashboard/overall-admin/outbox' },
    { path: '/dashboard/overall-admin/profile' },
  ],
  admin: [
    { path: '/dashboard/school-admin' },
    { path: '/dashboard/school-admin?report=teachers&day=2026-01-05&month=2026-01' },
    {
      path: '/dashboard/school-admin/open-vacancies',
      dialogs: ['Assign Substitute', 'Delete', 'Create Vacancy', 'Details and history'],
    },
    { path: '/dashboard/school-admin/open-vacancies?tab=filled&group=week', dialogs: ['Release substitute'] },
    { path: '/dashboard/school-admin/open-vacancies?tab=past' },
    { path: '/dashboard/school-admin/pending-approvals', dialogs: ['Details of Grace'] },
    { path: '/dashboard/school-admin/pending-approvals?tab=rejected' },
    {
      path: '/dashboard/school-admin/manage-teachers',
      dialogs: ['Add Teacher', 'Details of', 'Reset Password', 'Import CSV'],
    },
    {
      path: '/dashboard/school-admin/manage-substitutes',
      dialogs: ['Add Substitute', 'Reset Password', 'Remove', 'Import CSV'],
    },
    { path: '/dashboard/school-admin/manage-school' },
    { path: '/dashboard/school-admin/audit-log' },
    { path: '/dashboard/school-admin/profile' },
  ],
  teacher: [
    { path: '/dashboard/teacher' },
    {
      path: '/dashboard/teacher/create-absence-request',
      more: {
        'several days, urgent, to chosen people': async (page) => {
          await page.getByRole('checkbox', { name: 'Several days' }).check();
          await page.getByRole('checkbox', { name: 'Urgent' }).check();
          await expect(page.getByText('SMS is not set up here').first()).toBeVisible();
          await page.getByRole('checkbox', { name: 'Notify all substitutes' }).uncheck();
        },
      },
    },
    {
      path: '/dashboard/teacher/my-vacancies?tab=pending',
      layers: ({ ids }) => [`&vacancy=${ids.asked}`, `&edit=${ids.asked}`],
    },
    {
      path: '/dashboard/teacher/my-vacancies?tab=open',
      layers: ({ ids }) => [
        `&vacancy=${ids.open}`,
        `&message=${ids.open}`,
        `&edit=${ids.open}`,
        `&edit=${ids.open}&remove=${ids.open}`,
      ],
    },
    {
      path: '/dashboard/teacher/my-vacancies?tab=filled',
      layers: ({ ids }) => [`&vacancy=${ids.covered}`, `&edit=${ids.covered}`, `&release=${ids.covered}`],
    },
    {
      path: '/dashboard/teacher/approved-substitutes',
      layers: () => ['?message=all'],
      more: {
        'an urgent message to chosen people': async (page) => {
          await page.goto('/dashboard/teacher/approved-substitutes?message=all');
          await page.getByRole('button', { name: 'Urgent Coverage Needed' }).click();
          await expect(page.getByText('SMS is not set up here').first()).toBeVisible();
          await page.getByRole('checkbox', { name: 'All approved substitutes' }).uncheck();
          await page.getByLabel('Add a substitute').fill('Tom');
        },
      },
    },
    { path: '/dashboard/teacher/approved-substitutes?tab=sent' },
    { path: '/dashboard/teacher/profile', layers: () => ['?dialog=password', '?dialog=remove-photo'] },
  ],
  substitute: [
    {
      path: '/dashboard/substitute',
      layers: ({ ids }) => [`?request=${ids.open}`, `?cancel=${ids.covered}`, `?cannot-come=${ids.assigned}`],
    },
    {
      path: '/dashboard/substitute/available-vacancies',
      layers: ({ ids }) => [`?request=${ids.open}`, `?request=${ids.covered}`],
      more: { filters: (page) => page.getByText('Filters', { exact: true }).click() },
    },
    { path: '/dashboard/substitute/available-vacancies?declined=1' },
    { path: '/dashboard/substitute/available-vacancies?to=2020-01-01' },
    {
      path: '/dashboard/substitute/my-assignments?tab=upcoming',
      layers: ({ ids }) => [`&cancel=${ids.covered}`, `&cannot-come=${ids.assigned}`],
    },
    { path: '/dashboard/substitute/my-assignments?tab=requested' },
    { path: '/dashboard/substitute/my-assignments?tab=past' },
    {
      path: '/dashboard/substitute/my-availability',
      layers: ({ tomorrow }) => [`?date=${tomorrow}`],
      more: { unsaved: (page) => page.getByRole('radio', { name: /^Sunday: All Day/ }).check({ force: true }) },
    },
    {
      path: '/dashboard/substitute/profile',
      layers: () => [
        '?dialog=password',
        '?dialog=remove-photo',
        '?dialog=new-address',
        '?dialog=end-address',
        '?part=schools',
        '?part=calendar',
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

/** Goes to an address as Back and Forward do, without loading the application and axe again. */
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
  // The heading tells when another screen has come; it says nothing about another tab of the same one.
  if (page.url() === 'about:blank' || pathOf(page.url()) === pathOf(path)) return arrive(page, path);
  const heading = page.getByRole('heading', { level: 1 });
  await heading.evaluate((element) => element.setAttribute('data-left', ''));
  await moveTo(page, path);
  await expect(page.locator('h1[data-left]')).toHaveCount(0);
  await expect(heading).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
}

/** A page of this person's, on no screen yet. */
async function openAs(open: Open, { request }: Caller): Promise<Page> {
  const page = await open('about:blank');
  await page.context().addCookies((await request.storageState()).cookies);
  return page;
}

/**
 * `part` is what is new on the page, when the rest was walked through already: a dialog over a screen, or the part of a
 * screen that could not be loaded. The long form looks at the whole page again.
 */
async function expectSound(page: Page, alsoDark: boolean, part: string | null = null): Promise<void> {
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  // A dialog's body scrolls, never its head and its foot.
  const scrolled = await page
    .locator('dialog[open]')
    .evaluateAll((open) => open.map((one) => one.scrollHeight - one.clientHeight));
  expect(Math.max(0, ...scrolled), 'a dialog scrolls as a whole, by px').toBeLessThanOrEqual(1);
  await expectNoViolations(page, { alsoDark, within: isLongForm ? null : part });
  await expectBearsTextSpacing(page);
  await expectNoSidewaysScroll(page);
}

const dialogs = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

for (const role of ['owner', 'admin', 'teacher', 'substitute'] as const) {
  test(`every screen of the ${role} and its dialogs are accessible in light and dark, and hold at 320 px`, async ({
    open,
    district,
  }) => {
    test.setTimeout(300_000);
    const page = await openAs(open, district.people[role]);
    // What is not saved is let go of.
    page.on('dialog', (asked) => void asked.accept());
    for (const { path, dialogs: openers = [], layers = () => [], more = {} } of screens[role]) {
      await test.step(path, async () => {
        await moveOn(page, path);
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

  test(`every screen of the ${role} says accessibly that it could not be loaded`, async ({
    open,
    district,
    expectRefusal,
  }) => {
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

test('the public pages are accessible in light and dark, and hold at 320 px', async ({ page }) => {
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

test('words that are cut once a reader spreads them are found', async ({ page }) => {
  await page.setContent(
    '<p style="width: 8rem; height: 1.25rem; overflow: hidden; font: 16px/1.2 monospace">Just fits so</p>',
  );
  await expect(expectBearsTextSpacing(page)).rejects.toThrow('cut off by p');
});
