import { defineConfig } from 'vitest/config';
import type { Plugin } from 'vite';
import * as z from 'zod/mini';

const quick = process.env['FIRSTBELL_QUICK'] === '1';

/** How long a test may take, in ms, before it hangs for good: a property of many runs on a busy machine is no failure. */
const patience = 120_000;

const change = z.object({ file: z.string(), from: z.number(), to: z.number(), text: z.string() });

/** A file changed at one place, for `npm test guards`: whether its tests notice. */
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

/** What takes minutes and is asked for by name. */
const onRequest = 'test/guards/**/*.test.ts';

/** Tests that start what they need by themselves. */
const processes = ['server/db/embedded.test.ts', 'scripts/**/*.test.ts'];

/**
 * What another PostgreSQL is not asked: tests of processes on the embedded one, of the demo, which is drawn rather than asked for,
 * and of what happens before or beside the database.
 */
const oursAlone = [
  'test/server/crash.test.ts',
  'test/server/process.test.ts',
  'test/server/drain.test.ts',
  'test/server/fuzz.test.ts',
  'server/demo/seed.test.ts',
  'server/notices/crash.test.ts',
  'server/features/accounts/guessing.test.ts',
];

export default defineConfig({
  test: {
    passWithNoTests: true,
    // Tests of processes wait more than they work: three keep two processors busy.
    maxWorkers: 3,
    projects: [
      { plugins: mutant(), test: { name: 'domain', include: ['domain/**/*.test.ts'], testTimeout: patience } },
      { test: { name: 'contract', include: ['contract/**/*.test.ts'], testTimeout: patience } },
      { test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], testTimeout: patience } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'test/**/*.test.ts'],
          // The quick check kills nothing for a minute.
          exclude: [
            ...processes,
            onRequest,
            ...(quick ? ['test/faults/faults.test.ts'] : []),
            ...(process.env['TEST_DATABASE_URL'] === undefined ? [] : oursAlone),
          ],
          // One PostgreSQL for all; a database of its own for each file.
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
          // The quick check leaves out what takes its time to kill and start PostgreSQL.
          exclude: quick ? ['server/db/embedded.test.ts'] : [],
          testTimeout: patience,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
