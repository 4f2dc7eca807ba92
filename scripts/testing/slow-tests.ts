/**
 * Test files that start and kill processes, repeat a race, or fill a large database. `npm test` runs them after the
 * stories, so that a broken statement or screen shows in the first minutes. Longest first, so that no worker is left
 * with one at the end.
 */
export const slowTests: readonly string[] = [
  'test/faults/faults.test.ts',
  'test/server/process.test.ts',
  'server/notifications/crash.test.ts',
  'server/backup/backup.test.ts',
  'server/db/embedded.test.ts',
  'test/server/fuzz.test.ts',
  'test/server/killed-waves.test.ts',
  'server/demo/seed.test.ts',
  'test/server/crash.test.ts',
  'test/server/drain.test.ts',
  'test/server/killed-jobs.test.ts',
  'test/server/public-race.test.ts',
  'test/server/large-school.test.ts',
];
