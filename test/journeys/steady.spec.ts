import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { transformWithOxc } from 'vite';
import { expect, test } from '#test/journeys/fixture.ts';
import type { Steady } from '#web/live/steady.ts';

declare global {
  interface Window {
    steady: Steady;
    /** The targets of clicks: rows by name, anything else by tag. */
    clicked: string[];
    /** Inserts a row at the top, as a reply would, and returns whether the guard detected it above the visible part. */
    bringRow: (name: string) => Promise<void>;
    /** When the person's own change was last under way, by the page's clock. */
    ownChangeAt: number;
    /** Whether the latest row was added above the visible part. */
    cameAbove: boolean | null;
  }
}

// This test asks for the fixtures of all stories, although it needs no server: a worker without them would be started
// for it alone.
test.use({ viewport: { width: 1280, height: 720 }, hasTouch: false, isMobile: false });

const source = new URL('../../web/live/steady.ts', import.meta.url);

/** Returns a list of buttons, 50 px each, with the live screens' guard and a clock that only the test advances. */
async function openList(page: Page, names: readonly string[]): Promise<void> {
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), 'steady.ts');
  await page.clock.install({ time: new Date('2026-11-23T10:45:00Z') });
  await page.route('http://list.test/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<meta name="viewport" content="width=device-width"><style>body,ul{margin:0;padding:0}li{list-style:none;height:50px}button{width:300px;height:50px}</style>
      <main><ul>${names.map((name) => `<li><button>${name}</button></li>`).join('')}</ul></main><dialog style="position:fixed;top:0;left:0;margin:0;padding:0;border:0"><button>Above all</button></dialog>`,
    }),
  );
  await page.goto('http://list.test/');
  await page.clock.pauseAt(new Date('2026-11-23T11:00:00Z'));
  await page.addScriptTag({
    type: 'module',
    content: `${code}
      window.ownChangeAt = -Infinity;
      window.steady = keepSteady(() => window.ownChangeAt);
      window.clicked = [];
      window.cameAbove = null;
      document.addEventListener('click', (event) => {
        window.clicked.push(event.target.closest('button')?.textContent ?? event.target.tagName);
      });
      window.bringRow = (name) => new Promise((seen) => {
        let isNews = true;
        let answer = () => {};
        const changed = new Promise((resolve) => { answer = resolve; });
        window.steady.during(changed, () => isNews && !(isNews = false)).then((above) => { window.cameAbove = above; });
        const row = document.createElement('li');
        row.innerHTML = '<button></button>';
        row.firstChild.textContent = name;
        document.querySelector('ul').prepend(row);
        // It checks the page before we do.
        queueMicrotask(() => queueMicrotask(() => { answer(); seen(); }));
      });`,
  });
  await page.waitForFunction(() => typeof window.bringRow === 'function');
}

const middleOf = (index: number) => [150, index * 50 + 25] as const;
const tap = (page: Page, index: number) => page.mouse.click(...middleOf(index));
const bring = (page: Page, name: string) => page.evaluate((brought) => window.bringRow(brought), name);
const clicked = (page: Page) => page.evaluate(() => window.clicked);

test('a tap right after the list has moved, which now hits another row, does nothing; a moment later it counts', async ({
  page,
}) => {
  await openList(page, ['Room 1', 'Room 2', 'Room 3']);
  await tap(page, 0);
  expect(await clicked(page)).toEqual(['Room 1']);
  await page.clock.runFor(5000);

  await bring(page, 'Room 0');
  await tap(page, 1);
  expect(await clicked(page)).toEqual(['Room 1']);
  await page.clock.runFor(300);
  await tap(page, 2);
  expect(await clicked(page)).toEqual(['Room 1']);
  await page.clock.runFor(100);
  await tap(page, 1);
  expect(await clicked(page)).toEqual(['Room 1', 'Room 1']);
});

test('a press on a row that moves away before the release does nothing', async ({ page }) => {
  await openList(page, ['Room 1', 'Room 2']);
  await page.mouse.move(...middleOf(1));
  await page.mouse.down();
  expect(await page.evaluate(() => window.steady.isBusy())).toBe(true);
  await bring(page, 'Room 0');
  await page.mouse.up();
  expect(await clicked(page)).toEqual([]);
  expect(await page.evaluate(() => window.steady.isBusy())).toBe(false);
});

test('a tap after scrolling is not blocked', async ({ page }) => {
  await openList(
    page,
    Array.from({ length: 60 }, (_, index) => `Room ${index + 1}`),
  );
  await bring(page, 'Room 0');
  const scrolled = page.evaluate(() => new Promise((resolve) => addEventListener('scroll', resolve, { once: true })));
  await page.mouse.wheel(0, 500);
  await scrolled;
  const last = page.getByRole('button', { name: 'Room 15', exact: true });
  const box = await last.boundingBox();
  await page.mouse.click(150, (box?.y ?? 0) + 25);
  expect(await clicked(page)).toEqual(['Room 15']);
});

test('a shift caused by one’s own tap does not block the next one', async ({ page }) => {
  await openList(page, ['Room 1', 'Room 2']);
  await tap(page, 0);
  await page.clock.runFor(900);
  await bring(page, 'Room 0');
  await tap(page, 1);
  expect(await clicked(page)).toEqual(['Room 1', 'Room 1']);
});

test('a shift caused by one’s own change does not block the next tap, however slow the reply is', async ({ page }) => {
  await openList(page, ['Room 1', 'Room 2']);
  await tap(page, 0);
  await page.clock.runFor(5000);
  await page.evaluate(() => {
    window.ownChangeAt = performance.now();
  });
  await page.clock.runFor(900);
  await bring(page, 'Room 0');
  await tap(page, 1);
  expect(await clicked(page)).toEqual(['Room 1', 'Room 1']);
});

test('the keyboard, and elements over the rows, are never blocked', async ({ page }) => {
  await openList(page, ['Room 1', 'Room 2']);
  await page.getByRole('button', { name: 'Room 2' }).focus();
  await page.evaluate(() => document.querySelector('dialog')?.show());
  await page.getByRole('button', { name: 'Room 2' }).focus();
  await bring(page, 'Room 0');
  await page.keyboard.press('Enter');
  await tap(page, 0);
  expect(await clicked(page)).toEqual(['Room 2', 'Above all']);
});

test('new rows appear at the top; further down the page does not move, and says that there are new ones above', async ({
  page,
}) => {
  await openList(
    page,
    Array.from({ length: 60 }, (_, index) => `Room ${index + 1}`),
  );
  const settle = async () => {
    await page.clock.runFor(200);
    await page.waitForFunction(() => window.cameAbove !== null);
    return page.evaluate(() => window.cameAbove);
  };
  await bring(page, 'New at the top');
  expect(await settle()).toBe(false);
  await expect(page.getByRole('button', { name: 'New at the top' })).toBeInViewport();

  // Some browsers don't anchor the scroll position.
  await page.evaluate(() => {
    document.documentElement.style.overflowAnchor = 'none';
    scrollTo(0, 1000);
    window.cameAbove = null;
  });
  const place = async () => (await page.getByRole('button', { name: 'Room 25', exact: true }).boundingBox())?.y;
  const before = await place();
  await bring(page, 'New far above');
  expect(await settle()).toBe(true);
  expect(await place()).toBe(before);
});
