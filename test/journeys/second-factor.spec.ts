import type { Page } from '@playwright/test';
import { currentUser } from '#contract/session.ts';
import { otpOf } from '#test/authenticator.ts';
import { call } from '#test/journeys/calls.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, seeToast, test } from '#test/journeys/fixture.ts';
import { addSchool, approve, join, openOwner, password, unique } from '#test/journeys/people.ts';

/** Returns the code that an authenticator app shows for the secret on the page. */
async function appOf(page: Page): Promise<(away?: number) => string> {
  const secret = await page.locator('code').innerText();
  return (away = 0) => otpOf(secret, new Date(), away);
}

test('a school admin sets up a second factor, signs in with it, loses the phone, and has it reset', async ({
  page,
  open,
  firstBell,
  expectRefusal,
}) => {
  test.slow();
  for (const path of ['/api/login', '/api/user/second-factor/finish', '/api/user/second-factor/end'])
    expectRefusal(path);
  const owner = await openOwner(open, firstBell);
  const school = await addSchool(owner, `Aspen Ridge ${unique()}`);
  const { id, username } = await join(page, { role: 'school_admin', fullName: 'Beth Example', schoolId: school.id });
  await approve(owner, id);
  let codes: string[] = [];
  let app = (_away?: number) => '';

  await test.step('the dashboard suggests it, and it is set up in one dialog', async () => {
    await page.goto('/dashboard/school-admin');
    // While the guide is visible, this is one of its steps.
    await page.getByRole('button', { name: 'Hide the guide' }).click();
    await page.reload();
    await expect(page.getByText('Protect your account with a second factor')).toBeVisible();
    // If someone hides it for a week, it returns afterward.
    await page.getByRole('button', { name: 'Remind me later' }).click();
    await expect(page.getByText('Protect your account with a second factor')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expect(page.getByText('Protect your account with a second factor')).toHaveCount(0);
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage).filter((each) => each.includes('put-off')))
        localStorage.setItem(key, String(Number(localStorage.getItem(key)) - 8 * 86_400_000));
    });
    await page.reload();
    await page.getByRole('button', { name: 'Set it up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up your second factor' });
    await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
    await expectAccessible(page, 'in every run');
    await expectNoSidewaysScroll(page);
    await dialog.getByLabel('Code that the app shows').fill('000000');
    await dialog.getByRole('button', { name: 'Turn it on' }).click();
    await expect(dialog.getByLabel('Code that the app shows')).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByLabel('Code that the app shows')).toHaveValue('000000');
    app = await appOf(page);
    // The current code: the server still accepts it if its 30 seconds end meanwhile.
    await dialog.getByLabel('Code that the app shows').fill(app());
    await dialog.getByRole('button', { name: 'Turn it on' }).click();
    const kept = page.getByRole('dialog', { name: 'Your recovery codes' });
    // The server hashes them one by one, which takes seconds on a busy machine.
    await expect(kept.getByRole('listitem')).toHaveCount(10, { timeout: 30_000 });
    codes = await kept.getByRole('listitem').allInnerTexts();
    await expectAccessible(page, 'in every run');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      kept.getByRole('link', { name: 'Download codes' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('firstbell-recovery-codes.txt');
    await kept.getByRole('button', { name: 'I’ve saved them' }).click();
    await expect(page.getByText('Protect your account with a second factor')).toHaveCount(0);
  });

  const phone = await open('/auth/school-admin');
  await test.step('signing in asks for the code, and keeps typed text if it is refused', async () => {
    await phone.getByLabel('Username').fill(username);
    await phone.getByLabel('Password', { exact: true }).fill(password);
    await phone.getByRole('button', { name: 'Login', exact: true }).click();
    const code = phone.getByLabel('Code', { exact: true });
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expectAccessible(phone, 'in every run');
    await code.fill('123456');
    await phone.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(phone.getByText('This code is wrong or was already used.').first()).toBeVisible();
    await expect(code).toHaveValue('123456');
    // The next code, as from an app whose clock is up to 30 seconds ahead: a used code is refused.
    await code.fill(app(1));
    await phone.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(phone).toHaveURL('/dashboard/school-admin');
  });

  const borrowed = await open('/auth/school-admin');
  await test.step('a recovery code works once', async () => {
    await borrowed.getByLabel('Username').fill(username);
    await borrowed.getByLabel('Password', { exact: true }).fill(password);
    await borrowed.getByRole('button', { name: 'Login', exact: true }).click();
    await borrowed.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await borrowed.getByLabel('Recovery Code').fill(codes[0] ?? '');
    await borrowed.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(borrowed).toHaveURL('/dashboard/school-admin');
    await borrowed.goto('/dashboard/school-admin/profile?part=security');
    await expect(borrowed.getByText('9 of your recovery codes are left.')).toBeVisible();
    await expectAccessible(borrowed);
  });

  await test.step('turning it off requires password and code', async () => {
    await borrowed.getByRole('button', { name: 'Turn off second factor' }).click();
    const dialog = borrowed.getByRole('dialog', { name: 'Turn off your second factor' });
    await dialog.getByLabel('Code', { exact: true }).fill(app());
    await dialog.getByLabel('Password', { exact: true }).fill('not-this-one');
    await dialog.getByRole('button', { name: 'Turn it off' }).click();
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(borrowed);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('the platform owner resets it, and every session ends', async () => {
    await owner.goto('/dashboard/overall-admin/administrators');
    await owner.getByRole('searchbox').fill(username);
    await owner.getByRole('button', { name: 'Reset second factor of Beth Example' }).click();
    await owner.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
    await seeToast(owner, 'Second factor has been reset.');
    await expect(owner.getByRole('button', { name: 'Reset second factor of Beth Example' })).toHaveCount(0);
    expect((await phone.request.get('/api/user')).status()).toBe(401);
    await borrowed.request.post('/api/login', { data: { username, password } });
    expect(await call(borrowed.request, currentUser)).toMatchObject({ secondFactor: 'asked' });
  });
});
