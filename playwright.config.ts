import { defineConfig } from '@playwright/test';
import { findChromium, unoptimizedScripts } from './scripts/chromium.ts';
import { desktop, isLongForm, phone } from './test/journeys/widths.ts';

const chromium = findChromium();

/** Stories about a FirstBell with its own settings. */
const ownSettings = ['behind-https', 'notices', 'push'].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results',
  // Stories spend much of their time waiting. With three, two processors are idle for a fifth of it.
  workers: 4,
  forbidOnly: !!process.env['CI'],
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    // An action that takes longer fails here, with a better message than the test's own timeout.
    actionTimeout: 15_000,
    // Recording every step costs time in every story; FIRSTBELL_TRACE=1 records those that fail.
    trace: process.env['FIRSTBELL_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    video: 'off',
    // Routes that a story intercepts don't pass a service worker. Stories about it allow it.
    serviceWorkers: 'block',
    // A screen shows the school's time and US dates, in any time zone of the browser.
    locale: 'en-US',
    // A click waits until its target stops moving. Without motion, stories take three quarters of the time.
    // `_first/story` keeps motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      // The system's Chromium, in a container as root, without calls home.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // One process for all tabs of a person (test/journeys/browsers.ts).
        '--process-per-site',
        unoptimizedScripts,
      ],
    },
  },
  projects: isLongForm
    ? [
        { name: 'phone', use: { browserName: 'chromium', ...phone } },
        { name: 'desktop', use: { browserName: 'chromium', ...desktop } },
      ]
    : // A worker serves one project and one set of fixtures, and starting it costs seconds: so one project has all
      // widths. Its files run in the order of their paths. _first/ visits every screen, so failures show in the first
      // minutes.
      [
        // One worker, so that its stories share a server, and first, so that other workers aren't left without work at
        // the end.
        { name: 'settings', testMatch: ownSettings, workers: 1 },
        { name: 'stories', testIgnore: ownSettings },
      ],
});
