import { dayAgain } from '#domain/proposal.ts';
import { formatDate, localTime } from '#domain/time.ts';
import { countTaps, expect, expectAccessible, seeToast, test } from '#test/journeys/fixture.ts';
import { tabTo } from '#test/journeys/keyboard.ts';
import { openSchoolHouse } from '#test/journeys/school-house.ts';

const home = '/dashboard/teacher';

// axe checks every state twice, in light and dark.
test.describe.configure({ timeout: 240_000 });

test('a sick teacher posts an absence with four taps and some typing', async ({ open, firstBell }) => {
  const { teacher } = await openSchoolHouse(open, firstBell, ['teacher']);
  await teacher.goto(home);
  const taps = await countTaps(teacher);
  await teacher.getByRole('main').getByRole('link', { name: 'Create Absence Request' }).click();
  const shift = teacher.getByLabel('Shift Type');
  await expect(shift.locator('option').first()).toHaveText('Choose shift type');
  // The native list takes two taps that the page doesn't see.
  const listTaps = 2;
  await shift.selectOption({ label: 'Full Day Shift (8:00 AM - 3:00 PM)' });
  await teacher.getByRole('textbox', { name: 'Title' }).fill('Grade 4 classroom');
  await teacher.getByRole('textbox', { name: 'Description' }).fill('Room 12.');
  await teacher.getByRole('button', { name: 'Publish Absence Request' }).click();
  await expect(teacher.locator('[data-toast]')).toContainText('Absence request created successfully');
  expect((await taps()) + listTaps).toBe(4);
  await seeToast(teacher, 'Success', 'Absence request created successfully');
  await expect(teacher).toHaveURL(home);
  await expect(
    teacher.getByRole('region', { name: 'Coming up' }).getByRole('row', { name: 'Grade 4 classroom' }),
  ).toContainText('No one yet');
});

test('the absence form works with only the keyboard', async ({ open, firstBell }) => {
  const { teacher } = await openSchoolHouse(open, firstBell, ['teacher']);
  await teacher.goto(home);
  await tabTo(teacher, teacher.getByRole('main').getByRole('link', { name: 'Create Absence Request' }));
  await teacher.keyboard.press('Enter');
  await expect(teacher.getByRole('heading', { level: 1, name: 'Create Absence Request' })).toBeFocused();
  await expect(teacher.getByLabel('Shift Type').locator('option')).toHaveCount(4);
  await tabTo(teacher, teacher.getByLabel('Shift Type'));
  await teacher.keyboard.type('Morning');
  await expect(teacher.getByLabel('End Time')).toHaveValue('12:00');
  await tabTo(teacher, teacher.getByRole('textbox', { name: 'Title' }));
  await teacher.keyboard.type('Grade 4 by keyboard');
  await tabTo(teacher, teacher.getByRole('textbox', { name: 'Description' }));
  await teacher.keyboard.type('Room 12.');
  await tabTo(teacher, teacher.getByRole('checkbox', { name: 'Urgent' }));
  await teacher.keyboard.press('Space');
  await tabTo(teacher, teacher.getByRole('button', { name: 'Publish Absence Request' }));
  await teacher.keyboard.press('Enter');
  await expect(teacher).toHaveURL(home);
  await expect(teacher.getByRole('row', { name: 'Grade 4 by keyboard' })).toContainText('Urgent');
});

/** Returns the day for which an absence on day 3 is repeated, with these other absences. */
function againOn(
  house: { day: (days: number) => string; timeZone: string },
  absences: { date: string; start: string; end: string }[],
) {
  const times = { start: '08:15', end: '15:00' };
  return dayAgain(times, {
    today: house.day(0),
    time: localTime(new Date(), house.timeZone),
    closures: [],
    absences: [...absences, { date: house.day(3), ...times }],
  });
}

