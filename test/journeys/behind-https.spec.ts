import { currentUser } from '#contract/session.ts';
import { updateUser } from '#contract/users.ts';
import { codeAt, stepOf } from '#server/security/totp.ts';
import { call } from '#test/journeys/calls.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test as base } from '#test/journeys/fixture.ts';

/** A FirstBell whose people reach it over https. A browser takes `localhost` for as safe as that, so no proxy stands before it. */
const test = base.extend<object, object>({
  // Playwright wants the pattern to see what a fixture needs.
  // oxlint-disable-next-line no-empty-pattern
  carriers: [async ({}, provide) => provide({ PUBLIC_URL: 'https://first.example' }), { scope: 'worker' }],
  baseURL: ({ firstBell }, provide) => provide(firstBell.url.replace('127.0.0.1', 'localhost')),
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
