import type { Page } from '@playwright/test';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { call } from '#test/journeys/calls.ts';
import { expect, expectAccessible, seeToast, test } from '#test/journeys/fixture.ts';
import { openSchoolHouse } from '#test/journeys/school-house.ts';

const openVacancies = '/dashboard/school-admin/open-vacancies';
const myVacancies = '/dashboard/teacher/my-vacancies';

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard your changes?' });
const keepEditing = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' });

test('an edit stays open with its text when a request arrives or someone is assigned, and says so', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin', 'teacher']);
  const { adminPage: admin, teacher } = house;
  const tom = await house.substitute('Tom Lee');
  const { id } = await house.post(house.day(2), 'Grade 4 English');

  await admin.goto(openVacancies);
  const card = admin.getByRole('article', { name: 'Grade 4 English' });
  await card.getByRole('button', { name: /^More/ }).click();
  await admin.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = admin.getByRole('dialog', { name: 'Edit Vacancy' });
  await edit.getByLabel('Title').fill('Grade 4 English and drama');

  await teacher.goto(`${myVacancies}?tab=open`);
  await teacher
    .getByRole('article', { name: 'Grade 4 English' })
    .getByRole('button', { name: 'Edit', exact: true })
    .click();
  const own = teacher.getByRole('dialog', { name: 'Edit Vacancy' });
  await own.getByLabel('Title').fill('Grade 4, room 12');

  await test.step('a request arrives', async () => {
    await house.ask(tom, id);
    const words = 'Tom Lee requested this class in the meantime. Your text is still here.';
    await expect(edit.getByText(words)).toBeVisible();
    // It can be read wherever the form is scrolled to.
    await own.getByLabel('Lesson Plans Document Link').scrollIntoViewIfNeeded();
    await expect(own.getByText(words)).toBeInViewport({ ratio: 1 });
    await expect(edit.getByLabel('Title')).toHaveValue('Grade 4 English and drama');
    await expect(own.getByLabel('Title')).toHaveValue('Grade 4, room 12');
  });

  await test.step('someone else assigns', async () => {
    await call(house.admin, assignSubstitute, { params: { id: String(id) }, body: { substituteId: tom.id } });
    await expect(edit.getByText('Tom Lee was assigned in the meantime. Your text is still here.')).toBeVisible();
    await expect(edit.getByLabel('Title')).toHaveValue('Grade 4 English and drama');
    await expectAccessible(admin);
  });

  await test.step('the address still opens it after a reload', async () => {
    await expect(admin).toHaveURL(`${openVacancies}?edit=${id}`);
  });

  await test.step('Esc, Back, Cancel and a click outside ask before the text is lost', async () => {
    await admin.keyboard.press('Escape');
    await expect(keepEditing(admin)).toBeFocused();
    await expectAccessible(admin, 'in every run');
    await admin.keyboard.press('Escape');
    await expect(question(admin)).toHaveCount(0);
    await expect(edit.getByLabel('Title')).toHaveValue('Grade 4 English and drama');
    await admin.goBack();
    await keepEditing(admin).click();
    await expect(admin).toHaveURL(`${openVacancies}?edit=${id}`);
    await expect(edit.getByLabel('Title')).toHaveValue('Grade 4 English and drama');
    await edit.getByRole('button', { name: 'Close' }).last().click();
    await keepEditing(admin).click();
    await admin.goBack();
    await question(admin).getByRole('button', { name: 'Discard' }).click();
    await expect(edit).toHaveCount(0);
    await expect(admin).toHaveURL(openVacancies);
  });

  await test.step('an untouched dialog closes at once', async () => {
    await own.getByLabel('Title').fill('Grade 4 English');
    await teacher.keyboard.press('Escape');
    await expect(own).toHaveCount(0);
    await expect(question(teacher)).toHaveCount(0);
  });

  await test.step('a saved edit describes the class as it is now', async () => {
    const other = await house.post(house.day(3), 'Grade 4 art');
    await teacher
      .getByRole('article', { name: 'Grade 4 art' })
      .getByRole('button', { name: 'Edit', exact: true })
      .click();
    await own.getByLabel('Title').fill('Grade 4 clay');
    await call(house.admin, assignSubstitute, { params: { id: String(other.id) }, body: { substituteId: tom.id } });
    await expect(own.getByText(/^Tom Lee was assigned/)).toBeVisible();
    await own.getByRole('button', { name: 'Save' }).click();
    await seeToast(teacher, 'Vacancy updated', 'We’ll notify the substitute.');
  });
});