test('the last absence is repeated for several days except one, all or none', async ({ open, firstBell }) => {
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const { teacher } = house;
  const tom = await house.substitute('Tom Byron');
  const { id } = await house.post(house.day(3), 'Grade 4, fractions', { startTime: '08:15', absenceReason: 'Illness' });
  await house.ask(tom, id, 'I know the class.');
  const absent = againOn(house, []);
  await house.post(absent.date, 'Field trip');
  await teacher.goto(`${home}/create-absence-request`);
  await teacher.getByRole('textbox', { name: 'Title' }).fill('Something else');
  await teacher.getByRole('button', { name: 'Repeat last' }).click();
  await expect(teacher.getByRole('textbox', { name: 'Title' })).toHaveValue('Grade 4, fractions');
  await expect(teacher.getByRole('textbox', { name: 'Description' })).toHaveValue('Plans are on the desk.');
  // The form is for the rest of today, or else the next school day, but not for a day on which the teacher is already
  // absent.
  const again = againOn(house, [{ date: absent.date, start: '08:00', end: '15:00' }]);
  await expect(teacher.getByLabel('Start Time')).toHaveValue(again.start);
  await expect(teacher.getByLabel('Absence Reason')).toHaveValue('Illness');
  await expect(teacher.getByLabel('Date')).toHaveValue(again.date);
  await teacher.getByRole('button', { name: 'Undo' }).click();
  await expect(teacher.getByRole('textbox', { name: 'Title' })).toHaveValue('Something else');
  await teacher.getByRole('button', { name: 'Repeat last' }).click();

  await teacher.getByLabel('Date').fill(house.day(10));
  await teacher.getByRole('checkbox', { name: 'Several days' }).check();
  await teacher.getByLabel('Last Day').fill(house.day(9));
  await expect(teacher.getByText('Check the days to publish.')).toBeVisible();
  await teacher.getByLabel('Last Day').fill(house.day(16));
  // All seven days are listed; the weekend isn't checked.
  const days = teacher.getByRole('group', { name: 'Days' });
  await expect(days.getByRole('checkbox')).toHaveCount(7);
  await expect(days.getByRole('checkbox', { checked: true })).toHaveCount(5);
  await days.getByRole('checkbox', { checked: true }).first().uncheck();
  await expect(teacher.getByText('4 vacancies to post.')).toBeVisible();
  await expectAccessible(teacher);
  await teacher.reload();
  await expect(days.getByRole('checkbox', { checked: true })).toHaveCount(4);
  await teacher.getByRole('button', { name: 'Publish Absence Request' }).click();
  await seeToast(teacher, 'Success', '4 days, one vacancy for each.');
  await teacher.goto(`${home}/my-vacancies?tab=open`);
  await expect(teacher.getByRole('article', { name: 'Grade 4, fractions' })).toHaveCount(4);
});

test('the dashboard shows pending requests, absences by reason, and upcoming absences with their substitutes', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const { teacher } = house;
  await teacher.goto(home);
  await expect(teacher.getByRole('heading', { name: 'No upcoming absences' })).toBeVisible();
  await expectAccessible(teacher, 'in every run');

  const tom = await house.substitute('Tom Byron');
  await house.post(house.day(2), 'Open room', { absenceReason: 'Bereavement' });
  const asked = await house.post(house.day(3), 'Asked room', { absenceReason: 'Illness', isUrgent: true });
  await house.ask(tom, asked.id);
  const covered = await house.post(house.day(4), 'Covered room', { absenceReason: 'Illness' });
  await house.ask(tom, covered.id);
  await house.approve(covered.id, tom.id);
  await teacher.reload();
  await expect(teacher.getByRole('heading', { level: 1, name: 'Teacher Dashboard' })).toBeVisible();
  await expect(teacher.getByRole('main')).toContainText(house.name);
  const figures = teacher.getByRole('region', { name: 'Absences by reason' }).locator('dl > div');
  await expect(figures).toHaveText([
    'Total Absences3',
    'Personal0',
    'Illness2',
    'Family Illness0',
    'Bereavement1',
    'Paternity Leave0',
  ]);
  await expect(teacher.getByRole('region', { name: 'Absences by reason' })).toContainText('past and upcoming');
  const next = teacher.getByRole('region', { name: 'Coming up' });
  await expect(next.getByRole('row', { name: 'Open room' })).toContainText('No one yet');
  await expect(next.getByRole('row', { name: 'Asked room' })).toContainText('Requested by Tom Byron');
  await expect(next.getByRole('row', { name: 'Covered room' })).toContainText(formatDate(house.day(4)));
  await expectAccessible(teacher);

  const waiting = teacher.getByRole('region', { name: 'Waiting for your answer' });
  await expect(waiting.getByRole('listitem')).toContainText('Tom Byron requested Asked room');
  await expect(waiting.getByRole('link', { name: 'All requests' })).toHaveAttribute(
    'href',
    `${home}/my-vacancies?tab=pending`,
  );
  await waiting.getByRole('button', { name: 'Approve Tom Byron' }).click();
  await seeToast(teacher, 'Substitute approved');
  // The answered row stays where it is, so a second tap hits no one else.
  await expect(waiting.getByRole('listitem')).toContainText('You approved Tom Byron.');
  await expect(next.getByRole('row', { name: 'Asked room' })).toContainText('Filled');

  await next.getByRole('link', { name: 'Asked room' }).click();
  const details = teacher.getByRole('dialog', { name: 'Asked room' });
  await expect(details).toContainText('Maya Okafor posted the absence');
  await expect(details).toContainText('Tom Byron requested it');
  await expect(details).toContainText('Maya Okafor approved Tom Byron');
  await expectAccessible(teacher, 'in every run');
  await details.getByRole('button', { name: 'Close' }).last().click();
  await expect(details).toHaveCount(0);
  await expect(teacher).toHaveURL(`${home}/my-vacancies`);
});

