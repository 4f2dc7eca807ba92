import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request as pass } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { currentUser } from '#contract/session.ts';
import { updateUser } from '#contract/users.ts';
import { codeAt, stepOf } from '#server/security/totp.ts';
import { call } from '#test/journeys/calls.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test as base } from '#test/journeys/fixture.ts';

/** A proxy that speaks https with a certificate of its own and passes everything on, as one in front of a school's server does. */
async function openProxy(target: string): Promise<{ url: string; close(): void }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'firstbell-https-'));
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const files = ['-keyout', key, '-out', cert, '-subj', '/CN=localhost', '-days', '2'];
  const { status, stderr } = spawnSync('openssl', ['req', '-x509', '-nodes', ...curve, ...files]);
  if (status !== 0) throw new Error(`openssl made no certificate: ${String(stderr)}`);
  const server = createServer({ key: await readFile(key), cert: await readFile(cert) }, (request, response) => {
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
  await rm(folder, { recursive: true });
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A FirstBell whose people reach it over https. */
const test = base.extend<object, { https: { url: string } }>({
  // Playwright wants the pattern to see what a fixture needs.
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

test('behind https whoever answers for others sets up a second factor before anything else, and loses no recovery code over it', async ({
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
  const text = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(/\s/g, '');
  const bits = [...text]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  await page.getByLabel('Code that the app shows').fill(codeAt(secret, stepOf(new Date())));
  await page.getByRole('button', { name: 'Turn it on' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);

  // Meanwhile the page hears that the account has changed, and asks who it is now.
  const owner = await call(page.request, currentUser);
  const heard = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/user');
  await call(page.request, updateUser, { params: { id: String(owner.id) }, body: { fullName: 'Olive Owner' } });
  await heard;
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('heading', { name: 'Administrators' })).toBeVisible();
});