test('a reason, an emergency plan and the invitation slips of an import are not lost to Esc, Back or a reload', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  const tom = await house.substitute('Tom Lee');
  const { id } = await house.post(house.day(2), 'Grade 4 English');
  await house.ask(tom, id);
  await house.approve(id, tom.id);

  await admin.goto(`${openVacancies}?tab=filled`);
  await admin.getByRole('button', { name: 'Release substitute' }).click();
  const release = admin.getByRole('dialog', { name: 'Release Tom Lee?' });
  await expect(admin).toHaveURL(`${openVacancies}?tab=filled&release=${id}`);
  await release.getByLabel('Why').fill('Two classes are joined.');
  await admin.goBack();
  await expect(release).toHaveCount(0);
  await admin.getByRole('button', { name: 'Release substitute' }).click();
  await expect(release.getByLabel('Why')).toHaveValue('Two classes are joined.');
  await admin.reload();
  await expect(release.getByLabel('Why')).toHaveValue('Two classes are joined.');
  await release.getByRole('button', { name: 'Keep substitute' }).click();
  await expect(release).toHaveCount(0);

  await admin.goto('/dashboard/school-admin/manage-teachers');
  await admin.getByRole('button', { name: /^Emergency plan/ }).click();
  const plan = admin.getByRole('dialog', { name: 'Emergency plan' });
  await plan.getByLabel('Routines').fill('Roll first, then the calendar.');
  await admin.keyboard.press('Escape');
  await keepEditing(admin).click();
  await expect(plan.getByLabel('Routines')).toHaveValue('Roll first, then the calendar.');
  await admin.goBack();
  await question(admin).getByRole('button', { name: 'Discard' }).click();
  await expect(plan).toHaveCount(0);

  await admin.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Import teachers' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'teachers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Full name,Username\nAda One,ada_${id}_${process.pid}\n`),
  });
  await dialog.getByRole('button', { name: 'Import 1 teacher' }).click();
  await expect(dialog.getByRole('button', { name: 'Print slip' })).toBeVisible();
  const lost = admin.getByRole('alertdialog', { name: 'Close without the slip?' });
  for (const leave of [() => admin.keyboard.press('Escape'), () => admin.goBack()]) {
    await leave();
    await lost.getByRole('button', { name: 'Keep open' }).click();
    await expect(dialog.getByRole('button', { name: 'Print slip' })).toBeVisible();
  }
});

test('logging out asks before typed text is lost, and the session ends only with it', async ({ open, firstBell }) => {
  const { adminPage: admin } = await openSchoolHouse(open, firstBell, ['admin']);
  await admin.goto('/dashboard/school-admin/manage-school');
  const parking = admin.getByLabel('Parking and arrival');
  await parking.fill('Gate 7');
  const logOut = async () => {
    await admin.getByRole('button', { name: /^Profile menu/ }).click();
    await admin.getByRole('menuitem', { name: 'Logout' }).click();
  };
  await logOut();
  await keepEditing(admin).click();
  await parking.fill('Gate 8');
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await seeToast(admin, 'School information saved', 'Substitutes see it with every vacancy.');

  await parking.fill('Gate 9');
  await logOut();
  await question(admin).getByRole('button', { name: 'Discard' }).click();
  await expect(admin).toHaveURL('/');
});

test('a late reply to Publish leaves the teacher on their current screen', async ({ open, firstBell }) => {
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const { teacher } = house;
  await teacher.goto(myVacancies);
  await teacher.getByRole('link', { name: 'Create Absence Request' }).first().click();
  await teacher.getByLabel('Shift Type').selectOption({ index: 1 });
  await teacher.getByRole('textbox', { name: 'Title' }).fill('Grade 4, art');
  await teacher.getByRole('textbox', { name: 'Description' }).fill('Room 12.');
  const held = Promise.withResolvers<void>();
  await teacher.route('**/api/vacancies', async (route) => {
    if (route.request().method() === 'POST') await held.promise;
    await route.continue();
  });
  await teacher.getByRole('button', { name: 'Publish Absence Request' }).click();
  await teacher.goBack();
  await expect(teacher.getByRole('heading', { level: 1, name: 'My Vacancies' })).toBeVisible();
  held.resolve();
  await expect(teacher.locator('[data-toast]')).toContainText('Absence request created successfully');
  await expect(teacher.getByRole('tab', { name: 'Open Vacancies 1' })).toBeVisible();
  await expect(teacher).toHaveURL(myVacancies);
});