test('a teacher selects substitutes, messages them, and sees who got the message', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const { teacher } = house;
  await teacher.goto(`${home}/approved-substitutes`);
  await expect(teacher.getByRole('heading', { name: 'No approved substitutes' })).toBeVisible();
  await expectAccessible(teacher);
  await house.addSubstitutes(['Ann Lee', 'Bo Diaz', 'Cara Lind']);
  const vacancy = await house.post(house.day(2), 'Grade 4 classroom');
  await teacher.reload();

  const all = teacher.getByRole('checkbox', { name: 'Select all' });
  const status = teacher
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /approved|selected|found/ });
  await expect(teacher.getByRole('list', { name: 'Approved substitutes' }).getByRole('listitem')).toHaveCount(3);
  await expect(teacher.getByRole('listitem').filter({ hasText: 'Ann Lee' })).toContainText(
    'B.A. English · English, Art · has not taught here yet',
  );
  await expect(status).toHaveText('3 approved');
  await teacher.getByRole('checkbox', { name: 'Select Ann Lee' }).check();
  await expect(all).toHaveJSProperty('indeterminate', true);
  await expect(status).toHaveText('1 selected');
  await all.check();
  await expect(status).toHaveText('3 selected');
  await expectAccessible(teacher);
  await all.uncheck();
  await expect(teacher.getByRole('button', { name: 'Message All' })).toBeVisible();
  await teacher.getByLabel('Search substitutes by name').fill('bo d');
  await expect(teacher).toHaveURL(/search=bo\+d/);
  await expect(status).toHaveText('1 found');
  await teacher.getByRole('checkbox', { name: 'Select Bo Diaz' }).check();
  await teacher.getByRole('button', { name: 'Message Selected' }).click();

  const dialog = teacher.getByRole('dialog', { name: 'Message substitutes' });
  await expect(
    dialog.getByRole('button', {
      name: /^(Vacancy Announcement|Lesson Plan Instructions|Urgent Coverage Needed|Thank You Message)$/,
    }),
  ).toHaveCount(4);
  await expect(dialog.getByLabel('Subject')).toHaveValue('Message from your teacher');
  await expect(dialog.getByRole('list', { name: 'Chosen recipients' })).toHaveText('Bo Diaz');
  const before = teacher.viewportSize();
  await teacher.setViewportSize({ width: 1280, height: 844 });
  expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(700);
  if (before) await teacher.setViewportSize(before);
  await dialog.getByRole('button', { name: 'Send to 1 substitute' }).click();
  await expect(dialog.getByLabel('Message', { exact: true })).toBeFocused();
  await seeToast(teacher, 'Message required', 'Please enter a message to send.');
  await expectAccessible(teacher);
  await dialog.getByRole('button', { name: 'Remove Bo Diaz' }).click();
  await dialog.getByLabel('Message', { exact: true }).fill('My own words.');
  await dialog.getByRole('button', { name: 'Send Message' }).click();
  await seeToast(teacher, 'No recipients selected', 'Please select at least one substitute to send the message to.');
  await dialog.getByLabel('Add a substitute').fill('cara');
  await dialog.getByRole('button', { name: 'Cara Lind' }).click();

  await dialog.getByRole('button', { name: 'Urgent Coverage Needed' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Mark as urgent (sends SMS)' })).toBeChecked();
  await expect(dialog.getByLabel('Message', { exact: true })).toHaveValue(/very short notice/);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByLabel('Message', { exact: true })).toHaveValue('My own words.');
  await dialog.getByRole('button', { name: 'Urgent Coverage Needed' }).click();
  await dialog.getByLabel('About a vacancy').selectOption(String(vacancy.id));
  await expect(dialog.getByLabel('Subject')).toHaveValue(`Grade 4 classroom - ${formatDate(house.day(2))}`);

  expectRefusal('/api/messages');
  await teacher.route('**/api/messages', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Send to 1 substitute' }).click();
  await seeToast(teacher, 'Failed to send message', 'An unknown error occurred');
  await expect(dialog.getByText('Failed to send message. Please try again.')).toBeVisible();
  await expectAccessible(teacher);
  await teacher.unroute('**/api/messages');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await teacher.getByRole('button', { name: 'Message Selected' }).click();
  await expect(dialog.getByLabel('Message', { exact: true })).toHaveValue(/very short notice/);
  await teacher.reload();
  await expect(dialog.getByRole('list', { name: 'Chosen recipients' })).toHaveText('Bo Diaz');
  await dialog.getByRole('button', { name: 'Send to 1 substitute' }).click();
  await expect(
    teacher.locator('[data-toast]').getByText('Your message was sent to 1 substitute(s).', { exact: true }),
  ).toBeVisible();
  await seeToast(
    teacher,
    'Message sent',
    'No email and no text message went out. Your message is in their FirstBell notifications.',
  );

  await teacher.getByRole('tab', { name: 'Sent' }).click();
  await expect(teacher).toHaveURL(/tab=sent/);
  const sent = teacher.getByRole('article', { name: `Grade 4 classroom - ${formatDate(house.day(2))}` });
  await sent.getByText('1 recipient').click();
  await expect(sent).toContainText('Bo Diaz');
  await expect(sent).toContainText('In FirstBell · Email: no address · Text message: not opted in');
  await expectAccessible(teacher);
});

