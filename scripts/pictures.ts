// Takes the pictures of README, docs and help from the running product in a real browser: the demo district, and its
// emails. `npm run pictures`. With names, it draws only these (`npm run pictures notices help my-vacancies`).
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { demoPassword } from '#server/demo/sign-ins.ts';
import { addDays, localDate, weekdayOf } from '#domain/time.ts';
import { startServer } from '#test/server/processes.ts';
import { findChromium } from './chromium.ts';
import { pictureHelp } from './help-pictures.ts';
import { pictureNotices } from './notice-pictures.ts';

type Picture = { name: string; user: string; address: string; width: number; height: number; open?: RegExp };

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 840 };

const pictures: readonly Picture[] = [
  { name: 'available-vacancies', user: 'substitute', address: '/dashboard/substitute/available-vacancies', ...desk },
  {
    name: 'request-phone',
    user: 'substitute',
    address: '/dashboard/substitute/available-vacancies',
    ...phone,
    open: /^Request to Accept/,
  },
  { name: 'my-vacancies', user: 'teacher', address: '/dashboard/teacher/my-vacancies', ...desk },
  { name: 'school-dashboard', user: 'admin', address: '/dashboard/school-admin', width: 1280, height: 1000 },
  { name: 'open-vacancies', user: 'admin', address: '/dashboard/school-admin/open-vacancies', ...desk },
  {
    name: 'assign-phone',
    user: 'admin',
    address: '/dashboard/school-admin/open-vacancies',
    ...phone,
    open: /^Assign Substitute/,
  },
  { name: 'all-schools', user: 'owner', address: '/dashboard/overall-admin', ...desk },
];

/**
 * Returns a school morning for the pictures. There are no absences on weekends, so the browser's clock shows the next
 * Monday. Returns null on weekdays.
 */
function schoolMorning(now: Date): Date | null {
  const today = localDate(now, 'America/Chicago');
  if (!['saturday', 'sunday'].includes(weekdayOf(today))) return null;
  const monday = addDays(today, weekdayOf(today) === 'saturday' ? 2 : 1);
  return new Date(`${monday}T12:05:00Z`);
}
const morning = schoolMorning(new Date());

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const asked = process.argv.slice(2);
const isAsked = (name: string) => asked.length === 0 || asked.includes(name);
const wanted = pictures.filter(({ name }) => isAsked(name));
const data = await mkdtemp(path.join(tmpdir(), 'firstbell-pictures-'));
await mkdir(folder, { recursive: true });
const server =
  wanted.length === 0 && !isAsked('help') ? null : await startServer(path.join(data, 'data'), {}, ['--demo']);
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  if (isAsked('notices')) await pictureNotices(browser, folder);
  if (isAsked('help') && server !== null) await pictureHelp(browser, server.url);
  for (const { name, user, address, width, height, open } of wanted) {
    const context = await browser.newContext({
      baseURL: server?.url ?? '',
      viewport: { width, height },
      deviceScaleFactor: 2,
      locale: 'en-US',
    });
    await context.request.post('/api/login', { data: { username: user, password: demoPassword } });
    const page = await context.newPage();
    if (morning !== null) await page.clock.setFixedTime(morning);
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.locator('h1').first().waitFor();
    // A slow machine makes no call for half a second while it is still loading.
    await page.waitForFunction(() => document.querySelector('[role="status"][aria-label^="Loading"]') === null);
    if (open !== undefined) {
      await page.getByRole('button', { name: open }).first().click();
      await page.getByRole('dialog').waitFor();
    }
    // Anything still animating would be blurred.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(
          (animation) =>
            animation.playState !== 'running' || animation.effect?.getComputedTiming().iterations === Infinity,
        ),
    );
    const shot = await page.screenshot();
    await writeFile(
      path.join(folder, `${name}.png`),
      await sharp(shot).png({ palette: true, quality: 90, effort: 8 }).toBuffer(),
    );
    process.stdout.write(`✓ ${name}\n`);
    await context.close();
  }
} finally {
  await browser.close();
  server?.child.kill('SIGTERM');
  await server?.exited;
  await rm(data, { recursive: true, force: true });
}
