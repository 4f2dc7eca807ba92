import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, seeToast, test } from '#test/journeys/fixture.ts';
import { join, password } from '#test/journeys/people.ts';
import { unzip } from '#test/zip.ts';

test('a person downloads all their data to their phone after entering the password again', async ({
  page,
  expectRefusal,
}) => {
  await join(page, { role: 'substitute', fullName: 'Tom Example', schoolId: null });
  await page.goto('/dashboard/substitute/profile?part=account');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download my data' });
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expect(dialog.getByText('Enter your password.').first()).toBeVisible();
  await expectAccessible(page, 'in every run');

  expectRefusal('/api/user/export');
  await dialog.getByLabel('Password', { exact: true }).fill('not-my-password');
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expect(dialog.getByText("This isn't your password.").first()).toBeVisible();

  await dialog.getByLabel('Password', { exact: true }).fill(password);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  await seeToast(page, 'Your data is on this device', /firstbell-data-.*zip/);
  await expect(dialog).toHaveCount(0);
  const files = unzip(await readFile(await download.path()));
  expect(String(files.get('profile.json'))).toContain('"fullName": "Tom Example"');
});
