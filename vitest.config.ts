import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import * as z from 'zod/mini';
import { findChromium, unoptimizedScripts } from './scripts/chromium.ts';
import { slowTests } from './scripts/testing/slow-tests.ts';
import { serveStage } from './web/testing/serve-stage.ts';

/**
 * The limit of a test in ms, after which it counts as hanging. A property with many runs must pass on a busy machine.
 */
const patience = 120_000;

const change = z.object({ file: z.string(), from: z.number(), to: z.number(), text: z.string() });

/** Changes a file in one place, for `npm test guards`, which checks that its tests notice. */
function mutant(): Plugin[] {
  const given = process.env['FIRSTBELL_MUTANT'];
  if (given === undefined) return [];
  const { file, from, to, text } = change.parse(JSON.parse(given));
  return [
    {
      name: 'mutant',
      enforce: 'pre',
      transform: (code, id) =>
        id.endsWith(`/${file}`) ? { code: code.slice(0, from) + text + code.slice(to), map: null } : null,
    },
  ];
}

/** Tests that take minutes and only run if they are named. */
const onRequest = 'test/guards/**/*.test.ts';

/** Tests that start their own servers and databases. */
const processes = ['server/db/embedded.test.ts', 'scripts/**/*.test.ts'];

/** `npm test` runs the slow files in a separate step, after the stories. */
const later = process.env['FIRSTBELL_TESTS'] === 'quick' ? slowTests : [];

/** These files take longest, so they start first: no worker is then left with one of them at the end. */
const longest = [
  ...slowTests,
  'test/server/matrix.test.ts',
  'server/db/migrate.test.ts',
  'server/features/vacancies/plans.test.ts',
];

/** Files that `npm test` names, because recent changes affect them. */
const first = (process.env['FIRSTBELL_FIRST'] ?? '').split(',').filter(Boolean);

/**
 * Rules run first, because they take a second, then the tests of recent changes, then the longest tests, then the rest.
 * The server's tests of recent changes come last of these, because its workers go on with the longest.
 */
class ChangedAndLongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification): [group: number, rank: number] => {
      const rank = first.findIndex((name) => moduleId.endsWith(`/${name}`));
      if (project.name === 'domain' || project.name === 'contract') return [0, rank === -1 ? first.length : rank];
      if (rank !== -1) return [project.name === 'server' ? 2 : 1, rank];
      const known = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
      return [3, known === -1 ? longest.length : known];
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own method
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => {
      const [[group, rank], [otherGroup, otherRank]] = [place(a), place(b)];
      return group - otherGroup || rank - otherRank;
    });
  }
}

/**
 * Every file of a worker runs in the same process, so its heap begins at a size where it is rarely collected. That
 * saves 5 % of the CPU time.
 */
const execArgv = ['--min-semi-space-size=64', '--max-semi-space-size=64', '--initial-heap-size=1024'];

/** Tests that drive the browser's own Back, Esc, reload and tabs. */
const inBrowser = 'web/**/*.browser.test.tsx';
const chromium = findChromium();

export default defineConfig({
  test: {
    // Three keep two processors busy. A fourth loads every module once more.
    maxWorkers: 3,
    sequence: { sequencer: ChangedAndLongestFirst },
    projects: [
      {
        plugins: mutant(),
        test: { name: 'domain', isolate: false, execArgv, include: ['domain/**/*.test.ts'], testTimeout: patience },
      },
      {
        test: { name: 'contract', isolate: false, execArgv, include: ['contract/**/*.test.ts'], testTimeout: patience },
      },
      {
        test: {
          name: 'web',
          isolate: false,
          execArgv,
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: [inBrowser],
          testTimeout: patience,
        },
      },
      {
        plugins: [serveStage()],
        // No file changes during a run, so a page doesn't load the same modules again for each of its 70 test files.
        server: { headers: { 'cache-control': 'max-age=3600' } },
        optimizeDeps: {
          include: [
            '@tanstack/react-query',
            'zod/mini',
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'uqr',
          ],
        },
        test: {
          name: 'browser',
          include: [inBrowser],
          testTimeout: 15_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                args: ['--no-sandbox', '--disable-gpu', unoptimizedScripts],
                ...(chromium ? { executablePath: chromium } : {}),
              },
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'server',
          isolate: false,
          execArgv,
          include: ['server/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...processes, onRequest, ...later],
          // One PostgreSQL for all, and a separate database for each file.
          globalSetup: './test/global-setup.ts',
          testTimeout: patience,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'guards',
          include: process.env['FIRSTBELL_GUARDS'] === '1' ? [onRequest] : [],
          globalSetup: './test/global-setup.ts',
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'processes',
          include: processes,
          exclude: [...later],
          testTimeout: patience,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
