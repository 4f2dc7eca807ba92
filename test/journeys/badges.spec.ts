import { openCast } from '#test/journeys/cast.ts';
import { expect, goTo, seeBadge, seeToast, test } from '#test/journeys/fixture.ts';
import { join, unique } from '#test/journeys/people.ts';
import { openSchoolHouse } from '#test/journeys/school-house.ts';

// Every badge is checked on the screen of the acting person, without a reload.

test('My Vacancies counts one’s open and requested vacancies after every change', async ({ open, firstBell }) => {
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const { teacher } = house;
  const tom = await house.substitute('Tom Byron');
  const [approved, rejected] = [
    await house.post(house.day(1), 'Approved room'),
    await house.post(house.day(2), 'Rejected room'),
  ];
  await house.post(house.day(3), 'Canceled room');
  for (const { id } of [approved, rejected]) await house.ask(tom, id);
  await teacher.goto('/dashboard/teacher/my-vacancies?tab=pending');
  await seeBadge(teacher, 'My Vacancies', 3);
  const card = (title: string) => teacher.getByRole('article', { name: title });
  await card('Approved room').getByRole('button', { name: 'Approve', exact: true }).click();
  await seeToast(teacher, 'Substitute approved');
  await seeBadge(teacher, 'My Vacancies', 2);
  await card('Rejected room').getByRole('button', { name: 'Reject', exact: true }).click();
  await seeToast(teacher, 'Substitute rejected');
  await seeBadge(teacher, 'My Vacancies', 2);
  await teacher.getByRole('tab', { name: 'Open Vacancies' }).click();
  await card('Canceled room').getByRole('button', { name: 'Edit' }).click();
  await teacher.getByRole('button', { name: 'Cancel absence' }).first().click();
  await teacher.getByRole('alertdialog').getByRole('button', { name: 'Cancel absence' }).click();
  await expect(card('Canceled room')).toHaveCount(0);
  await seeBadge(teacher, 'My Vacancies', 1);
  await teacher.getByRole('tab', { name: 'Filled Vacancies' }).click();
  await card('Approved room').getByRole('button', { name: 'Release substitute' }).click();
  const release = teacher.getByRole('dialog', { name: 'Release Tom Byron?' });
  await release.getByLabel('Why').fill('I can come after all.');
  await release.getByRole('button', { name: 'Release substitute' }).click();
  await seeToast(teacher, 'Substitute released');
  await seeBadge(teacher, 'My Vacancies', 2);
});

test('Available Vacancies counts vacancies open to the substitute after each request, decline or choice of schools', async ({
  open,
  firstBell,
}) => {
  const cast = await openCast(open, firstBell, ['substitute']);
  const page = cast.substitute;
  await cast.post({ title: 'Asked room' });
  await cast.post({ title: 'Declined room', days: 2 });
  await page.goto('/dashboard/substitute/available-vacancies');
  await seeBadge(page, 'Available Vacancies', 2);
  const card = (title: string) => page.getByRole('article', { name: title });
  await card('Asked room').getByRole('button', { name: 'Request to Accept' }).click();
  await page.getByRole('button', { name: 'Request Position' }).click();
  await seeToast(page, 'Success', 'Request submitted successfully. Awaiting teacher approval.');
  await seeBadge(page, 'Available Vacancies', 1);
  await card('Declined room').getByRole('button', { name: 'Decline' }).click();
  await seeToast(page, 'Vacancy declined');
  await seeBadge(page, 'Available Vacancies', null);
  await goTo(page, 'My Assignments');
  await page.getByRole('tab', { name: 'Requested' }).click();
  await card('Asked room').getByRole('button', { name: 'Withdraw' }).click();
  await seeToast(page, 'Request withdrawn');
  await seeBadge(page, 'Available Vacancies', 1);
  await page.goto('/dashboard/substitute/profile?part=schools');
  await page.getByRole('checkbox', { name: cast.school.name }).uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await seeToast(page, 'Profile updated');
  await seeBadge(page, 'Available Vacancies', null);
});

test('the badges of a school follow its admin’s decisions, including the reopened class of a removed substitute', async ({
  open,
  firstBell,
}) => {
  const cast = await openCast(open, firstBell, ['admin']);
  const { admin } = cast;
  await join(await firstBell.caller(), { role: 'teacher', fullName: `Wim ${unique()}`, schoolId: cast.school.id });
  const { id } = await cast.post({ title: 'Covered room', days: 2 });
  await admin.goto(`/dashboard/school-admin/open-vacancies?assign=${id}`);
  await admin
    .getByRole('dialog', { name: 'Assign Substitute' })
    .getByRole('button', { name: /^Assign Tom/ })
    .click();
  await seeToast(admin, 'Substitute assigned');
  await seeBadge(admin, 'Open Vacancies', null);
  await seeBadge(admin, 'Pending Approvals', 1);
  await goTo(admin, 'Manage Teachers');
  await admin.getByRole('button', { name: /^Disable Wim/ }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await seeToast(admin, 'Teacher status updated.');
  await seeBadge(admin, 'Pending Approvals', null);
  await goTo(admin, 'Manage Substitutes');
  await admin.getByRole('button', { name: 'Remove Tom Example' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await seeToast(admin, 'User removed.');
  await seeBadge(admin, 'Open Vacancies', 1);
  await goTo(admin, 'Open Vacancies');
  await expect(admin.getByRole('article', { name: 'Covered room' })).toBeVisible();
});
