// Makes the README's pictures from the real thing: the demo district, in a real browser. `npm run pictures`.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { demoPassword } from '#server/demo/sign-ins.ts';
import { startServer } from '#test/server/processes.ts';
import { findChromium } from './chromium.ts';

type Picture = { name: string; user: string; address: string; width: number; height: number; open?: RegExp };

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 840 };

const pictures: readonly Picture[] = [
  { name: 'available-vacancies', user: 'substitute', address: '/dashboard/substitute/available-vacancies', ...desk },
  { name: 'request-phone', user: 'substitute', address: '/dashboard/substitute/available-vacancies', ...phone, open: /^Request to Accept/ },
  { name: 'my-vacancies', user: 'teacher', address: '/dashboard/teacher/my-vacancies', ...desk },
  { name: 'create-absence-request', user: 'teacher', address: '/dashboard/teacher/create-absence-request', ...desk },
  { name: 'pending-approvals', user: 'admin', address: '/dashboard/school-admin/pending-approvals', ...desk },
];

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const data = await mkdtemp(path.join(tmpdir(), 'firstbell-pictures-'));
await mkdir(folder, { recursive: true });
const server = await startServer(path.join(data, 'data'), {}, ['--demo']);
const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const { name, user, address, width, height, open } of pictures) {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width, height }, deviceScaleFactor: 2, locale: 'en-US' });
    await context.request.post('/api/login', { data: { username: user, password: demoPassword } });
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'networkidle' });
    if (open !== undefined) {
      await page.getByRole('button', { name: open }).first().click();
      await page.getByRole('dialog').waitFor();
    }
    // What still moves would be half there.
    await page.waitForFunction(() =>
      document.getAnimations().every((animation) => animation.playState !== 'running' || animation.effect?.getComputedTiming().iterations === Infinity),
    );
    const shot = await page.screenshot();
    await writeFile(path.join(folder, `${name}.png`), await sharp(shot).png({ palette: true, quality: 90, effort: 8 }).toBuffer());
    process.stdout.write(`✓ ${name}\n`);
    await context.close();
  }
} finally {
  await browser.close();
  server.child.kill('SIGTERM');
  await server.exited;
  await rm(data, { recursive: true, force: true });
}
