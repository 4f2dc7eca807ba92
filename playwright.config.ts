import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';

const chromium = findChromium();

// The default run tells most stories at one width. FIRSTBELL_STORIES=all, the long form, tells all of them at both.
// Network failures, mails, live changes and axe's walk are the same at every width, and teachers, substitutes and visitors
// use a phone: their stories run there.
const onPhones = [
  'absence-form',
  'availability',
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
  'profile',
  'public',
  'push',
  'records',
  'second-factor',
  'steady',
  'substitute',
  'teacher',
  'two-processes',
];
// Administrators work in an office, on a wide screen.
const onDesktops = ['approvals', 'keyboard', 'manage-people', 'manage-school', 'open-vacancies', 'owner', 'reports'];
/** The files of the stories that belong to the other width; none in the long form. */
const otherWidth = (names: readonly string[]) =>
  process.env['FIRSTBELL_STORIES'] === 'all' ? [] : names.map((name) => `**/${name}.spec.ts`);

const phone = {
  browserName: 'chromium',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} as const;
const desktop = { browserName: 'chromium', viewport: { width: 1280, height: 900 } } as const;

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
    // The great story crosses everything, so it runs first: what is broken shows in the first minute.
    { name: 'story', testMatch: '**/story.spec.ts', use: phone },
    { name: 'phone', testIgnore: ['**/story.spec.ts', ...otherWidth(onDesktops)], use: phone },
    { name: 'desktop', testIgnore: otherWidth(onPhones), use: desktop },
  ],
});
