import { type Page } from '@playwright/test';
import { updateSchool } from '#contract/schools.ts';
import { listVacancies } from '#contract/vacancies.ts';
import { updateGeneralAvailability } from '#contract/users.ts';
import { deleteVacancy } from '#contract/vacancy-staff.ts';
import { addMinutes, formatDate, localDate, localTime, weekdayOf } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import { expect, expectAccessible, makeDeaf, seeBadge, seeLinks, seeToast, test } from '#test/journeys/fixture.ts';
import { openSchoolHouse } from '#test/journeys/school-house.ts';

const address = '/dashboard/school-admin/open-vacancies';

const cardOf = (page: Page, title: string) => page.getByRole('article', { name: title });

test('a secretary assigns the best match, who is available, and sees who is booked', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  await admin.goto(address);
  await seeLinks(admin, [
    'Dashboard',
    'Open Vacancies',
    'Pending Approvals',
    'Manage Teachers',
    'Manage Substitutes',
    'Manage School',
  ]);
  await expect(admin.getByRole('heading', { name: 'No open vacancies.' })).toBeVisible();
  await expectAccessible(admin, 'in every run');
  const { id } = await house.post(house.day(2), 'Grade 4 English');
  await house.post(house.day(3), 'Another day');
  const asked = await house.post(house.day(2), 'Grade 5 classroom', { isUrgent: true });
  await admin.reload();
  await seeBadge(admin, 'Open Vacancies', 3);
  await expect(admin.getByRole('article')).toHaveCount(3);
  await expect(admin.getByRole('main')).toContainText('3 classes to fill · no requests to review');
  const card = cardOf(admin, 'Grade 4 English');
  await expect(card).toContainText('Maya Okafor');
  await expect(card.getByRole('button', { name: 'Assign Substitute' })).toBeVisible();
  await card.getByRole('button', { name: 'Assign Substitute' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Assign Substitute' });
  await expect(dialog).toContainText(`Grade 4 English · ${formatDate(house.day(2))}`);
  await expect(dialog.getByRole('heading', { name: 'No approved substitutes available' })).toBeVisible();
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Assign Substitute' })).toBeFocused();

  const [tom, ann] = [await house.substitute('Tom Byron'), await house.substitute('Ann Lee')];
  await house.addSubstitutes(['Bo Diaz']);
  const weekday = weekdayOf(house.day(2));
  await call(ann.page.request, updateGeneralAvailability, {
    params: { id: String(ann.id) },
    body: { generalAvailability: JSON.stringify({ [weekday]: 'all_day' }) },
  });
  await house.ask(tom, asked.id, 'I know the class.');
  await house.approve(asked.id, tom.id);
  await admin.goto(`${address}?assign=${id}`);
  const people = dialog.getByRole('list', { name: 'Substitutes, best match first' }).getByRole('listitem');
  await expect(people).toHaveCount(3);
  await expect(people.nth(0)).toContainText('Ann Lee');
  await expect(people.nth(0)).toContainText(/Available \w+day/);
  await expect(people.nth(1)).toContainText(/Bo Diaz.*Knows English/s);
  await expect(people.nth(2)).toContainText(/Tom Byron.*Booked elsewhere at that time/s);
  await expect(people.nth(2).getByRole('button')).toHaveCount(0);
  await expectAccessible(admin, 'in every run');
  await dialog.getByLabel('Search by name').fill('nobody like this');
  await expect(dialog.getByRole('heading', { name: 'No one has that name' })).toBeVisible();
  await dialog.getByLabel('Search by name').fill('ann');
  await expect(people).toHaveCount(1);

  const path = `/api/vacancies/${id}/assign-substitute`;
  expectRefusal(path);
  await admin.route(`**${path}`, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Assign Ann Lee' }).click();
  await seeToast(admin, 'Error', 'Failed to assign substitute: An unexpected error occurred');
  await expect(dialog.getByRole('alert').filter({ hasText: 'Failed to assign substitute' })).toContainText(
    'An unexpected error occurred',
  );
  await admin.unroute(`**${path}`);
  await dialog.getByRole('button', { name: 'Assign Ann Lee' }).click();
  await seeToast(admin, 'Substitute assigned', 'We asked Ann Lee to confirm.');
  await expect(dialog).toHaveCount(0);
  await expect(card).toHaveCount(0);
  await seeBadge(admin, 'Open Vacancies', 1);

  await admin.getByRole('tab', { name: 'Filled' }).click();
  await expect(card).toContainText('Unconfirmed');
  await expect(card).toContainText('Ann Lee');
  await expectAccessible(admin);
  await card.getByRole('button', { name: 'Release substitute' }).click();
  const release = admin.getByRole('dialog', { name: 'Release Ann Lee?' });
  await expect(release).toContainText('Ann Lee and Maya Okafor will see your reason.');
  await release.getByLabel('Why').fill('Two classes are joined.');
  await release.getByRole('button', { name: 'Release substitute' }).click();
  await seeToast(admin, 'Substitute released');
  await expect(card).toHaveCount(0);
  await admin.getByRole('tab', { name: 'Open' }).click();
  await card.getByRole('button', { name: 'Details and history' }).click();
  await expect(admin.getByRole('dialog', { name: 'Grade 4 English' })).toContainText(
    'Carol Whitfield assigned Ann Lee',
  );
});

test('a secretary who assigns too late reads who already covers the class', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  const [tom] = [await house.substitute('Tom Byron'), await house.substitute('Ann Lee')];
  const { id } = await house.post(house.day(1), 'Grade 6 science');
  // The event hasn't reached this screen yet.
  await makeDeaf(admin);
  await admin.goto(`${address}?assign=${id}`);
  const dialog = admin.getByRole('dialog', { name: 'Assign Substitute' });
  await expect(dialog.getByRole('button', { name: 'Assign Ann Lee' })).toBeVisible();
  await house.ask(tom, id);
  await house.approve(id, tom.id);
  expectRefusal(`/api/vacancies/${id}/assign-substitute`);
  await dialog.getByRole('button', { name: 'Assign Ann Lee' }).click();
  await seeToast(admin, 'Error', 'Failed to assign substitute: ');
  await expect(dialog).toContainText('Tom Byron is already covering it.');
  await expect(dialog.getByRole('button', { name: /^Assign/ })).toHaveCount(0);
  await expectAccessible(admin);
});

test('a vacancy is deleted only after a confirmation', async ({ open, firstBell, expectRefusal }) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  const { id } = await house.post(house.day(1), 'Not needed');
  await house.post(house.day(1), 'Needed');
  await admin.goto(address);
  const card = cardOf(admin, 'Not needed');
  const more = card.getByRole('button', { name: 'More for Not needed' });
  await expect(more).toBeVisible();
  // Delete isn't next to the button that fills the class, so a slip of the thumb can't hit it.
  await expect(card.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  const askToDelete = async () => {
    await more.click();
    await admin.getByRole('menuitem', { name: 'Delete' }).click();
  };
  await askToDelete();
  const question = admin.getByRole('alertdialog', { name: 'Are you sure you want to delete this vacancy?' });
  await expect(question).toContainText('We’ll notify Maya Okafor.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(admin);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(more).toBeFocused();

  const path = `/api/vacancies/${id}`;
  expectRefusal(path);
  await admin.route(`**${path}`, (route) => route.abort());
  await askToDelete();
  await question.getByRole('button', { name: 'Delete' }).click();
  await seeToast(admin, 'Error', 'Failed to delete vacancy: An unexpected error occurred');
  await admin.unroute(`**${path}`);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(card).toHaveCount(0);
  await expect(admin.getByRole('heading', { name: 'Needed', exact: true })).toBeFocused();
  await seeToast(admin, 'Vacancy deleted');
  await seeBadge(admin, 'Open Vacancies', 1);
});

test('a secretary posts an absence for a teacher', async ({ open, firstBell, expectRefusal }) => {
  const house = await openSchoolHouse(open, firstBell, ['admin', 'teacher']);
  const { adminPage: admin } = house;
  await admin.goto(address);
  await admin.getByRole('button', { name: 'Create Vacancy' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Create Vacancy' });
  const create = dialog.getByRole('button', { name: 'Create Vacancy' });
  await expect(admin).toHaveURL(/create=/);
  await expect(dialog.getByRole('status').filter({ hasText: 'Choose the absent teacher first.' })).toBeVisible();
  await expect(create).toBeDisabled();
  await expectAccessible(admin);
  await dialog.getByRole('searchbox', { name: 'Teacher' }).fill('nobody like this');
  await expect(dialog.getByText('No teacher by that name.')).toBeVisible();
  await dialog.getByRole('searchbox', { name: 'Teacher' }).fill('maya');
  await dialog.getByRole('button', { name: 'Maya Okafor' }).click();
  await dialog.getByLabel('Shift Type').selectOption({ label: 'Morning Shift (8:00 AM - 12:00 PM)' });
  await expect(dialog.getByLabel('End Time')).toHaveValue('12:00');
  await dialog.getByLabel('Date').fill(house.day(9));
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Grade 2, called in sick');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Room 3.');

  expectRefusal('/api/vacancies');
  await admin.route('**/api/vacancies', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await create.click();
  await seeToast(admin, 'Error', 'Failed to create vacancy: An unexpected error occurred');
  await expect(
    dialog.getByRole('status').filter({ hasText: 'We couldn’t confirm that this was published' }),
  ).toContainText('Nothing you typed is lost.');
  // Only the toast says that it failed. The form doesn't contradict itself.
  await expect(dialog.getByText(/couldn’t confirm/)).toHaveCount(1);
  await expect(dialog.getByText(/failed|error/i)).toHaveCount(0);
  await admin.unroute('**/api/vacancies');
  await create.click();
  await seeToast(admin, 'Vacancy created');
  await expect(dialog).toHaveCount(0);
  await expect(cardOf(admin, 'Grade 2, called in sick')).toContainText('Maya Okafor');
  await house.teacher.goto('/dashboard/teacher/my-vacancies?tab=open');
  await expect(cardOf(house.teacher, 'Grade 2, called in sick')).toBeVisible();

  // A testing day: no teacher is absent.
  await admin.getByRole('button', { name: 'Create Vacancy' }).click();
  await dialog.getByText('No teacher is absent').click();
  await dialog.getByRole('checkbox', { name: 'Extra hands' }).check();
  await expect(dialog.getByLabel('Absence Reason')).toHaveCount(0);
  // The long list of what is missing doesn't push a button into a second row.
  await expect(dialog.getByText('Choose a shift type, add a title and add a description')).toBeVisible();
  const cancel = await dialog.getByRole('button', { name: 'Cancel' }).boundingBox();
  expect(await create.boundingBox()).toMatchObject({ y: cancel?.y });
  await dialog.getByLabel('Shift Type').selectOption({ label: 'Morning Shift (8:00 AM - 12:00 PM)' });
  await dialog.getByLabel('Date').fill(house.day(9));
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Testing proctor');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Hand out the booklets.');
  await expectAccessible(admin);
  await create.click();
  await expect(dialog).toHaveCount(0);
  await expect(cardOf(admin, 'Testing proctor')).toContainText('Extra hands');

  // The next caller: name, Enter, Enter.
  await admin.getByRole('button', { name: 'Create Vacancy' }).click();
  await expect(dialog.getByRole('searchbox', { name: 'Teacher' })).toBeFocused();
  await admin.keyboard.type('okafor');
  await admin.keyboard.press('Enter');
  await expect(dialog.getByRole('status').filter({ hasText: 'Maya Okafor is out ' })).toBeVisible();
  await expect(create).toBeFocused();
  await admin.keyboard.press('Enter');
  await seeToast(admin, 'Vacancy created', /Maya Okafor, \w{3}, \w{3} \d+\. Substitutes see it now\./);
  await expect(dialog).toHaveCount(0);
  await expect(admin.getByRole('article', { name: 'Grade 2, called in sick' })).toHaveCount(2);
  const [again] = await call(admin.request, listVacancies, { query: { order: 'soonest' } });
  expect(again).toMatchObject({
    startTime: '08:00',
    endTime: '12:00',
    shiftType: 'morning',
    additionalNotes: 'Room 3.',
    targetSubstituteIds: null,
  });
});

test('a secretary decides on requests, grouped by day and week, and finds them by search', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  const tom = await house.substitute('Tom Byron');
  await house.post(house.day(1), 'Tomorrow room');
  await house.post(house.day(15), 'Far room');
  const asked = await house.post(house.day(2), 'Asked room');
  const alsoAsked = await house.post(house.day(3), 'Also asked');
  await house.ask(tom, asked.id, 'I know the class.');
  await house.ask(tom, alsoAsked.id);
  await test.step('today’s classes are above those of later days', async () => {
    const [askedToday, calm] = [
      await house.post(house.day(0), 'Asked today'),
      await house.post(house.day(0), 'Calm today'),
    ];
    const urgent = await house.post(house.day(0), 'Urgent today', { isUrgent: true });
    await house.ask(tom, askedToday.id);
    await admin.goto(address);
    await expect(admin.getByRole('article')).toHaveCount(7);
    const inOrder = await admin.getByRole('article').getByRole('heading', { level: 3 }).allTextContents();
    expect(inOrder).toEqual([
      'Asked today',
      'Urgent today',
      'Calm today',
      'Asked room',
      'Also asked',
      'Tomorrow room',
      'Far room',
    ]);
    await expectAccessible(admin);
    for (const { id } of [askedToday, calm, urgent])
      await call(house.admin, deleteVacancy, { params: { id: String(id) } });
  });
  await admin.goto(address);
  const waiting = admin.getByRole('list', { name: 'Pending requests' });
  await expect(waiting.getByRole('article')).toHaveCount(2);
  await expect(cardOf(admin, 'Asked room')).toContainText('Tom Byron');
  await expect(cardOf(admin, 'Asked room')).toContainText('First time here');
  await expectAccessible(admin);
  await cardOf(admin, 'Asked room').getByRole('button', { name: 'Approve' }).click();
  await seeToast(admin, 'Substitute approved');
  await cardOf(admin, 'Also asked').getByRole('button', { name: 'Reject' }).click();
  await seeToast(admin, 'Substitute rejected');
  await expect(waiting.getByRole('article')).toHaveCount(0);
  await expect(waiting.getByRole('listitem')).toContainText(['You approved Tom Byron.', 'You rejected Tom Byron.']);

  await expect(
    admin.getByRole('region', { name: new RegExp(`^Tomorrow · .*${formatDate(house.day(1))}`) }),
  ).toContainText('Tomorrow room');
  await admin.getByRole('radio', { name: 'By week' }).check();
  await expect(admin).toHaveURL(/group=week/);
  await expect(admin.getByRole('region', { name: /^Week of / })).toContainText('Far room');
  await admin.reload();
  await expect(admin.getByRole('radio', { name: 'By week' })).toBeChecked();
  await admin.getByLabel('Search').fill('far');
  await expect(admin).toHaveURL(/search=far/);
  await expect(admin.getByRole('article')).toHaveCount(1);
  await admin.getByLabel('Search').fill('no such room');
  await expect(admin.getByRole('heading', { name: 'No vacancy found' })).toBeVisible();
});

test('a secretary offers an open vacancy again and edits it', async ({ open, firstBell }) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  await house.addSubstitutes(['Bo Diaz']);
  await house.post(house.day(1), 'Grade 1 classroom');
  await admin.goto(address);
  await cardOf(admin, 'Grade 1 classroom').getByRole('button', { name: 'More for' }).click();
  await admin.getByRole('menuitem', { name: 'Message substitutes' }).click();
  const message = admin.getByRole('dialog', { name: 'Message substitutes' });
  await expect(message.getByLabel('Subject')).toHaveValue(`Grade 1 classroom - ${formatDate(house.day(1))}`);
  await message.getByRole('button', { name: 'Vacancy Announcement' }).click();
  await message.getByRole('button', { name: 'Send to 1 substitute' }).click();
  await seeToast(admin, 'Message sent', 'Your message was sent to 1 substitute(s).');
  await cardOf(admin, 'Grade 1 classroom').getByRole('button', { name: 'More for' }).click();
  await admin.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Edit Vacancy' });
  await expect(dialog.getByRole('button', { name: 'Cancel absence' })).toHaveCount(0);
  await expect(dialog.getByLabel('Shift Type').locator('option:checked')).toHaveText(
    'Full Day Shift (8:00 AM - 3:00 PM)',
  );
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Grade 1, room 7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await seeToast(admin, 'Vacancy updated');
  await expect(cardOf(admin, 'Grade 1, room 7')).toBeVisible();
});

test('after a class, the secretary corrects who covered it, with a reason', async ({ open, firstBell }) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin, timeZone } = house;
  await admin.goto(`${address}?tab=past`);
  await expect(admin.getByRole('heading', { name: 'No past vacancies.' })).toBeVisible();
  const [tom, ann] = [await house.substitute('Tom Byron'), await house.substitute('Ann Lee')];
  const now = localTime(new Date(), timeZone);
  const { id } = await house.post(house.day(0), 'Early class', {
    startTime: addMinutes(now, 10),
    endTime: addMinutes(now, 20),
  });
  await house.ask(tom, id);
  await house.approve(id, tom.id);
  // The school's clock advances by more than an hour, so the class is over.
  await call(house.admin, updateSchool, { params: { id: String(house.id) }, body: { timeZone: 'Etc/GMT-14' } });
  await admin.goto(`${address}?tab=${localDate(new Date(), 'Etc/GMT-14') > house.day(0) ? 'past' : 'filled'}`);
  const card = cardOf(admin, 'Early class');
  await expect(card.getByRole('button', { name: 'Release substitute' })).toHaveCount(0);
  await card.getByRole('button', { name: 'Correct who was there' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Who was there?' });
  await expect(dialog).toContainText('The record says that Tom Byron was there.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Error: Choose who was there.')).toBeVisible();
  await expect(dialog.getByLabel('Why')).toBeFocused();
  await expectAccessible(admin, 'in every run');
  await dialog.getByRole('radio', { name: 'Ann Lee' }).check();
  await dialog.getByLabel('Why').fill('Tom was ill, Ann came.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await seeToast(admin, 'Record corrected', 'Ann Lee was there that day.');
  await expect(card).toContainText('Ann Lee');
  await card.getByRole('button', { name: 'Details and history' }).click();
  await expect(admin.getByRole('dialog', { name: 'Early class' })).toContainText(
    'Carol Whitfield recorded that Ann Lee was there',
  );
  expect(await ann.page.request.get('/api/vacancies?mine=true').then((response) => response.json())).toMatchObject([
    { id },
  ]);
});
