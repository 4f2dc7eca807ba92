import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '#test/journeys/fixture.ts';
import { startServer } from '#test/server/processes.ts';

test('with blocked access, a new substitute sees the pending page at every address, and can sign out', async ({
  browser,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-blocked-'));
  const password = 'the-district-opens-at-7';
  const server = await startServer(
    path.join(folder, 'data'),
    { OWNER_PASSWORD: password, PENDING_SUBSTITUTE_ACCESS: 'blocked' },
    [],
  );
  try {
    const owner = await browser.newContext({ baseURL: server.url });
    await owner.request.post('/api/login', { data: { username: 'owner', password } });
    const made = await owner.request.post('/api/schools', {
      data: {
        name: 'Blocked Elementary',
        address: '1 Elm Street',
        city: 'Duluth',
        state: 'Minnesota',
        zipCode: '55802',
        phone: '(218) 555-0100',
      },
    });
    expect(made.status()).toBe(201);
    const { id } = (await made.json()) as { id: number };
    const context = await browser.newContext({ baseURL: server.url });
    const form = {
      username: 'nora_blocked',
      password: 'orchard-violin-7',
      confirmPassword: 'orchard-violin-7',
      role: 'substitute',
      fullName: 'Nora Feldman',
      schoolId: id,
      email: 'nora@example.org',
    };
    expect((await context.request.post('/api/register', { data: form })).status()).toBe(201);
    const page = await context.newPage();
    for (const address of [
      '/dashboard/substitute',
      '/dashboard/substitute/available-vacancies',
      '/dashboard/substitute/profile',
    ]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: /^(Access|Approval) Pending$/ })).toBeVisible();
      await expect(page.getByText('Nora Feldman')).toBeVisible();
      await expect(page.getByRole('navigation')).toHaveCount(0);
    }
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/');
    await owner.close();
    await context.close();
  } finally {
    server.child.kill('SIGTERM');
    await server.exited;
    await rm(folder, { recursive: true, force: true });
  }
});