test('an open vacancy is offered to everyone, a request shows its message, and plans can be added until its end', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const { teacher } = house;
  const tom = await house.substitute('Tom Byron');
  await house.addSubstitutes(['Ann Lee']);
  const { id } = await house.post(house.day(2), 'Science room');
  await teacher.goto(`${home}/my-vacancies`);
  const card = teacher.getByRole('article', { name: 'Science room' });
  await card.getByRole('button', { name: 'Message substitutes' }).click();
  const dialog = teacher.getByRole('dialog', { name: 'Message substitutes' });
  await expect(dialog.getByLabel('Subject')).toHaveValue(`Science room - ${formatDate(house.day(2))}`);
  await expect(dialog.getByRole('checkbox', { name: 'All approved substitutes' })).toBeChecked();
  // A thank-you goes to one person, never to everyone.
  await dialog.getByRole('button', { name: 'Thank You Message' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'All approved substitutes' })).not.toBeChecked();
  await expect(dialog).toContainText('No one selected yet.');
  await dialog.getByRole('checkbox', { name: 'All approved substitutes' }).check();
  await dialog.getByRole('button', { name: 'Vacancy Announcement' }).click();
  await dialog.getByRole('button', { name: 'Send to 2 substitutes' }).click();
  await seeToast(teacher, 'Message sent', 'Your message was sent to 2 substitute(s).');
  await expect(teacher).toHaveURL(/my-vacancies/);

  await house.ask(tom, id, 'I can be there by 7:40.');
  await teacher.reload();
  await expect(teacher.getByRole('tab', { name: 'Pending Requests' })).toContainText('1');
  await expect(card).toContainText('Tom Byron');
  await expect(card).toContainText('First time here');
  await card.getByRole('button', { name: 'Edit' }).click();
  const plans = teacher.getByRole('dialog', { name: 'Add Plans or Notes' });
  await expect(plans).toContainText('Added by a substitute“I can be there by 7:40.”');
  await plans.getByLabel('Lesson Plans Document Link').fill('https://docs.google.com/plans');
  await plans.getByRole('button', { name: 'Save' }).click();
  await seeToast(teacher, 'Vacancy updated');
  await expect(card.getByRole('link', { name: 'Lesson plans' })).toHaveAttribute(
    'href',
    'https://docs.google.com/plans',
  );
  await card.getByRole('button', { name: 'Details and history' }).click();
  await expect(teacher).toHaveURL(new RegExp(`vacancy=${id}`));
  const details = teacher.getByRole('dialog', { name: 'Science room' });
  await expect(details).toContainText('Maya Okafor changed it');
  await teacher.goBack();
  await expect(details).toHaveCount(0);
  await expect(card).toBeVisible();
});
