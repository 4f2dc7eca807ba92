import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { configure, Result, RunOnly, run } from 'axe-core';
import { type APIRequestContext, expect, type Locator, type Page, request, test as base } from '@playwright/test';
import { login } from '#contract/accounts.ts';
import { call } from '#test/journeys/calls.ts';
import { Browsers, type Complaint, type OwnBrowser } from '#test/journeys/browsers.ts';
import { type District, openDistrict } from '#test/journeys/district.ts';
import { deviceOf, isLongForm } from '#test/journeys/widths.ts';
import { startServer } from '#test/server/processes.ts';

/** A running FirstBell with the built web, on a separate database. */
export type FirstBell = {
  url: string;
  owner: { username: string; password: string };
  /** The address of its database, for states that no call can create. */
  dataDir: string;
  /** Returns a person who makes calls with their own session, without a browser: a page takes 0.2 s of CPU time. */
  caller: () => Promise<Caller>;
  /** Returns the platform owner, who has signed in once for all stories on this server. */
  callingOwner: () => Promise<Caller>;
};

/** Someone who makes calls: a page, or a person without a browser. */
export type Caller = Pick<Page, 'request'>;

/** Opens a page in a separate browser: another person on another machine. 'about:blank' loads no app yet. */
export type Open = (address?: string) => Promise<Page>;

type ForTest = {
  open: Open;
  /** Names a call that this test expects to be refused, so the browser's message about it isn't an error. */
  expectRefusal: (path: string) => void;
  /** Whether people come with browsers that have never visited: for stories about what is loaded. */
  isFirstVisit: boolean;
};

/** The width in px from which the links are in a sidebar. */
const sidebarFrom = 1024;

const owner = { username: 'owner', password: 'the-district-opens-at-7' };

type ForWorker = {
  firstBell: FirstBell;
  /** A read-only district, shared by all stories of a worker. */
  district: District;
  /** Transport settings. A story about them uses real ones on the loopback address here. */
  carriers: Record<string, string>;
  browsers: Browsers;
};

