import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '#server/db/embedded.ts';
import { openCast } from '#test/journeys/cast.ts';
import { expect, seeBadge, test as base } from '#test/journeys/fixture.ts';
import { startServer, urlOf } from '#test/server/processes.ts';

type Places = {
  /** One PostgreSQL, as settings for its servers. */
  shared: Record<string, string>;
  /** The address of another server on it, next to `firstBell`. */
  neighbor: string;
};

const test = base.extend<object, Places>({
  // Playwright wants the pattern to see what a fixture needs.
  shared: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-journeys-'));
      const database = await startEmbedded({ dataDir: path.join(folder, 'data'), durable: false });
      await provide({
        DATABASE_URL: urlOf(database.connection('server')),
        MIGRATION_DATABASE_URL: urlOf(database.connection('owner')),
      });
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  carriers: [async ({ shared }, provide) => provide(shared), { scope: 'worker' }],
  // The first server creates the first owner. Only then does the second start.
  neighbor: [
    async ({ shared, firstBell }, provide) => {
      const server = await startServer('unused', { ...shared, PUBLIC_URL: firstBell.url }, []);
      if (!server.output().includes('is ready'))
        throw new Error(`The second FirstBell did not start:\n${server.output()}`);
      await provide(server.url);
      server.child.kill('SIGTERM');
      await server.exited;
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test('changes on one server appear on screens of another without a reload', async ({ open, firstBell, neighbor }) => {
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
