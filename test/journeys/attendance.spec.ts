import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { call } from '#test/journeys/calls.ts';
import { openCast } from '#test/journeys/cast.ts';
import { expect, expectAccessible, test } from '#test/journeys/fixture.ts';

test('the office records a no-show with two taps, and the substitute answers it', async ({ open, firstBell }) => {
  const cast = await openCast(open, firstBell, ['admin', 'substitute']);
  const { admin, substitute } = cast;
  const { id } = await cast.post({ title: 'Algebra all day', days: 0, start: '00:00', end: '23:59' });
  await call(admin.request, assignSubstitute, {
    params: { id: String(id) },
    body: { substituteId: cast.substituteId },
  });
  await admin.goto('/dashboard/school-admin');
  const row = admin.locator(`#class-${id}`);
  await expect(row.getByText('Not signed in')).toBeVisible();
  await row.getByRole('button', { name: 'Here: Tom Example, Algebra all day' }).click();
  await expect(row.getByText(/^Here at /)).toBeVisible();
  const undo = admin.getByRole('button', { name: 'Undo' });
  // Undo is on the line of the button beside it.
  const middles = [undo, admin.getByRole('button', { name: 'Dismiss' })].map(async (button) => {
    const box = await button.boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? 0) / 2;
  });
  const [middle, expected] = await Promise.all(middles);
  expect(middle).toBe(expected);
  await undo.click();
  await expect(row.getByText('Not signed in')).toBeVisible();

  await row.getByRole('button', { name: /^No-show/ }).click();
  const dialog = admin.getByRole('alertdialog', { name: 'Tom Example didn’t come?' });
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Record no-show' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row.getByText('No-show', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Offer class again' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Offer class again' }).click();
  await expect(row.getByText('No-show: Tom Example')).toBeVisible();

  await substitute.goto('/dashboard/substitute/my-assignments');
  await substitute.getByRole('button', { name: 'Answer: Algebra all day' }).click();
  await expectAccessible(substitute);
  await substitute.getByLabel('Your answer').fill('I was told not to come.');
  await substitute.getByRole('button', { name: 'Save answer' }).click();
  await expect(substitute.getByText('You: “I was told not to come.”')).toBeVisible();

  await admin.goto(`/dashboard/school-admin/manage-substitutes?person=${cast.substituteId}`);
  await expect(admin.getByText('Answer: “I was told not to come.”')).toBeVisible();
});
