import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, expect, type Locator, type Page, test as base } from '@playwright/test';
import { startServer } from '#test/server/processes.ts';

/** A running FirstBell, built web and all, on a database of its own. */
export type FirstBell = { url: string; owner: { username: string; password: string } };

/** Opens a page in a browser of its own: somebody else at another machine. */
export type Open = (address?: string) => Promise<Page>;

type ForTest = {
  open: Open;
  /** Names a call that this test expects to be refused; the browser's own line about it is then no error. */
  expectRefusal: (path: string) => void;
};

/** From this width on, in px, the links stand in a sidebar. */
const sidebarFrom = 1024;

const owner = { username: 'owner', password: 'the-district-opens-at-7' };

export const test = base.extend<ForTest & { refusals: Set<string> }, { firstBell: FirstBell }>({
  firstBell: [
    // Playwright wants the pattern to see what a fixture needs.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-journeys-'));
      const settings = { OWNER_USERNAME: owner.username, OWNER_PASSWORD: owner.password, LOGIN_ATTEMPTS_PER_MINUTE: '1000', REGISTRATIONS_PER_HOUR: '10000' };
      const server = await startServer(path.join(folder, 'data'), settings, []);
      try {
        if (!server.output().includes('is ready')) throw new Error(`FirstBell did not start:\n${server.output()}`);
        await provide({ url: server.url, owner });
      } finally {
        server.child.kill('SIGTERM');
        await server.exited;
        await rm(folder, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ firstBell }, provide) => provide(firstBell.url),
  // oxlint-disable-next-line no-empty-pattern
  refusals: ({}, provide) => provide(new Set()),
  expectRefusal: ({ refusals }, provide) => provide((refused) => void refusals.add(refused)),
  context: async ({ context, refusals }, provide) => {
    const complaints = await watch(context);
    await provide(context);
    expect(complaintsOf(complaints, refusals)).toEqual([]);
  },
  open: async ({ browser, refusals }, provide) => {
    const opened: { context: BrowserContext; complaints: Complaint[] }[] = [];
    await provide(async (address = '/') => {
      const context = await browser.newContext();
      opened.push({ context, complaints: await watch(context) });
      const page = await context.newPage();
      await page.goto(address);
      return page;
    });
    for (const { context } of opened) await context.close();
    expect(opened.flatMap(({ complaints }) => complaintsOf(complaints, refusals))).toEqual([]);
  },
});

export { expect } from '@playwright/test';

type Complaint = { text: string; at: string };

/** Listens to everything that a browser complains of: errors, broken promises, and what the content-security policy stopped. */
async function watch(context: BrowserContext): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push({ text: `${message.type()}: ${message.text()}`, at: message.location().url });
  });
  context.on('weberror', (error) => complaints.push({ text: `thrown: ${error.error().message}`, at: error.page()?.url() ?? '' }));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => console.error(`policy stopped ${event.violatedDirective}: ${event.blockedURI}`));
  });
  return complaints;
}

function complaintsOf(complaints: readonly Complaint[], refusals: ReadonlySet<string>): string[] {
  const isExpected = ({ text, at }: Complaint) => text.includes('Failed to load resource') && [...refusals].some((refused) => URL.canParse(at) && new URL(at).pathname === refused);
  return complaints.filter((complaint) => !isExpected(complaint)).map(({ text, at }) => `${text} (${at})`);
}

/** Signs in by the form of this role's page and waits for the dashboard. */
export async function signIn(page: Page, role: 'teacher' | 'substitute' | 'school-admin' | 'overall-admin', username: string, password: string): Promise<void> {
  await page.goto(`/auth/${role}`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(`**/dashboard/${role}`);
}

/** The links of the role, as the device at hand offers them: in the sidebar, or in the drawer, which this opens. */
async function openNavigation(page: Page): Promise<Locator> {
  if ((page.viewportSize()?.width ?? 0) >= sidebarFrom) return page.getByRole('navigation', { name: 'Main' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  return page.getByRole('dialog', { name: 'Menu' }).getByRole('navigation', { name: 'Main' });
}

/** Goes to a screen by its link. */
export async function goTo(page: Page, link: string): Promise<void> {
  const links = await openNavigation(page);
  await links.getByRole('link', { name: link }).click();
}

/** How many wait behind a link of the navigation; null: it has no badge. */
export async function seeBadge(page: Page, link: string, count: number | null): Promise<void> {
  const links = await openNavigation(page);
  await expect(links.getByRole('link', { name: link })).toHaveText(count === null ? link : `${link}${count} waiting`);
  const close = page.getByRole('button', { name: 'Close menu' });
  if (await close.isVisible()) await close.click();
}

/** The toast that stands, with this title; its words can be asked of it. */
export async function seeToast(page: Page, title: string, text?: string | RegExp): Promise<void> {
  const toast = page.locator('[data-toast]');
  await expect(toast).toHaveCount(1);
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  if (text !== undefined) await expect(toast).toContainText(text);
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toHaveCount(0);
}

/** Fails where axe finds anything against WCAG 2.2 AA, in light or in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // What is still fading in has half of its contrast.
    await page.waitForFunction(() =>
      document.getAnimations().every((animation) => animation.playState !== 'running' || animation.effect?.getComputedTiming().iterations === Infinity),
    );
    const axe = new AxeBuilder({ page });
    // Names, roles and order are the same in both schemes; only the colours differ.
    const asked = colorScheme === 'light' ? axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']) : axe.withRules(['color-contrast']);
    const { violations } = await asked.analyze();
    const found = violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => `${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`) }));
    expect(found, `axe on ${page.url()} in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
