import { once } from 'node:events';
import { request as pass } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import tlsOptions from 'smtp-server/lib/tls-options.js';
import { currentUser } from '#contract/session.ts';
import { updateUser } from '#contract/users.ts';
import { otpOf } from '#test/authenticator.ts';
import { call } from '#test/journeys/calls.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test as base } from '#test/journeys/fixture.ts';

/** Opens an https proxy, like the one in front of a school's server. */
async function openProxy(target: string): Promise<{ url: string; close(): void }> {
  // The library of the mail catcher includes a certificate for localhost. Not every machine has openssl to create one.
  const { key, cert } = tlsOptions({});
  const server = createServer({ key, cert }, (request, response) => {
    const { method, headers, url } = request;
    const onward = pass(target + (url ?? '/'), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A FirstBell that people reach over https. */
const test = base.extend<object, { https: { url: string } }>({
  // Playwright reads this pattern to find the fixtures that it needs.
  // oxlint-disable-next-line no-empty-pattern
  carriers: [async ({}, provide) => provide({ PUBLIC_URL: 'https://first.example' }), { scope: 'worker' }],
  https: [
    async ({ firstBell }, provide) => {
      const proxy = await openProxy(firstBell.url);
      await provide(proxy);
      proxy.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ https }, provide) => provide(https.url),
  ignoreHTTPSErrors: true,
});

test('behind https administrators set up a second factor first, and keep their recovery codes', async ({
  page,
  firstBell,
  context,
}) => {
  await page.goto('/auth/overall-admin');
  await page.getByLabel('Username').fill(firstBell.owner.username);
  await page.getByLabel('Password', { exact: true }).fill(firstBell.owner.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await page.goto('/dashboard/overall-admin/administrators');
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  const cookies = await context.cookies();
  expect(new Map(cookies.map(({ name, secure, httpOnly }) => [name, secure && httpOnly]))).toEqual(
    new Map([
      ['__Host-firstbell', true],
      ['__Host-firstbell-device', true],
    ]),
  );
  expect((await page.request.get('/api/users')).status()).toBe(403);
  await expectAccessible(page, 'in every run');
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Set it up' }).click();
  const secret = await page.getByRole('dialog').locator('code').innerText();
  await page.getByLabel('Code that the app shows').fill(otpOf(secret, new Date()));
  await page.getByRole('button', { name: 'Turn it on' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);

  // Meanwhile the page receives an account event and refetches the session.
  const owner = await call(page.request, currentUser);
  const heard = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/user');
  await call(page.request, updateUser, { params: { id: String(owner.id) }, body: { fullName: 'Olive Owner' } });
  await heard;
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(page.getByRole('heading', { name: 'Administrators' })).toBeVisible();
});
