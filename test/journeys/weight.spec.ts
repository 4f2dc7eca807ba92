import { updateSchool } from '#contract/schools.ts';
import { call } from '#test/journeys/calls.ts';
import type { Page } from '@playwright/test';
import { openCast } from '#test/journeys/cast.ts';
import { expect, makeDeaf, test, type FirstBell, type Open } from '#test/journeys/fixture.ts';
import { openOwner } from '#test/journeys/people.ts';

test.use({ isFirstVisit: true });

type Load = { requests: number; total: number; code: number };

/**
 * Returns the browser's counts, headers included, from an empty cache until the page is idle. The units are requests
 * and bytes.
 */
async function loadOf(page: Page, address: string): Promise<Load> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const asked = new Map<string, { isCode: boolean; bytes: number }>();
  client.on('Network.requestWillBeSent', ({ requestId, type = 'Other', request }) => {
    // Only a Chromium with tabs loads their icon. The headless shell has none.
    if (new URL(request.url).pathname.startsWith('/assets/icon-')) return;
    asked.set(requestId, { isCode: type === 'Script' || type === 'Stylesheet', bytes: 0 });
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = asked.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await client.detach();
  const all = [...asked.values()];
  const sum = (ones: typeof all) => ones.reduce((bytes, one) => bytes + one.bytes, 0);
  return { requests: all.length, total: sum(all), code: sum(all.filter((one) => one.isCode)) };
}

/** Returns a school with its people, and a page of each role by the segment of its home. */
async function openHomes(open: Open, firstBell: FirstBell) {
  const cast = await openCast(open, firstBell, ['admin', 'teacher', 'substitute']);
  const homes: Readonly<Record<string, Page>> = {
    substitute: cast.substitute,
    teacher: cast.teacher,
    'school-admin': cast.admin,
    'overall-admin': await openOwner(open, firstBell),
  };
  return { cast, homes };
}

test('the sign-in page and each home stay within their limits of bytes and requests', async ({ open, firstBell }) => {
  const visitor = await open('about:blank');
  // The app is prefetched as soon as a pointer or focus enters the page, which a new window may cause.
  await visitor.addInitScript(() => {
    for (const type of ['pointerover', 'focusin'])
      addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
  });
  const signIn = await loadOf(visitor, '/auth/substitute');
  expect.soft(signIn.requests).toBeLessThanOrEqual(9);
  expect.soft(signIn.total).toBeLessThanOrEqual(88_000);
  const { cast, homes } = await openHomes(open, firstBell);
  // The questions for new schools aren't counted, either.
  await call(cast.admin.request, updateSchool, { params: { id: String(cast.school.id) }, body: { showReason: true } });
  for (const [role, page] of Object.entries(homes)) {
    // A newcomer's guide loads more. This counts every other morning.
    await page.addInitScript(() => localStorage.setItem('firstbell-guide', ''));
    // This leaves out data that the event stream repeats. The stream's request is counted below.
    await makeDeaf(page);
    const home = await loadOf(page, `/dashboard/${role}`);
    test.info().annotations.push({ type: role, description: JSON.stringify(home) });
    expect.soft(home.requests + 1, role).toBeLessThanOrEqual(28);
    expect.soft(home.code, role).toBeLessThanOrEqual(165_000);
  }
});

test('a home appears together with the frame around it, however late its file comes', async ({ open, firstBell }) => {
  const { homes } = await openHomes(open, firstBell);
  for (const [role, page] of Object.entries(homes)) {
    await page.addInitScript(() => {
      const watch = new MutationObserver(() => {
        if (document.querySelector('footer') === null) return;
        document.documentElement.dataset['first'] = document.querySelector('main h1') === null ? 'frame' : 'home';
        watch.disconnect();
      });
      watch.observe(document, { childList: true, subtree: true });
    });
    await page.route(new RegExp(`/assets/home-${role}-(?!shared)`), async (route) => {
      // By then, everything else is there, and the page has rendered what it can.
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => /\/user\?/.test(name)),
      );
      for (let time = 0; time < 5; time += 1)
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      await route.continue();
    });
    await page.goto(`/dashboard/${role}`);
    await expect(page.locator('html'), role).toHaveAttribute('data-first', 'home');
  }
});

test('the guide on each new person’s home fills the space that is reserved for it', async ({ open, firstBell }) => {
  const { homes } = await openHomes(open, firstBell);
  for (const [role, page] of Object.entries(homes)) {
    await page.goto(`/dashboard/${role}`);
    const guide = page.getByRole('region', { name: 'Getting started' });
    await expect(guide).toBeVisible();
    /** Returns the space above and below the steps. */
    const spaces = () =>
      guide.evaluate((card) => {
        const steps = [...card.querySelectorAll('li')].map((step) => step.getBoundingClientRect());
        return [
          Math.min(...steps.map(({ top }) => top)) - (card.querySelector('p')?.getBoundingClientRect().bottom ?? 0),
          card.getBoundingClientRect().bottom - Math.max(...steps.map(({ bottom }) => bottom)),
        ] as const;
      });
    // Its padding is 16 px.
    expect.soft((await spaces())[1], role).toBeLessThan(24);
    // On a tablet, where the texts of one role are shorter than another's, the steps are in the middle.
    await page.setViewportSize({ width: 768, height: 1024 });
    const [above, below] = await spaces();
    expect.soft(below - above, `${role} on a tablet`).toBeLessThan(12);
  }
});
