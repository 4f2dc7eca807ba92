import { updateVacancy } from '#contract/vacancy-moves.ts';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { createVacancy } from '#contract/absences.ts';
import { listVacancies } from '#contract/vacancies.ts';
import { formatShortDate, weekdayOf } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import { expect, expectAccessible, seeToast, test } from '#test/journeys/fixture.ts';
import { openSchoolHouse } from '#test/journeys/school-house.ts';

test('a teacher who posts an absence that the front office has posted is warned, and can post anyway', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const { teacher } = house;
  await house.post(house.day(30), 'Another day');
  const [own] = await call(teacher.request, listVacancies, {});
  const date = house.day(1);
  const absence = {
    date,
    startTime: '08:00',
    endTime: '15:00',
    shiftType: 'full_day' as const,
    description: 'Called in by phone',
    additionalNotes: 'Room 4.',
  };
  const { id } = await call(house.admin, createVacancy, { body: { ...absence, teacherId: own?.teacherId } });
  expectRefusal('/api/vacancies');
  await teacher.goto('/dashboard/teacher/create-absence-request');
  await teacher.getByLabel('Date', { exact: true }).fill(date);
  await teacher.getByLabel('Shift Type').selectOption('full_day');
  await teacher.getByRole('textbox', { name: 'Title' }).fill('Grade 4');
  await teacher.getByRole('textbox', { name: 'Description' }).fill('Room 4.');
  await teacher.getByRole('button', { name: 'Publish Absence Request' }).click();
  await expect(
    teacher.getByText(/^You already have an absence for .*, posted by the front office\.$/).first(),
  ).toBeVisible();
  await expect(teacher.getByRole('link', { name: 'Open that absence' })).toHaveAttribute(
    'href',
    `/dashboard/teacher/my-vacancies?vacancy=${id}`,
  );
  await expectAccessible(teacher);
  const anyway = teacher.getByRole('button', { name: 'Post anyway' });
  const isCovered = await anyway.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return !button.contains(document.elementFromPoint(x + width / 2, y + height - 4));
  });
  expect(isCovered, 'covered by the bottom bar').toBe(false);
  await anyway.click();
  await seeToast(teacher, 'Success', 'Absence request created successfully');
  const posted = await call(teacher.request, listVacancies, { query: { from: date, to: date } });
  expect(posted).toHaveLength(2);

  await test.step('the same warning appears when another absence is moved to these hours', async () => {
    expectRefusal(`/api/vacancies/${own?.id}`);
    await teacher.goto(`/dashboard/teacher/my-vacancies?edit=${own?.id}`);
    const dialog = teacher.getByRole('dialog', { name: 'Edit Vacancy' });
    await dialog.getByLabel('Date', { exact: true }).fill(date);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByText(/^You already have an absence for .*\.$/).last()).toBeVisible();
    await expectAccessible(teacher);
    await dialog.getByRole('button', { name: 'Save anyway' }).click();
    await expect(dialog).toBeHidden();
  });
});

test('the front office records a confirmation by phone, and a released class is offered again', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  const tom = await house.substitute('Tom Byron');
  const { id } = await house.post(house.day(1), 'Grade 2 classroom');
  await call(admin.request, assignSubstitute, { params: { id: String(id) }, body: { substituteId: tom.id } });
  await admin.goto('/dashboard/school-admin');
  await expect(admin.getByRole('region', { name: 'Counts' })).toContainText('1 unconfirmed');
  await admin.goto('/dashboard/school-admin/open-vacancies?tab=filled');
  const card = admin.getByRole('article', { name: 'Grade 2 classroom' });
  await expect(card).toContainText('Unconfirmed');
  await card.getByRole('button', { name: 'Confirmed by phone' }).click();
  await seeToast(admin, 'Assignment confirmed', 'Tom Byron confirmed by phone.');
  await expect(card).not.toContainText('Unconfirmed');
  await card.getByRole('button', { name: 'Release substitute' }).click();
  const release = admin.getByRole('dialog', { name: 'Release Tom Byron?' });
  await release.getByLabel('Why').fill('The teacher is well again.');
  await release.getByRole('button', { name: 'Release substitute' }).click();
  await seeToast(admin, 'Substitute released');
  await admin.goto(`/dashboard/school-admin/open-vacancies?vacancy=${id}`);
  const details = admin.getByRole('dialog');
  await expect(details).toContainText('Tom Byron confirmed by phone, recorded by');
  await expect(details).toContainText('It was offered again');
});

test('an absence on a weekend or in progress shows a warning, and an uncovered one can still be canceled', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const { teacher } = house;
  const tom = await house.substitute('Tom Byron');
  await teacher.goto('/dashboard/teacher/create-absence-request');
  const saturday = [0, 1, 2, 3, 4, 5, 6].map(house.day).find((date) => weekdayOf(date) === 'saturday') ?? house.day(0);
  await teacher.getByLabel('Date', { exact: true }).fill(saturday);
  await expect(teacher.getByText(`${formatShortDate(saturday)} is on a weekend.`)).toBeVisible();
  await teacher.getByLabel('Date', { exact: true }).fill(house.day(0));
  await teacher.getByLabel('Start Time').fill('00:00');
  await teacher.getByLabel('End Time').fill('23:59');
  await expect(teacher.getByText('12:00 AM has already passed.')).toBeVisible();

  const { id } = await house.post(house.day(0), 'Dead class', { startTime: '00:00', endTime: '23:59' });
  await call(tom.page.request, updateVacancy, { params: { id: String(id) }, body: { status: 'pending_approval' } });
  await teacher.goto('/dashboard/teacher/my-vacancies?tab=pending');
  const card = teacher.getByRole('article', { name: 'Dead class' });
  await expect(card).toContainText('The front office was notified, too, and can answer for you.');
  await card.getByRole('button', { name: 'Edit' }).click();
  await teacher.getByRole('button', { name: 'Cancel absence' }).first().click();
  await teacher.getByRole('alertdialog').getByRole('button', { name: 'Cancel absence' }).click();
  await expect(card).toHaveCount(0);
  expect(await call(teacher.request, listVacancies, {})).toEqual([]);
});
