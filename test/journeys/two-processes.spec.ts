import { findEmbedded } from '#server/db/embedded.ts';
import { openCast } from '#test/journeys/cast.ts';
import { expect, seeBadge, test as base } from '#test/journeys/fixture.ts';
import { startServer, urlOf } from '#test/server/processes.ts';

/**
 * Another server on the database of `firstBell`. Its lifetime is the story's, so the story doesn't need a separate
 * worker.
 */
const test = base.extend<{ neighbor: string }>({
  neighbor: async ({ firstBell }, provide) => {
    const connection = findEmbedded(firstBell.dataDir);
    if (connection === null) throw new Error('The database of the first FirstBell is not running.');
    const server = await startServer(
      'unused',
      {
        DATABASE_URL: urlOf(connection('server')),
        MIGRATION_DATABASE_URL: urlOf(connection('owner')),
        PUBLIC_URL: firstBell.url,
      },
      [],
    );
    try {
      if (!server.output().includes('is ready'))
        throw new Error(`The second FirstBell did not start:\n${server.output()}`);
      await provide(server.url);
    } finally {
      server.child.kill('SIGTERM');
      await server.exited;
    }
  },
});

// `neighbor` comes first, so it stops last, after the pages that are connected to it are closed.
test('changes on one server appear on screens of another without a reload', async ({ neighbor, open, firstBell }) => {
  const cast = await openCast(open, firstBell, ['admin', 'teacher', 'substitute']);
  const { substitute, teacher, admin } = cast;
  // The same session on the other server: cookies ignore ports.
  await substitute.goto(`${neighbor}/dashboard/substitute/available-vacancies`);
  await teacher.goto('/dashboard/teacher/my-vacancies');
  await admin.goto(`${neighbor}/dashboard/school-admin`);
  await seeBadge(admin, 'Open Vacancies', null);
  for (const page of [substitute, teacher, admin])
    await page.evaluate(() => document.documentElement.setAttribute('data-stayed', ''));

  await cast.post({ title: 'Seen next door' });
  await expect(substitute.getByRole('article', { name: 'Seen next door' })).toBeVisible();
  await seeBadge(admin, 'Open Vacancies', 1);

  await substitute.getByRole('button', { name: 'Request to Accept' }).click();
  await substitute
    .getByRole('dialog', { name: 'Request Assignment' })
    .getByRole('button', { name: 'Request Position' })
    .click();
  await teacher.getByRole('tab', { name: 'Pending Requests 1' }).click();
  await expect(teacher.getByRole('article', { name: 'Seen next door' }).getByText('Tom Example').first()).toBeVisible();
  for (const page of [substitute, teacher, admin]) await expect(page.locator('html[data-stayed]')).toHaveCount(1);
  expect([new URL(substitute.url()).origin, new URL(teacher.url()).origin]).toEqual([neighbor, firstBell.url]);
});