export const test = base.extend<ForTest & { refusals: Set<string>; kind: string | null }, ForWorker>({
  viewport: ({ viewport }, provide, { file }) => provide(isLongForm ? viewport : deviceOf(file).viewport),
  hasTouch: ({ hasTouch }, provide, { file }) => provide(isLongForm ? hasTouch : deviceOf(file).hasTouch),
  isMobile: ({ isMobile }, provide, { file }) => provide(isLongForm ? isMobile : deviceOf(file).isMobile),
  // Playwright reads this pattern to find the fixtures that it needs.
  // oxlint-disable-next-line no-empty-pattern
  carriers: [async ({}, provide) => provide({}), { scope: 'worker' }],
  firstBell: [
    async ({ carriers }, provide) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-journeys-'));
      const settings = {
        OWNER_USERNAME: owner.username,
        OWNER_PASSWORD: owner.password,
        LOGIN_ATTEMPTS_PER_MINUTE: '1000',
        REGISTRATIONS_PER_HOUR: '10000',
        ...carriers,
      };
      const dataDir = path.join(folder, 'data');
      const server = await startServer(dataDir, settings, []);
      const callers: APIRequestContext[] = [];
      try {
        if (!server.output().includes('is ready')) throw new Error(`FirstBell did not start:\n${server.output()}`);
        const caller = async () => {
          const context = await request.newContext({ baseURL: server.url });
          callers.push(context);
          return { request: context };
        };
        const openOwner = async () => {
          const opened = await caller();
          await call(opened.request, login, { body: owner });
          return opened;
        };
        let sharedOwner: Promise<Caller> | null = null;
        const callingOwner = () => (sharedOwner ??= openOwner());
        await provide({ url: server.url, owner, dataDir, caller, callingOwner });
      } finally {
        for (const context of callers) await context.dispose();
        server.child.kill('SIGTERM');
        await server.exited;
        await rm(folder, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // This fixture is here and not next to its stories, because each set of fixtures gets its own workers, and starting
  // one takes 9 s of CPU time.
  district: [
    async ({ firstBell }, provide) => provide(await openDistrict(firstBell)),
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ firstBell }, provide) => provide(firstBell.url),
  // oxlint-disable-next-line no-empty-pattern
  refusals: ({}, provide) => provide(new Set()),
  expectRefusal: ({ refusals }, provide) => provide((refused) => void refusals.add(refused)),
  isFirstVisit: [false, { option: true }],
  kind: ({ viewport, serviceWorkers, contextOptions, isFirstVisit }, provide) =>
    provide(isFirstVisit || serviceWorkers === 'allow' ? null : JSON.stringify([viewport, contextOptions])),
  browsers: [
    async ({ browser, firstBell }, provide) => provide(new Browsers(browser, firstBell.url)),
    { scope: 'worker' },
  ],
  context: async ({ browsers, kind, refusals }, provide) => {
    const own = await browsers.take(kind);
    await provide(own.context);
    expect(complaintsOf(await browsers.giveBack(kind, own), refusals)).toEqual([]);
  },
  open: async ({ browsers, kind, refusals }, provide) => {
    const opened: OwnBrowser[] = [];
    await provide(async (address = '/') => {
      const own = await browsers.take(kind);
      opened.push(own);
      const page = await own.context.newPage();
      await page.goto(address);
      return page;
    });
    const complaints: Complaint[] = [];
    for (const own of opened) complaints.push(...(await browsers.giveBack(kind, own)));
    expect(complaintsOf(complaints, refusals)).toEqual([]);
  },
});

export { expect } from '@playwright/test';

function complaintsOf(complaints: readonly Complaint[], refusals: ReadonlySet<string>): string[] {
  const isExpected = ({ text, at }: Complaint) =>
    text.includes('Failed to load resource') &&
    [...refusals].some((refused) => URL.canParse(at) && new URL(at).pathname === refused);
  return complaints.filter((complaint) => !isExpected(complaint)).map(({ text, at }) => `${text} (${at})`);
}

/** Signs in with the form on this role's page and waits for the dashboard. */
export async function signIn(
  page: Page,
  role: 'teacher' | 'substitute' | 'school-admin' | 'overall-admin',
  username: string,
  password: string,
): Promise<void> {
  await page.goto(`/auth/${role}`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(`**/dashboard/${role}`);
}

/** Returns the role's links on this device: in the sidebar, or in the drawer, which this opens. */
export async function openNavigation(page: Page): Promise<Locator> {
  if ((page.viewportSize()?.width ?? 0) >= sidebarFrom) return page.getByRole('navigation', { name: 'Main' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  return page.getByRole('dialog', { name: 'Menu' }).getByRole('navigation', { name: 'Main' });
}

/** After its next load, the page receives no live events and shows the data that it last fetched. */
export async function makeDeaf(page: Page): Promise<void> {
  await page.addInitScript(() => void Reflect.deleteProperty(window, 'EventSource'));
}

/** Goes to a screen by its link. */
export async function goTo(page: Page, link: string): Promise<void> {
  const links = await openNavigation(page);
  await links.getByRole('link', { name: link }).click();
}

/** Returns the links of the navigation in order, none with a badge. */
export async function seeLinks(page: Page, names: readonly string[]): Promise<void> {
  const links = await openNavigation(page);
  await expect(links.getByRole('link')).toHaveText([...names]);
  const close = page.getByRole('button', { name: 'Close menu' });
  if (await close.isVisible()) await close.click();
}

/** Returns the badge of a navigation link. Returns null if it has none. */
export async function seeBadge(page: Page, link: string, count: number | null): Promise<void> {
  const links = await openNavigation(page);
  await expect(links.getByRole('link', { name: link })).toHaveText(count === null ? link : `${link}${count} waiting`);
  const close = page.getByRole('button', { name: 'Close menu' });
  if (await close.isVisible()) await close.click();
}

/** Returns the visible toast with this title. */
export async function seeToast(page: Page, title: string, text?: string | RegExp): Promise<void> {
  const toast = page.locator('[data-toast]');
  await expect(toast).toHaveCount(1);
  // On a crowded screen, a compact toast leaves out a title that says nothing without its sentence.
  const isLeftOut = text !== undefined && (title === 'Success' || title === 'Error');
  await expect(toast.getByText(title, { exact: true }).first()).toBeAttached();
  await expect(
    isLeftOut ? toast.getByText(text).first() : toast.getByText(title, { exact: true }).first(),
  ).toBeVisible();
  if (text !== undefined) await expect(toast).toContainText(text);
  // A toast that makes way for a control just then is missed, and waits while the pointer is on it. A person taps
  // again.
  await expect(async () => {
    if ((await toast.count()) > 0) await toast.getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast).toHaveCount(0, { timeout: 2000 });
  }).toPass();
}

/**
 * Counts taps and clicks on this page from now on, also on the screens it links to. The caller adds the two taps of a
 * native list.
 */
export async function countTaps(page: Page): Promise<() => Promise<number>> {
  const marked = () => Number(document.documentElement.dataset['taps'] ?? 0);
  await page.evaluate(() => {
    document.documentElement.dataset['taps'] = '0';
    const count = ({ isTrusted }: Event) =>
      (document.documentElement.dataset['taps'] = String(
        Number(document.documentElement.dataset['taps']) + Number(isTrusted),
      ));
    document.addEventListener('click', count, true);
  });
  return () => page.evaluate(marked);
}

/** Nothing overflows at 320 px, the minimum width of WCAG. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize({ width: 320, height: before.height });
  // The width isn't compared with innerWidth, because a phone zooms out if content is too wide. A dialog scrolls
  // separately, so it is checked, too.
  const wide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open], dialog[open] *')]
      .filter((element) => {
        // The content of a closed 'details' keeps its size from before the resize until it is opened.
        if (!element.checkVisibility()) return false;
        const { overflowX } = getComputedStyle(element);
        const shows = element === document.documentElement || overflowX === 'auto' || overflowX === 'scroll';
        return shows && element.scrollWidth > Math.min(320, element.clientWidth);
      })
      .map((element) => {
        const edge = element.getBoundingClientRect().left + element.clientWidth;
        const sticksOut = (inner: Element) => inner.getBoundingClientRect().right > edge;
        const culprits = [...element.querySelectorAll('*')].filter(
          (inner) => sticksOut(inner) && ![...inner.children].some(sticksOut),
        );
        return `${element.tagName} ${element.scrollWidth} px: ${element.className}, for ${culprits
          .slice(0, 3)
          .map((inner) => inner.outerHTML.slice(0, 200))
          .join(', ')}`;
      }),
  );
  expect(wide, `${page.url()} at 320 px`).toEqual([]);
  await page.setViewportSize(before);
}

/** The minified build has less than half the size, and each page that is checked parses it. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/**
 * Names contain the visible words (2.5.3). Axe skips this rule by default because it calls it experimental. A day of a
 * calendar shows its number and status, and its name has the year between them.
 */
const labelInName = { id: 'label-content-name-mismatch', selector: ':not([data-date])', tags: ['wcag21a'] };

/**
 * Returns the violations axe finds on this page. Heading order isn't a WCAG criterion, but it is how many people
 * navigate. Axe's own Playwright binding opens a page per analysis, which takes ten times as long.
 */
async function violationsIn(page: Page, runOnly: RunOnly, within: string | null): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axe);
    await page.evaluate(
      (rule) => (globalThis as unknown as { axe: { configure: typeof configure } }).axe.configure({ rules: [rule] }),
      labelInName,
    );
  }
  return page.evaluate(
    async ([only, selector]) => {
      const parts = selector === null ? [] : [...document.querySelectorAll<HTMLElement>(selector)];
      const { violations } = await (globalThis as unknown as { axe: { run: typeof run } }).axe.run(
        parts.at(-1) ?? document,
        {
          runOnly: only,
          rules: { 'heading-order': { enabled: true }, region: { enabled: true } },
          resultTypes: ['violations'],
          iframes: false,
        },
      );
      return violations;
    },
    [runOnly, within] as const,
  );
}

/**
 * Checks a state within a story with axe. If axe.spec.ts visits that screen anyway, only the long form checks it here.
 * A state that axe.spec.ts can't reach is checked in every run.
 */
export async function expectAccessible(
  page: Page,
  when: 'in every run' | 'in the long form' = 'in the long form',
): Promise<void> {
  if (isLongForm || when === 'in every run') await expectNoViolations(page, { alsoDark: isLongForm });
}

/**
 * Fails if axe finds a violation of WCAG 2.2 AA, in light and, on request, in dark mode. `within` limits the check to
 * the last element that matches this selector.
 */
export async function expectNoViolations(
  page: Page,
  { alsoDark, within = null }: { alsoDark: boolean; within?: string | null },
): Promise<void> {
  const schemes = alsoDark ? (['light', 'dark'] as const) : (['light'] as const);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    // Elements that are fading in have lower contrast.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(
          (animation) =>
            animation.playState !== 'running' || animation.effect?.getComputedTiming().iterations === Infinity,
        ),
    );
    // Names, roles and order are the same in both schemes. Only the colors differ.
    const violations = await violationsIn(
      page,
      colorScheme === 'light' ? { type: 'tag', values: wcag } : { type: 'rule', values: ['color-contrast'] },
      within,
    );
    const found = violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map((node) => `${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
    }));
    expect(found, `axe on ${page.url()} in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** A screen reader announces this: the text is in a live region of Chromium's accessibility tree. */
export async function expectAnnounced(page: Page, text: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await expect(async () => {
    const { nodes } = await client.send('Accessibility.getFullAXTree');
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const textOf = (node: (typeof nodes)[number]): string =>
      [String(node.name?.value ?? ''), ...(node.childIds ?? []).flatMap((id) => byId.get(id) ?? []).map(textOf)].join(
        ' ',
      );
    const live = nodes.filter(
      ({ ignored, properties = [] }) =>
        !ignored && properties.some(({ name, value }) => name === 'live' && value.value !== 'off'),
    );
    expect(live.map(textOf).join('\n')).toContain(text);
  }).toPass();
  await client.detach();
}
