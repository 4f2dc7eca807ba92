/**
 * The size and speed of the web, measured on the built application in a real Chromium with the demo district.
 *
 * `node bench/web.ts` prints: the brotli bytes of the sign-in pages, of each role's home and of the heaviest screen
 * next to their budgets; how much each screen shifts while it loads (CLS, phone and desk); how long a link takes to
 * show its screen, after the pointer has rested on it; how long the dashboard takes once the sign-in has answered; and
 * the slowest interaction (INP) on a list with 5,000 people behind it. It fails if a target is missed. `--lighthouse
 * FOLDER` runs Lighthouse (mobile, median of 5) instead, from a folder into which it was installed: `npm install
 * --prefix FOLDER lighthouse`.
 */
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import * as z from 'zod/mini';
import { findChromium } from '../scripts/chromium.ts';
import { type Segment, screens, segments } from '../scripts/gallery-scenes.ts';
import { users } from '../scripts/gallery-worlds.ts';
import { databaseOf, openPool, raw } from '#server/db/database.ts';
import { findEmbedded } from '#server/db/embedded.ts';
import { demoPassword } from '#server/demo/sign-ins.ts';
import { startServer } from '#test/server/processes.ts';
import { firstLoad, total, withScreens } from '#web/build/weigh.ts';
import { runLighthouse } from '#bench/web/lighthouse.ts';

const built = 'dist/web';
const people = 5000;
const targets = {
  signInBytes: 85_000,
  homeBytes: 140_000,
  heaviestBytes: 175_000,
  shift: 0.02,
  navigationMs: 100,
  dashboardMs: 150,
  inpMs: 50,
};
const say = (line: string) => void process.stdout.write(`${line}\n`);
const missed: string[] = [];
function hold(what: string, figure: number, target: number, words = String(figure)): void {
  if (figure > target) missed.push(`${what}: ${words}, not at most ${target}`);
  say(`| ${what} | ${words} | ${target} | ${figure > target ? 'missed' : 'held'} |`);
}
function head(title: string, unit: string): void {
  say(`\n**${title}**\n\n| | ${unit} | at most | |\n|---|---|---|---|`);
}

function weighPages(): void {
  if (!existsSync(path.join(built, 'pages.json'))) throw new Error('The web is not built: npm run build comes first.');
  head('Bytes of the first load (brotli)', 'bytes');
  for (const page of ['auth-teacher.html', 'auth-substitute.html', 'auth-school-admin.html', 'auth-overall-admin.html'])
    hold(`sign-in, ${page}`, total(firstLoad(built, page)), targets.signInBytes);
  const files = readdirSync(path.join(built, 'assets'));
  const weightOf = (...parts: string[]) =>
    total(
      withScreens(
        built,
        'app.html',
        parts.map((file) => `assets/${file}`),
      ),
    );
  for (const role of segments) {
    const parts = files.filter((file) => new RegExp(`^(home|soon)-${role}-[\\w-]{7}\\.js$`).test(file));
    hold(`first complete screen, ${role}`, weightOf(...parts), targets.homeBytes);
  }
  const named = segments.flatMap((segment) => screens[segment]).filter((screen) => screen !== '');
  const heaviest = files
    .filter((file) => named.some((screen) => new RegExp(`^${screen}-[\\w-]{7}\\.js$`).test(file)))
    .map((file) => ({ file, weight: weightOf(file) }))
    .toSorted((one, other) => other.weight - one.weight)[0];
  if (heaviest) hold(`the heaviest screen, ${heaviest.file}`, heaviest.weight, targets.heaviestBytes);
}

// The script is a string, because it runs in the page and uses APIs without types.
const watchShifts = `globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const node = entry.sources?.[0]?.node;
      if (!entry.hadRecentInput) shifts.push({ value: entry.value, of: node instanceof Element ? node.tagName.toLowerCase() + ' "' + node.textContent.slice(0, 40) + '"' : '' });
    }
  }).observe({ type: 'layout-shift', buffered: true });`;
