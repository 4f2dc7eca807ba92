import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';

const chromium = findChromium();

// What the network does to a form, what counts behind the screens, what comes by mail and what changes live is the same at every
// width: once is enough. So is the walk of axe through every state; on the desktop the stories of the screens ask it, too.
// What a teacher or a substitute does is told on a phone, what an administrator does in the office on a wide screen; how every
// screen looks at the other width, axe's walk and the gallery see. With FIRSTBELL_STORIES=all everything runs at both.
const onPhones = [
  'axe',
  'bad-luck',
  'badges',
  'behind-https',
  'blocked',
  'feel',
  'house-rules',
  'invitations',
  'legal',
  'live',
  'notices',
  'own-data',
  'payloads',
  'push',
  'records',
  'second-factor',
  'steady',
  'two-processes',
  'absence-form',
  'availability',
  'profile',
  'substitute',
  'teacher',
];
const onDesktops = ['keyboard', 'manage-people', 'manage-school', 'owner', 'reports'];
/** Leaves these stories out, unless everything is asked for. */
const without = (names: readonly string[]) =>
  process.env['FIRSTBELL_STORIES'] === 'all' ? {} : { testIgnore: names.map((name) => `**/${name}.spec.ts`) };

export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results',
  // Stories wait more than they work: three keep two processors busy.
  workers: 3,
  forbidOnly: !!process.env['CI'],
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    // What cannot be done by then cannot be done: the test says so instead of waiting for its own end.
    actionTimeout: 15_000,
    // Recording every step costs time in every story; FIRSTBELL_TRACE=1 records those that fail.
    trace: process.env['FIRSTBELL_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    video: 'off',
    // A screen shows the school's time and US dates, whatever the browser's own zone is.
    locale: 'en-US',
    // A click waits until what it is for stands still: without motion stories take three quarters of the time. The great story keeps it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      // The system's Chromium, in a container as root, without a word to its maker.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'phone',
      ...without(onDesktops),
      use: { browserName: 'chromium', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', ...without(onPhones), use: { browserName: 'chromium', viewport: { width: 1280, height: 900 } } },
  ],
});
