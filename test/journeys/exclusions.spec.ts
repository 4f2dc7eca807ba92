import { approveExclusion, listExclusions } from '#contract/exclusions.ts';
import { call } from '#test/journeys/calls.ts';
import { openCast } from '#test/journeys/cast.ts';
import { expect, expectAccessible, seeToast, test } from '#test/journeys/fixture.ts';

test('a teacher asks to stop offering their classes, and once an administrator agrees, the substitute reads it without the reason', async ({
  open,
  firstBell,
}) => {
  const { admin, teacher, substitute, substituteId, post } = await openCast(open, firstBell, ['teacher', 'substitute']);
  await post({ title: 'Algebra' });
  await teacher.goto('/dashboard/teacher/approved-substitutes');
  await teacher.getByText('More about Tom Example').click();
  await teacher.getByRole('button', { name: 'Ask to stop offering my classes' }).click();
  const asking = teacher.getByRole('dialog', { name: 'Stop offering your classes to Tom Example?' });
  await asking.getByRole('button', { name: 'Ask an administrator' }).click();
  await expect(asking.getByLabel('Reason')).toHaveAccessibleDescription(/Enter a reason/);
  await asking.getByLabel('Reason').fill('Did not follow the plans.');
  await asking.getByRole('button', { name: 'Ask an administrator' }).click();
  await seeToast(teacher, 'Sent to your administrators');
  await expect(teacher.getByText('Waiting for an administrator’s answer.')).toBeVisible();
  // The button that opened the dialog is gone.
  await expect(teacher.getByRole('region', { name: 'Job offers' })).toBeFocused();

  // On a phone, the button is below the text, and its label starts where the text does.
  const size = teacher.viewportSize() ?? { width: 390, height: 844 };
  await teacher.setViewportSize({ width: 390, height: 844 });
  const withdraw = teacher.getByRole('button', { name: 'Withdraw' });
  const text = await teacher.getByText('Waiting for an administrator’s answer.').boundingBox();
  const label = await withdraw.getByText('Withdraw').last().boundingBox();
  expect(Math.abs((label?.x ?? 0) - (text?.x ?? 0))).toBeLessThanOrEqual(1);
  await teacher.setViewportSize(size);

  // Withdrawing the request would delete its reason, so a question comes first.
  await withdraw.click();
  await teacher
    .getByRole('alertdialog', { name: 'Withdraw this request?' })
    .getByRole('button', { name: 'Cancel' })
    .click();

  const params = { id: String(substituteId) };
  const [wish] = await call(admin.request, listExclusions, { params });
  await call(admin.request, approveExclusion, { params, body: { exclusionId: wish?.id ?? 0 } });
  await expect(teacher.getByText('Not offered your classes.')).toBeVisible();
  await expectAccessible(teacher);

  await substitute.goto('/dashboard/substitute/available-vacancies');
  await substitute.getByText('Why don’t I see more?').click();
  await expect(substitute.getByText('This school is not offering you some jobs.')).toBeVisible();
  await expect(substitute.getByRole('link', { name: /^Ask the school, Ridgeview/ })).toBeVisible();
  await expect(substitute.getByRole('button', { name: /^Request/ })).toHaveCount(0);
  await expect(substitute.getByText('Did not follow the plans.')).toHaveCount(0);
});
