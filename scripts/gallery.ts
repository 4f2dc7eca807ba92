// Photographs every screen in every state into contact sheets, to be looked at as a whole: `npm run gallery`.
//
// States: the demo district (full), a school that has just begun (empty), one with long and right-to-left names and one
// of everything (long), lists that are still loading (loading), lists that failed to load (failed), and dialogs and
// menus over the screens (layers). It draws the widths 390 and 1280, in light and dark. `--all` adds 320, 768 and 1920,
// paper, forced colors, less motion, 200 % zoom and 400 %. Names after it photograph only these screens or states:
// `npm run gallery -- my-vacancies failed`. The sheets are in gallery/.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { demoPassword } from '#server/demo/sign-ins.ts';
import { startServer } from '#test/server/processes.ts';
import { findChromium } from './chromium.ts';
import { helpScenes, layers, publicPages, type Scene, screens, type Segment, segments } from './gallery-scenes.ts';
import { writeSheets } from './gallery-sheet.ts';
import { openFreshSchool, openLongSchool, users } from './gallery-worlds.ts';

type State = 'full' | 'empty' | 'long' | 'loading' | 'failed' | 'layers' | 'help';
type Media = Pick<BrowserContextOptions, 'forcedColors' | 'reducedMotion'> & {
  media?: 'print';
  spacing?: true;
  viewport?: { width: number; height: number };
  deviceScaleFactor?: number;
};
type Look = { name: string; width: number; scheme: 'light' | 'dark'; more?: Media };
/** One sheet of pictures: a state, of one role or signed out, in one look. */
type Job = { state: State; segment: Segment | null; look: Look };

const all = process.argv.includes('--all');
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const folder = fileURLToPath(new URL('../gallery/', import.meta.url));
const say = (line: string) => void process.stdout.write(`${line}\n`);

const plain = (widths: readonly number[], schemes: readonly ('light' | 'dark')[] = ['light', 'dark']) =>
  widths.flatMap((width) => schemes.map((scheme): Look => ({ name: `${width}-${scheme}`, width, scheme })));
const special: readonly Look[] = [
  { name: 'paper', width: 794, scheme: 'light', more: { media: 'print' } },
  { name: 'forced', width: 1280, scheme: 'dark', more: { forcedColors: 'active' } },
  { name: 'forced-phone', width: 390, scheme: 'light', more: { forcedColors: 'active', reducedMotion: 'reduce' } },
  { name: 'spacing', width: 390, scheme: 'light', more: { spacing: true } },
  // A window of 1280 by 800 at 200% and 400% zoom.
  {
    name: 'zoom-200',
    width: 640,
    scheme: 'light',
    more: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  },
  {
    name: 'zoom-400',
    width: 320,
    scheme: 'light',
    more: { viewport: { width: 320, height: 200 }, deviceScaleFactor: 2 },
  },
];
const looks: Record<State, readonly Look[]> = {
  full: [...plain(all ? [320, 390, 768, 1280, 1920] : [390, 1280]), ...(all ? special : [])],
  empty: plain([390, 1280]),
  long: [...plain(all ? [320, 390, 768, 1280] : [390, 1280], ['light'])],
  loading: [...plain([390], ['dark']), ...plain([1280], ['light'])],
  failed: [...plain([390], ['light']), ...plain([1280], ['dark'])],
  layers: [...plain([390, 1280]), ...(all ? special.filter(({ name }) => /forced|zoom|spacing/.test(name)) : [])],
  help: plain([390, 1280]),
};
const states: readonly State[] = ['full', 'empty', 'long', 'loading', 'failed', 'layers', 'help'];
const isState = (word: string): word is State => states.some((state) => state === word);
const askedScreens = asked.filter((word) => !isState(word));
const isAsked = (screen: string) =>
  askedScreens.length === 0 || askedScreens.includes(screen === '' ? 'home' : (screen.split('?')[0] ?? ''));
const wantedStates = asked.some(isState) ? asked.filter(isState) : states;

/** Puts a page into a state: its calls, except the session, succeed, never finish, or fail. */
async function putInto(page: Page, state: State): Promise<void> {
  if (state !== 'loading' && state !== 'failed') return;
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url());
    if (['/api/user', '/api/badges', '/api/live'].includes(pathname) || pathname.startsWith('/api/files/'))
      return route.continue();
    // Held calls stay pending for as long as the page is open.
    return state === 'failed'
      ? route.fulfill({
          status: 503,
          json: { error: 'The service is being restarted. Please try again in a moment.', code: 'unavailable' },
        })
      : undefined;
  });
}

/** The text spacing of WCAG 1.4.12. */
const spaceText = `const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }');
  document.adoptedStyleSheets = [sheet];`;

