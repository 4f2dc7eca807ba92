import { createVacancy } from '#contract/absences.ts';
import { getClassFeedback } from '#contract/feedback.ts';
import { updateSchool } from '#contract/schools.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { localDate } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import { openCast } from '#test/journeys/cast.ts';
import { countTaps, expect, expectAccessible, expectNoSidewaysScroll, seeToast, test } from '#test/journeys/fixture.ts';

test('after a class, substitute and teacher say how it was in three taps, and the substitute answers', async ({
  open,
  firstBell,
}) => {
  const { admin, teacher, substitute, substituteId, school } = await openCast(open, firstBell, [
    'teacher',
    'substitute',
  ]);
  // A day that is today in Honolulu was yesterday across the date line, so the class is over.
  const zoned = (timeZone: string) =>
    call(admin.request, updateSchool, { params: { id: String(school.id) }, body: { timeZone } });
  await zoned('Pacific/Honolulu');
  const today = { date: localDate(new Date(), 'Pacific/Honolulu'), startTime: '00:00', endTime: '23:59' };
  const { id } = await call(teacher.request, createVacancy, {
    body: { ...today, shiftType: 'full_day', description: 'Fractions', additionalNotes: 'Room 12.', postAnyway: true },
  });
  const params = { id: String(id) };
  await call(substitute.request, updateVacancy, { params, body: { status: 'pending_approval' } });
  await call(teacher.request, updateVacancy, { params, body: { status: 'filled', substituteId } });
  await zoned('Pacific/Kiritimati');

  await substitute.goto('/dashboard/substitute/my-assignments?tab=past');
  const taps = await countTaps(substitute);
  await substitute.getByRole('button', { name: 'How was it?' }).click();
  await expectAccessible(substitute);
  await expectNoSidewaysScroll(substitute);
  await substitute.getByRole('button', { name: 'It went well' }).click();
  await substitute.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(substitute.locator('[data-toast]')).toContainText('The school’s administrators can read it.');
  expect(await taps()).toBe(3);
  await seeToast(substitute, 'Feedback saved');
  await substitute.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(substitute.getByText('You said: it went well; plans: clear.')).toBeVisible();

  await teacher.goto('/dashboard/teacher');
  await teacher.getByRole('button', { name: 'Have them again?' }).click();
  await expectAccessible(teacher);
  await teacher.getByRole('button', { name: 'Yes', exact: true }).click();
  await seeToast(teacher, 'Feedback saved', 'Tom Example can read and answer it.');
  await teacher.getByLabel('A sentence').fill('The class asked for you.');
  await teacher.getByRole('button', { name: 'Save sentence' }).click();
  await expect(teacher.getByRole('button', { name: 'Have them again?' })).toHaveCount(0);

  // The notification opens the class. The front office can read the teacher's words once the substitute has had time to
  // answer.
  const said = async () => (await call(admin.request, getClassFeedback, { params })).ofSubstitute;
  expect(await said()).toBeNull();
  await substitute.getByRole('button', { name: /^Notifications/ }).click();
  await substitute.getByRole('link', { name: /^Feedback on your class/ }).click();
  const dialog = substitute.getByRole('dialog', { name: 'Your assignment' });
  await expect(dialog.getByText('Ruth Example would have you again. “The class asked for you.”')).toBeVisible();
  await dialog.getByRole('button', { name: 'Answer to Ruth Example' }).click();
  await dialog.getByLabel('Your answer').fill('Gladly.');
  await expectAccessible(substitute);
  await dialog.getByRole('button', { name: 'Save answer' }).click();
  await seeToast(substitute, 'Answer saved');
  await expect(dialog.getByText('You answered: “Gladly.”')).toBeVisible();
  expect(await said()).toMatchObject({ again: true, words: 'The class asked for you.', answer: 'Gladly.' });
});
