import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';

const chromium = findChromium();

export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results',
  workers: 2,
  forbidOnly: !!process.env['CI'],
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    // What cannot be done by then cannot be done: the test says so instead of waiting for its own end.
    actionTimeout: 15_000,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    video: 'off',
    // A screen shows the school's time and US dates, whatever the browser's own zone is.
    locale: 'en-US',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      // The system's Chromium, in a container as root, without a word to its maker.
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
  projects: [
    { name: 'phone', use: { browserName: 'chromium', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } },
    { name: 'desktop', use: { browserName: 'chromium', viewport: { width: 1280, height: 900 } } },
  ],
});
