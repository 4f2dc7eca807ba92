import { schoolDayFrom } from '#domain/closure.ts';
import { jobInWords } from '#domain/job-days.ts';
import { addDays, formatShortDate } from '#domain/time.ts';
import { expect, expectAccessible, seeToast, test } from '#test/journeys/fixture.ts';
import { openSchoolHouse } from '#test/journeys/school-house.ts';

test('three days are one job: requested and approved together, until days leave it', async ({ open, firstBell }) => {
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const { teacher } = house;
  const first = schoolDayFrom(house.day(2), []);
  const second = schoolDayFrom(addDays(first, 1), []);
  const third = schoolDayFrom(addDays(second, 1), []);
  const days = `3 days, ${formatShortDate(first)} to ${formatShortDate(third)}`;
  await teacher.goto('/dashboard/teacher/create-absence-request');
  await teacher.getByLabel('Date').fill(first);
  await teacher.getByLabel('Shift Type').selectOption('full_day');
  await teacher.getByRole('textbox', { name: 'Title' }).fill('Grade 4, fractions');
  await teacher.getByRole('textbox', { name: 'Description' }).fill('Room 12.');
  await teacher.getByRole('checkbox', { name: 'Several days' }).check();
  await teacher.getByLabel('Last Day').fill(third);
  const together = teacher.getByRole('group', { name: 'Substitute', exact: true });
  await expect(together.getByRole('radio', { name: 'One substitute for all days' })).toBeChecked();
  await expectAccessible(teacher);
  await teacher.getByRole('button', { name: 'Publish Absence Request' }).click();
  await seeToast(teacher, 'Success', '3 days, one vacancy for each.');

  const tom = await house.substitute('Tom Byron');
  const { username } = (await (await tom.page.request.get('/api/user')).json()) as { username: string };
  const page = await open('about:blank');
  await page.request.post('/api/login', { data: { username, password: 'lantern-meadow-42' } });
  await page.goto('/dashboard/substitute/available-vacancies');
  const cards = page.getByRole('article', { name: 'Grade 4, fractions' });
  await expect(cards).toHaveCount(3);
  await expect(cards.nth(1)).toContainText(jobInWords([first, second, third]) ?? '');
  await cards.nth(1).getByRole('button', { name: 'Request to Accept' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request Assignment' });
  await expect(dialog).toContainText(`Your request is for the whole job: ${days}.`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Request Position' }).click();
  await expect(cards).toHaveCount(0);

  await teacher.goto('/dashboard/teacher');
  const waiting = teacher.getByRole('list', { name: 'Requests waiting for your answer' }).getByRole('listitem');
  await expect(waiting.first()).toContainText(`Your answer is for the whole job: ${days}.`);

  await teacher.goto('/dashboard/teacher/my-vacancies?tab=pending');
  const requests = teacher.getByRole('article', { name: 'Grade 4, fractions' });
  await expect(requests).toHaveCount(3);
  await expect(requests.first()).toContainText(`Your answer is for the whole job: ${days}.`);
  await requests.first().getByRole('button', { name: 'Approve' }).click();
  await seeToast(teacher, 'Substitute approved', days);
  await expect(requests).toHaveCount(0);

  await teacher.goto('/dashboard/teacher/my-vacancies?tab=filled');
  await expect(requests).toHaveCount(3);
  await requests.first().getByRole('button', { name: /^Edit/ }).click();
  const form = teacher.getByRole('dialog', { name: 'Edit Vacancy' });
  await form.getByRole('radio', { name: `All remaining days: ${days}` }).check();
  await expect(form.getByRole('list', { name: 'Remaining days' }).getByText('Tom Byron')).toHaveCount(3);
  await form.getByText('Grade, subject and room').click();
  await form.getByRole('textbox', { name: /^Room/ }).fill('14');
  await expectAccessible(teacher);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await seeToast(teacher, '3 days updated', 'We’ll notify the substitute.');
  await expect(teacher.getByText('Room 14')).toHaveCount(3);
  await requests
    .first()
    .getByRole('button', { name: /Details/ })
    .click();
  const details = teacher.getByRole('dialog', { name: 'Grade 4, fractions' });
  await details.getByRole('button', { name: 'Take this day out of the job' }).click();
  const question = teacher.getByRole('alertdialog', { name: /^Take .* out of the job\?$/ });
  await expectAccessible(teacher);
  await question.getByRole('button', { name: 'Take day out' }).click();
  await seeToast(teacher, 'Day taken out of the job', 'is now a separate vacancy');
  await expect(details).not.toContainText('Part of a');
  await teacher.keyboard.press('Escape');
  await expect(teacher.getByText(/^Part of a 2-day job/)).toHaveCount(2);

  // The substitute gives back one day and keeps the other.
  await page.goto('/dashboard/substitute/my-assignments');
  const booked = page.getByRole('article', { name: 'Grade 4, fractions' });
  await booked
    .filter({ hasText: 'Part of a 2-day job' })
    .first()
    .getByRole('button', { name: /^Cancel assignment/ })
    .click();
  const cancel = page.getByRole('dialog', { name: 'Cancel this assignment?' });
  await expect(cancel.getByRole('radio', { name: /^All remaining days: 2 days/ })).toBeChecked();
  await cancel.getByRole('radio', { name: /^Only / }).check();
  await expectAccessible(page);
  await cancel.getByLabel('Why you can’t come').fill('A doctor’s appointment.');
  await cancel.getByRole('button', { name: 'Cancel assignment' }).click();
  await seeToast(page, 'Assignment canceled');
  await expect(booked).toHaveCount(2);
});
