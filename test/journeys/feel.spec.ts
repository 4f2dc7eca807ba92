import { openCast } from '#test/journeys/cast.ts';
import { expect, makeDeaf, openNavigation, test } from '#test/journeys/fixture.ts';

test('a hovered link prefetches its screen, and Back restores the position', async ({ open, firstBell }) => {
  const { teacher: page, post } = await openCast(open, firstBell, ['teacher']);
  for (const title of ['Grade 1', 'Grade 2', 'Grade 3', 'Grade 4', 'Grade 5']) await post({ title });
  await makeDeaf(page);
  await page.goto('/dashboard/teacher');
  await expect(page.getByRole('heading', { name: 'Absences by reason' })).toBeVisible();

  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const link = (await openNavigation(page)).getByRole('link', { name: 'Approved Substitutes' });
  const came = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/users');
  await link.focus();
  await came;
  asked.length = 0;
  await link.click();
  await expect(page.getByRole('heading', { name: 'Tom Example' })).toBeVisible();
  expect(asked.filter((path) => path === '/api/users')).toEqual([]);

  await page.goto('/dashboard/teacher');
  const all = page.getByRole('link', { name: 'See all' });
  await all.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, 120));
  await all.focus();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Vacancies');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Teacher Dashboard');
  await expect(all).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});