const watchInteractions = `globalThis.slow = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) slow.push({ ms: entry.duration, of: entry.name + ' on ' + (entry.target?.textContent || entry.target?.tagName || '').slice(0, 24) });
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;
const shiftList = z.array(z.object({ value: z.number(), of: z.string() }));

/** Returns a browser of a signed-in person with this role. */
async function signedIn(browser: Browser, baseURL: string, segment: Segment, width: number): Promise<BrowserContext> {
  const isPhone = width < 768;
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: isPhone ? 844 : 900 },
    isMobile: isPhone,
    hasTouch: isPhone,
    locale: 'en-US',
  });
  await context.request.post('/api/login', { data: { username: users.demo[segment], password: demoPassword } });
  await context.addInitScript(watchShifts);
  return context;
}

const addressOf = (segment: Segment, screen: string) => `/dashboard/${segment}${screen === '' ? '' : `/${screen}`}`;

async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('[role="status"][aria-label^="Loading"]') === null);
}

async function measureShifts(browser: Browser, url: string): Promise<void> {
  head('Layout shift while a screen loads (CLS)', 'score');
  for (const width of [390, 1280]) {
    for (const segment of segments) {
      const context = await signedIn(browser, url, segment, width);
      for (const screen of screens[segment]) {
        const page = await context.newPage();
        await page.goto(addressOf(segment, screen));
        await settle(page);
        const shifts = shiftList.parse(await page.evaluate('shifts'));
        const sum = shifts.reduce((all, { value }) => all + value, 0);
        const worst = shifts.toSorted((one, other) => other.value - one.value)[0];
        hold(
          `${addressOf(segment, screen)} at ${width}`,
          sum,
          targets.shift,
          `${sum.toFixed(4)}${sum > targets.shift && worst ? ` (${worst.of})` : ''}`,
        );
        await page.close();
      }
      await context.close();
    }
  }
}

/** Measures the time from a click on a sidebar link to the frame that shows the screen with all its data, in ms. */
async function timeLink(page: Page, to: string): Promise<number> {
  const link = page.getByRole('navigation', { name: 'Main' }).locator(`a[href="${to}"]`);
  await link.hover();
  // The usual time between hovering and clicking.
  await page.waitForTimeout(200);
  const measured = page.evaluate(
    (address) =>
      new Promise<number>((resolve) => {
        addEventListener(
          'click',
          (event) => {
            const look = () => {
              const isThere =
                location.pathname === address &&
                document.activeElement?.tagName === 'H1' &&
                document.querySelector('main [role="status"][aria-label^="Loading"]') === null;
              if (isThere) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - event.timeStamp)));
              else requestAnimationFrame(look);
            };
            look();
          },
          { once: true, capture: true },
        );
      }),
    to,
  );
  await link.click();
  return measured;
}

async function measureNavigation(browser: Browser, url: string): Promise<void> {
  head('From a link to its screen, after the pointer rested on it', 'ms, median of 5');
  for (const segment of segments) {
    const context = await signedIn(browser, url, segment, 1280);
    const home = addressOf(segment, '');
    const times = new Map<string, number[]>();
    for (let round = 0; round < 5; round += 1) {
      const page = await context.newPage();
      await page.goto(home);
      await settle(page);
      const links = await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      for (const to of [...links.slice(1), home]) times.set(to, [...(times.get(to) ?? []), await timeLink(page, to)]);
      await page.close();
    }
    for (const [to, all] of times)
      hold(to, Math.round(all.toSorted((one, other) => one - other)[2] ?? Infinity), targets.navigationMs);
    await context.close();
  }
}

async function measureSignIn(browser: Browser, url: string): Promise<void> {
  head('From the answer to a sign-in to the dashboard', 'ms, median of 5');
  for (const segment of segments) {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const context = await browser.newContext({
        baseURL: url,
        viewport: { width: 390, height: 844 },
        locale: 'en-US',
      });
      const page = await context.newPage();
      await page.goto(`/auth/${segment}`);
      await page.getByLabel('Username').fill(users.demo[segment]);
      await page.getByLabel('Password', { exact: true }).fill(demoPassword);
      await page.waitForLoadState('networkidle');
      const measured = page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const look = () => {
              const answer = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/api/login'));
              if (
                answer instanceof PerformanceResourceTiming &&
                location.pathname.startsWith('/dashboard/') &&
                document.querySelector('main h1')
              ) {
                requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - answer.responseEnd)));
              } else requestAnimationFrame(look);
            };
            look();
          }),
      );
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      times.push(await measured);
      await context.close();
    }
    hold(segment, Math.round(times.toSorted((one, other) => one - other)[2] ?? Infinity), targets.dashboardMs);
  }
}

/** Returns the slowest interaction with a list of thousands: searching, sorting, showing more, opening, checking. */
async function measureInteractions(browser: Browser, url: string, dataDir: string): Promise<void> {
  const connection = findEmbedded(dataDir)?.('owner');
  if (connection === undefined) throw new Error('The demo has no embedded database to add people to.');
  const db = databaseOf(openPool(connection, 1));
  await db.execute(
    raw(
      `insert into users (username, password_hash, role, full_name, is_approved, created_at)
          select 'bench_' || n, 'x', 'substitute', 'Person ' || n, true, now() from generate_series(1, ${people}) n`,
    ),
  );
  await db.execute(
    raw(
      "insert into substitute_schools (substitute_id, school_id, selected_at, approved_at) select u.id, s.school_id, now(), now() from users u, users s where u.username like 'bench\\_%' and s.username = 'admin'",
    ),
  );
  await db.close();
  const context = await signedIn(browser, url, 'school-admin', 1280);
  const page = await context.newPage();
  await page.goto('/dashboard/school-admin/manage-substitutes');
  await settle(page);
  await page.evaluate(watchInteractions);
  await page.getByLabel('Search').pressSequentially('Person 49', { delay: 60 });
  await settle(page);
  await page.getByLabel('Search').fill('');
  await settle(page);
  await page.getByLabel('Sort by').selectOption('recently_added');
  await settle(page);
  for (let more = 0; more < 3; more += 1) {
    await page.getByRole('button', { name: 'Show more' }).click();
    await settle(page);
  }
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForTimeout(500);
  const slow = z
    .array(z.object({ ms: z.number(), of: z.string() }))
    .parse(await page.evaluate('slow'))
    .toSorted((one, other) => other.ms - one.ms);
  head(`Interaction to next paint with ${people.toLocaleString('en-US')} people behind a list`, 'ms, the slowest');
  hold(
    `${slow.length} interactions of 16 ms or more`,
    slow[0]?.ms ?? 0,
    targets.inpMs,
    `${slow[0]?.ms ?? 0} (${slow[0]?.of ?? ''})`,
  );
  await context.close();
}

const lighthouse = process.argv.includes('--lighthouse')
  ? process.argv[process.argv.indexOf('--lighthouse') + 1]
  : undefined;
const parts = process.argv.slice(2).filter((word) => !word.startsWith('--') && word !== lighthouse);
const isAsked = (part: string) => parts.length === 0 || parts.includes(part);
const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-web-'));
const dataDir = path.join(folder, 'data');
const server = await startServer(dataDir, { LOGIN_ATTEMPTS_PER_MINUTE: '1000' }, ['--demo']);
const executablePath = findChromium();
try {
  if (lighthouse !== undefined) await runLighthouse(lighthouse, server.url, parts, say);
  else {
    const browser = await chromium.launch({
      ...(executablePath ? { executablePath } : {}),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    if (isAsked('bytes')) weighPages();
    if (isAsked('shifts')) await measureShifts(browser, server.url);
    if (isAsked('navigation')) await measureNavigation(browser, server.url);
    if (isAsked('sign-in')) await measureSignIn(browser, server.url);
    if (isAsked('interactions')) await measureInteractions(browser, server.url, dataDir);
    await browser.close();
  }
} finally {
  server.child.kill('SIGTERM');
  await server.exited;
  await rm(folder, { recursive: true, force: true });
}
if (missed.length > 0) {
  say(`\nMissed:\n${missed.join('\n')}`);
  process.exitCode = 1;
}
