import type { Page } from '@playwright/test';
import { openCast } from '#test/journeys/cast.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, seeToast, test } from '#test/journeys/fixture.ts';

const markup = '<b>bold</b> <img src=x onerror="document.title=1">';

/** Follows a link that opens in a new tab. */
async function follow(page: Page, name: string): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page
    .getByRole('link', { name: `${name} (opens in a new tab)` })
    .last()
    .click();
  const opened = await opening;
  await opened.waitForLoadState();
  return opened;
}

test('anyone can read the legal texts from every public page', async ({ page, expectRefusal }) => {
  expectRefusal('/nowhere');
  for (const [address, title] of [
    ['/privacy', 'Privacy'],
    ['/terms', 'Terms'],
  ] as const) {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('Reply STOP to end them').first()).toBeVisible();
    await expect(page.getByText(/^Last changed /)).toBeVisible();
    await expectAccessible(page, 'in every run');
    await expectNoSidewaysScroll(page);
  }
  for (const address of ['/', '/auth/substitute', '/template-test', '/nowhere']) {
    await page.goto(address);
    const links = page.getByRole('contentinfo').getByRole('link');
    await expect(links).toHaveText([/^Terms/, /^Privacy/]);
  }
});

test('a school replaces the legal texts: its people and people who register there read its own', async ({
  open,
  firstBell,
}) => {
  const cast = await openCast(open, firstBell, ['admin', 'teacher']);
  const { admin, teacher } = cast;

  await test.step('the admin writes them in Manage School', async () => {
    await admin.goto('/dashboard/school-admin/manage-school');
    const part = admin.getByRole('region', { name: 'Privacy', exact: true });
    await expect(part.getByText(/^In use: the standard text, last changed /)).toBeVisible();
    await part.getByRole('button', { name: 'Write our own' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Your own text: Privacy' });
    await expect(dialog.getByLabel('Text')).toHaveValue(/^# What we store/);
    await dialog.getByLabel('Text').fill('');
    await dialog.getByRole('button', { name: 'Save text' }).click();
    await expect(dialog.getByText('Please write the text.').first()).toBeVisible();
    await dialog.getByLabel('Text').fill(`# Ridgeview keeps little\nYour name, and when you worked.\n\n${markup}`);
    await expectAccessible(admin, 'in every run');
    await dialog.getByRole('button', { name: 'Save text' }).click();
    await seeToast(admin, 'Text saved');
    await expect(part.getByText(/^In use: your school's own text, last changed /)).toBeVisible();
  });

  const expectOwnText = async (page: Page) => {
    await expect(page.getByText(`This is the text of ${cast.school.name}.`)).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'Ridgeview keeps little' })).toBeVisible();
    await expect(page.getByText(markup)).toBeVisible();
    await expect(page.locator('main b, main img')).toHaveCount(0);
  };

  await test.step('its people read them, from the profile; others do not', async () => {
    await teacher.goto('/dashboard/teacher/profile?part=account');
    await expect(teacher.getByText('Rules for your account')).toBeVisible();
    const read = await follow(teacher, 'Privacy');
    await expectOwnText(read);
    await expectAccessible(read);
    await expect((await open('/privacy')).getByRole('heading', { level: 2, name: 'What we store' })).toBeVisible();
  });

  await test.step('people who register there agree to them, and keep their input while reading them', async () => {
    const visitor = await open('/auth/substitute?tab=register');
    await visitor.getByLabel('Full Name').fill('Nora New');
    await visitor.getByLabel('School').selectOption({ label: cast.school.name });
    const consent = visitor.getByText('By registering you agree to the Terms');
    const opening = visitor.context().waitForEvent('page');
    await consent.getByRole('link', { name: /^Privacy/ }).click();
    await expectOwnText(await opening);
    await expect(visitor.getByLabel('Full Name')).toHaveValue('Nora New');
  });

  await test.step('the standard text is restored', async () => {
    const part = admin.getByRole('region', { name: 'Privacy', exact: true });
    await part.getByRole('button', { name: 'Back to the standard text' }).click();
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Restore it' }).click();
    await seeToast(admin, 'Standard text restored');
    await expect(part.getByText(/^In use: the standard text/)).toBeVisible();
  });
});

test("the platform owner's text applies if a school has none", async ({ page, open, firstBell }) => {
  await page.request.post('/api/login', { data: firstBell.owner });
  await page.goto('/dashboard/overall-admin/legal-texts');
  const part = page.getByRole('region', { name: 'Terms', exact: true });
  await part.getByRole('button', { name: 'Write our own' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('# District terms\nBe there by the first bell.');
  await page.getByRole('button', { name: 'Save text' }).click();
  await seeToast(page, 'Text saved');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expect((await open('/terms')).getByRole('heading', { level: 2, name: 'District terms' })).toBeVisible();
  await part.getByRole('button', { name: 'Back to the standard text' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore it' }).click();
  await seeToast(page, 'Standard text restored');
});