async function photograph(page: Page, { address, press, further }: Scene, { state, look }: Job): Promise<Buffer> {
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  // There is no way to know that a page won't make more calls, so half a second without one counts.
  const settle = async () => {
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(() => document.querySelector('[role="status"][aria-label^="Loading"]') === null);
  };
  if (state === 'loading')
    await page
      .getByRole('status', { name: /^Loading/ })
      .first()
      .waitFor({ timeout: 3000 })
      .catch(() => {});
  else await settle();
  if (press !== undefined) {
    const opener = page.getByRole('button', { name: press }).locator('visible=true').first();
    // On a phone, help is in the drawer.
    if (state === 'help' && (await opener.count()) === 0) await page.getByRole('button', { name: 'Open menu' }).click();
    await opener.click({ timeout: 4000 });
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).last().waitFor({ timeout: 4000 });
    await further?.(page);
  }
  // The opened layer fetches its file first, then data. An empty part of it has no size yet.
  if (press !== undefined || state === 'layers') {
    await page.waitForTimeout(500);
    await settle();
  }
  if (look.more?.media === 'print') await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  if (look.more?.spacing) await page.evaluate(spaceText);
  // A layer is as high as the window and may be scrolled.
  const fullPage = press === undefined && !/(?:dialog|message|part)=/.test(address);
  return page.screenshot({ fullPage, animations: 'disabled' });
}

function scenesOf({ state, segment, look }: Job): Scene[] {
  if (segment === null) return publicPages.map((address) => ({ label: address, address }));
  const under = (scene: Scene): Scene => ({
    ...scene,
    label: `${segment}: ${scene.label}`,
    address: `/dashboard/${segment}${scene.address === '' || scene.address.startsWith('?') ? '' : '/'}${scene.address}`,
  });
  if (state === 'help') return helpScenes.map(under);
  if (state === 'layers')
    return layers[segment]
      .filter(({ address, onPhones }) => isAsked(address) && (!onPhones || look.width < 1024))
      .map(under);
  return screens[segment]
    .filter(isAsked)
    .map((screen) => under({ label: screen === '' ? 'home' : screen, address: screen }));
}

async function doJob(browser: Browser, url: string, job: Job): Promise<string[]> {
  const { state, segment, look } = job;
  const scenes = scenesOf(job);
  if (scenes.length === 0) return [];
  const isPhone = look.width < 768 && look.more?.viewport === undefined;
  const { media: _media, spacing: _spacing, ...more } = look.more ?? {};
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: look.width, height: isPhone ? 844 : 900 },
    colorScheme: look.scheme,
    locale: 'en-US',
    isMobile: isPhone,
    hasTouch: isPhone,
    ...more,
  });
  if (segment !== null)
    await context.request.post('/api/login', {
      data: {
        username: users[state === 'empty' ? 'fresh' : state === 'long' ? 'long' : 'demo'][segment],
        password: demoPassword,
      },
    });
  const pictures: { label: string; shot: Buffer }[] = [];
  for (const scene of scenes) {
    const page = await context.newPage();
    await putInto(page, state);
    const shot = await photograph(page, scene, job).catch((error: unknown) =>
      say(`✗ ${state} ${look.name} ${scene.label}: ${String(error).split('\n')[0]}`),
    );
    if (shot) pictures.push({ label: scene.label, shot });
    await page.close();
  }
  await context.close();
  const name = `${state}-${segment ?? 'public'}-${look.name}`;
  const sheets = pictures.length === 0 ? [] : await writeSheets(folder, name, look.width, pictures);
  say(`✓ gallery/${name}: ${pictures.length} of ${scenes.length} pictures`);
  return sheets;
}

const data = await mkdtemp(path.join(tmpdir(), 'firstbell-gallery-'));
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const server = await startServer(path.join(data, 'data'), { LOGIN_ATTEMPTS_PER_MINUTE: '1000' }, ['--demo']);
const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const { request: owner } = await browser.newContext({ baseURL: server.url });
  await owner.post('/api/login', { data: { username: 'owner', password: demoPassword } });
  await openFreshSchool(browser, server.url, owner);
  await openLongSchool(browser, server.url, owner);
  const jobs = wantedStates.flatMap((state) =>
    looks[state].flatMap((look) => segments.map((segment): Job => ({ state, segment, look }))),
  );
  if (askedScreens.length === 0 && wantedStates.includes('full'))
    jobs.unshift(...looks.full.map((look): Job => ({ state: 'full', segment: null, look })));
  const sheets: string[] = [];
  const work = async () => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift())
      sheets.push(...(await doJob(browser, server.url, job)));
  };
  // A page spends most of its time waiting.
  await Promise.all([work(), work()]);
  await writeFile(
    path.join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>FirstBell, every screen</title>${sheets
      .toSorted()
      .map((name) => `<h2>${name}</h2><img src="${name}.png" alt="">`)
      .join('\n')}\n`,
  );
} finally {
  await browser.close();
  server.child.kill('SIGTERM');
  await server.exited;
  await rm(data, { recursive: true, force: true });
}
