// The pictures of the help, from the demo on a phone, with a ring around the element that a step mentions. `npm run
// pictures help`.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { addDays } from '#domain/time.ts';
import { demoPassword } from '#server/demo/sign-ins.ts';
import { storyDays } from '#server/demo/stories.ts';
import { pictured, type PictureId } from '#web/layout/help/pages/page.ts';

type Shot = {
  user: 'teacher' | 'substitute' | 'admin' | 'owner';
  address: string;
  /** Returns the steps to take first: clicks and texts. */
  first?: (page: Page) => Promise<unknown>;
  /** Returns the element to highlight with a ring. */
  ring: (page: Page) => Locator;
};

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).locator('visible=true').first();
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true });

/** The board of the next day with uncovered classes. In the evening and on weekends, today has none. */
const nextBoard = `/dashboard/school-admin?day=${storyDays(new Date()).soonest}`;

const shots: Record<PictureId, Shot> = {
  'post-absence': {
    user: 'teacher',
    address: '/dashboard/teacher/create-absence-request',
    ring: (page) => page.getByLabel('Shift Type'),
  },
  'several-days': {
    user: 'teacher',
    address: '/dashboard/teacher/create-absence-request',
    first: async (page) => {
      await page.getByRole('checkbox', { name: 'Several days' }).check();
      const from = await page.getByLabel('Date', { exact: true }).inputValue();
      // Even across a weekend, this is more than one school day.
      await page.getByLabel('Last Day').fill(addDays(from, 4));
    },
    ring: (page) => page.locator('label').filter({ hasText: 'One substitute for all days' }),
  },
  'answer-request': {
    user: 'teacher',
    address: '/dashboard/teacher/my-vacancies?tab=pending',
    ring: button(/^Approve/),
  },
  'message-substitutes': {
    user: 'teacher',
    address: '/dashboard/teacher/approved-substitutes',
    ring: button(/^Message All/),
  },
  'offer-order': {
    user: 'admin',
    address: '/dashboard/school-admin/open-vacancies',
    ring: (page) =>
      page
        .getByText(/^Offered to/)
        .locator('visible=true')
        .first(),
  },
  'request-position': {
    user: 'substitute',
    address: '/dashboard/substitute/available-vacancies',
    ring: button(/^Request to Accept/),
  },
  decline: { user: 'substitute', address: '/dashboard/substitute/available-vacancies', ring: button(/^Decline/) },
  'cancel-assignment': {
    user: 'substitute',
    address: '/dashboard/substitute/my-assignments?tab=requested',
    ring: button(/^Withdraw/),
  },
  'weekly-availability': {
    user: 'substitute',
    address: '/dashboard/substitute/my-availability',
    ring: button(/^Copy Monday/),
  },
  'choose-schools': {
    user: 'substitute',
    address: '/dashboard/substitute/profile?part=schools',
    ring: heading('Schools you work for'),
  },
  'calendar-feed': {
    user: 'substitute',
    address: '/dashboard/substitute/profile?part=calendar',
    ring: heading('Your calendar'),
  },
  'cover-from-inside': {
    user: 'admin',
    address: nextBoard,
    first: async (page) => {
      await page.getByRole('button', { name: 'More for this day' }).click();
      await page.getByRole('menuitem', { name: 'Plan the periods' }).click();
    },
    ring: (page) => page.getByRole('dialog').getByRole('combobox').first(),
  },
  'fill-the-day': {
    user: 'admin',
    address: nextBoard,
    first: (page) => page.getByRole('button', { name: 'Fill the day' }).click(),
    // Without anyone new to ask, there are only substitutes to assign.
    ring: (page) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Send|Assign) / })
        .last(),
  },
  hours: { user: 'admin', address: '/dashboard/school-admin/hours', ring: button(/^Approve (all|the line)/) },
  assign: { user: 'admin', address: '/dashboard/school-admin/open-vacancies', ring: button(/^Assign Substitute/) },
  'approve-people': { user: 'admin', address: '/dashboard/school-admin/pending-approvals', ring: button(/^Accept/) },
  'import-people': { user: 'admin', address: '/dashboard/school-admin/manage-teachers', ring: button(/^Import CSV/) },
  'set-shifts': {
    user: 'admin',
    address: '/dashboard/school-admin/manage-school',
    ring: heading('Vacancy configuration'),
  },
  'export-reports': {
    user: 'admin',
    address: '/dashboard/school-admin',
    ring: (page) => page.getByRole('link', { name: /^CSV of/ }).first(),
  },
  'add-school': { user: 'owner', address: '/dashboard/overall-admin/schools', ring: button(/^Add School/) },
  outbox: { user: 'owner', address: '/dashboard/overall-admin/outbox', ring: (page) => page.getByLabel('Channel') },
  'what-reaches-me': {
    user: 'substitute',
    address: '/dashboard/substitute/profile?part=notices',
    ring: heading('How you are notified'),
  },
  'second-factor': {
    user: 'teacher',
    address: '/dashboard/teacher/profile?part=security',
    ring: button(/^Set up second factor/),
  },
};

const shown = { width: 360, height: 220 };
const folder = fileURLToPath(new URL('../web/layout/help/pictures/', import.meta.url));

/** Regenerates all pictures of the help. */
export async function pictureHelp(browser: Browser, baseURL: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const id of pictured) {
    const { user, address, first, ring } = shots[id];
    const context = await browser.newContext({
      baseURL,
      viewport: { width: shown.width, height: 800 },
      deviceScaleFactor: 2,
      colorScheme: 'light',
      locale: 'en-US',
      reducedMotion: 'reduce',
    });
    await context.request.post('/api/login', { data: { username: user, password: demoPassword } });
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'networkidle' });
    await first?.(page);
    const target = ring(page);
    await target.scrollIntoViewIfNeeded();
    await target.evaluate((element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const box = element.getBoundingClientRect();
      const ringed = document.createElement('div');
      Object.assign(ringed.style, {
        position: 'fixed',
        left: `${box.left - 6}px`,
        top: `${box.top - 6}px`,
        width: `${box.width + 12}px`,
        height: `${box.height + 12}px`,
        border: '3px solid #d97706',
        borderRadius: '12px',
        zIndex: '99',
        boxSizing: 'border-box',
      });
      // Only the content of a modal dialog can be above it.
      (element.closest('dialog') ?? document.body).append(ringed);
      // Fixed elements at the edges of the window would appear in the middle of the picture.
      for (const bar of document.querySelectorAll<HTMLElement>('header, nav[aria-label="Quick"]'))
        if (bar.closest('main') === null) bar.style.visibility = 'hidden';
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    const box = await target.boundingBox();
    if (box === null) throw new Error(`The help's picture of '${id}' no longer shows its subject.`);
    const top = Math.max(0, Math.min(800 - shown.height, box.y + box.height / 2 - shown.height / 2));
    const shot = await page.screenshot({ clip: { x: 0, y: top, ...shown } });
    await writeFile(
      path.join(folder, `${id}.webp`),
      await sharp(shot).webp({ quality: 62, effort: 6, smartSubsample: true }).toBuffer(),
    );
    process.stdout.write(`✓ help/${id}\n`);
    await context.close();
  }
}
