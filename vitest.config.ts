import { defineConfig } from 'vitest/config';

const quick = process.env['FIRSTBELL_QUICK'] === '1';

/** Tests that start what they need by themselves. */
const processes = ['server/db/embedded.test.ts', 'scripts/**/*.test.ts'];

export default defineConfig({
  test: {
    passWithNoTests: true,
    maxWorkers: 2,
    projects: [
      { test: { name: 'domain', include: ['domain/**/*.test.ts'] } },
      { test: { name: 'contract', include: ['contract/**/*.test.ts'] } },
      { test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'] } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: processes,
          // One PostgreSQL for all; a database of its own for each file.
          globalSetup: './test/global-setup.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'processes',
          include: processes,
          // The quick check leaves out what takes its time to kill and start PostgreSQL.
          exclude: quick ? ['server/db/embedded.test.ts'] : [],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
