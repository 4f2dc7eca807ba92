import { createUser } from '#contract/users.ts';
import { updateSchool } from '#contract/schools.ts';
import { createVacancy } from '#contract/absences.ts';
import { getVacancy, listVacancies } from '#contract/vacancies.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { schoolDayFrom } from '#domain/closure.ts';
import { addDays, formatDate } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import { countTaps, expect, makeDeaf, test } from '#test/journeys/fixture.ts';
import { openSchoolHouse } from '#test/journeys/school-house.ts';

const form = '/dashboard/teacher/create-absence-request';
const mine = '/dashboard/teacher/my-vacancies';
const reasons = ['Personal', 'Illness', 'Family Illness', 'Bereavement', 'Paternity Leave'];

test('the absence form starts with its defaults, and the vacancy has the value of each field', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const { teacher } = house;
  await teacher.goto(form);
  const shift = teacher.getByLabel('Shift Type');
  await expect(shift.locator('option')).toHaveText([
    'Choose shift type',
    'Full Day Shift (8:00 AM - 3:00 PM)',
    'Morning Shift (8:00 AM - 12:00 PM)',
    'Afternoon Shift (12:30 PM - 3:00 PM)',
  ]);
  await expect(shift.locator('option').first()).toBeDisabled();
  await expect(shift).toHaveValue('');
  await expect(teacher.getByLabel('Date', { exact: true })).toHaveValue(house.day(0));
  await expect(teacher.getByLabel('Start Time')).toHaveValue('08:00');
  await expect(teacher.getByLabel('End Time')).toHaveValue('15:00');
  await expect(teacher.getByLabel('Absence Reason')).toHaveValue('Personal');
  await expect(teacher.getByLabel('Absence Reason').locator('option')).toHaveText(reasons);
  for (const flag of ['May need changes', 'Urgent'])
    await expect(teacher.getByRole('checkbox', { name: flag })).not.toBeChecked();
  await expect(teacher.getByRole('checkbox', { name: 'Notify all substitutes' })).toBeChecked();
  await expect(teacher.getByLabel('Lesson Plans Document Link')).toHaveValue('');
  const publish = teacher.getByRole('button', { name: 'Publish Absence Request' });
  await expect(publish).toBeDisabled();
  await teacher.getByLabel('Start Time').fill('');
  await expect(teacher.getByText('TBD', { exact: true }).first()).toBeVisible();

  await shift.selectOption('Afternoon Shift (12:30 PM - 3:00 PM)');
  await expect(teacher.getByLabel('Start Time')).toHaveValue('12:30');
  await expect(teacher.getByLabel('End Time')).toHaveValue('15:00');
  await teacher.getByLabel('Start Time').fill('13:45');
  await test.step('a shift keeps its name only with its own times', async () => {
    const named = shift.locator('option:checked');
    await expect(named).toHaveText('Custom (1:45 PM - 3:00 PM)');
    await expect(teacher.getByText('1.3 hours (1 h 15 min)').first()).toBeVisible();
    await shift.selectOption('Afternoon Shift (12:30 PM - 3:00 PM)');
    await expect(teacher.getByLabel('Start Time')).toHaveValue('12:30');
    await expect(named).toHaveText('Afternoon Shift (12:30 PM - 3:00 PM)');
    await teacher.getByLabel('Start Time').fill('12:45');
  });
  await test.step('urgent is suggested only for today, and for a weekend only if it was added on purpose', async () => {
    const urgent = teacher.getByRole('checkbox', { name: 'Urgent' });
    const severalDays = teacher.getByRole('checkbox', { name: /^Several days/ });
    const isWeekend = schoolDayFrom(house.day(0), []) !== house.day(0);
    if (isWeekend) {
      await expect(teacher.getByText('is on a weekend.')).toBeVisible();
      await expect(teacher.getByRole('button', { name: 'Mark as urgent' })).toHaveCount(0);
      await severalDays.check();
      await teacher.getByRole('checkbox', { name: formatDate(house.day(0)) }).check();
    }
    await teacher.getByRole('button', { name: 'Mark as urgent' }).click();
    await expect(urgent).toBeChecked();
    await teacher.getByRole('button', { name: 'Not urgent' }).click();
    await expect(urgent).not.toBeChecked();
    if (isWeekend) await severalDays.uncheck();
    await teacher.getByLabel('Date', { exact: true }).fill(house.day(1));
    await expect(teacher.getByRole('button', { name: 'Mark as urgent' })).toHaveCount(0);
    await teacher.getByLabel('Date', { exact: true }).fill(house.day(0));
  });
  await teacher.getByRole('textbox', { name: 'Title' }).fill('Grade 4, art');
  await teacher.getByRole('textbox', { name: 'Description' }).fill('Room 12.');
  await teacher.getByLabel('Lesson Plans Document Link').fill('docs.google.com/plans');
  await teacher.getByRole('checkbox', { name: 'May need changes' }).check();

  const held = Promise.withResolvers<void>();
  await teacher.route('**/api/vacancies', async (route) => {
    await held.promise;
    await route.continue();
  });
  await publish.click();
  await expect(teacher.getByRole('button', { name: 'Publishing...' })).toHaveAttribute('aria-disabled', 'true');
  held.resolve();
  await expect(teacher.locator('[data-toast]')).toContainText('Absence request created successfully');
  await teacher.unroute('**/api/vacancies');
  const [posted] = await call(teacher.request, listVacancies, {});
  expect(posted).toMatchObject({
    date: house.day(0),
    startTime: '12:45',
    endTime: '15:00',
    shiftType: 'afternoon',
    absenceReason: 'Personal',
    description: 'Grade 4, art',
    additionalNotes: 'Room 12.',
    googleDocLink: 'https://docs.google.com/plans',
    mayNeedChanges: true,
    isUrgent: false,
    status: 'open',
  });
  // Once the absence is posted, the form no longer starts with it.
  await teacher.goto(form);
  await expect(teacher.getByRole('textbox', { name: 'Title' })).toHaveValue('Grade 4, art');
  await expect(shift).toHaveValue('');
});

test('a sick teacher posts with two taps: class, room and plans of the last absence are filled in', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  expectRefusal('/api/vacancies');
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const { teacher } = house;
  // The next school day is closed, so it isn't suggested or selected among several days.
  const closed = schoolDayFrom(house.day(1), []);
  const next = schoolDayFrom(addDays(closed, 1), []);
  const later = schoolDayFrom(addDays(next, 1), []);
  await call(house.admin, updateSchool, {
    params: { id: String(house.id) },
    body: { closures: [{ from: closed, to: closed, name: 'Teacher workday' }] },
  });
  await teacher.goto('/dashboard/teacher');
  const out = teacher.getByRole('group', { name: 'Post an absence' });
  await out.getByRole('button').last().click();
  const dialog = teacher.getByRole('dialog', { name: /^I'm out/ });
  await expect(dialog.getByRole('article')).toContainText("Maya Okafor's class");
  await dialog.getByText('Change day, shift, class').click();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Grade 4, fractions');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Room 12.');
  await dialog.getByLabel('Lesson Plans Document Link').fill('https://docs.google.com/plans');
  await dialog.getByLabel('Shift Type').selectOption('morning');
  await dialog.getByLabel('Date', { exact: true }).fill(closed);
  await dialog.getByRole('checkbox', { name: 'Several days' }).check();
  await dialog.getByLabel('Last Day').fill(next);
  const workday = dialog.getByRole('checkbox', { name: formatDate(closed) });
  await expect(workday).not.toBeChecked();
  await expect(workday).toHaveAccessibleDescription('Teacher workday');
  await expect(dialog.getByRole('checkbox', { name: formatDate(next) })).toBeChecked();
  await dialog.getByRole('checkbox', { name: 'Several days' }).uncheck();
  await dialog.getByLabel('Date', { exact: true }).fill(later);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(teacher.locator('[data-toast]')).toContainText('Absence request created successfully');
  await expect(dialog).toHaveCount(0);

  // From now on, posting takes two taps: open the prefilled form, check it, and send it.
  const taps = await countTaps(teacher);
  await out.getByRole('button').last().click();
  await expect(dialog.getByRole('article')).toContainText('Grade 4, fractions');
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await taps()).toBe(2);
  await expect(teacher.getByRole('region', { name: 'Coming up' }).getByRole('row')).toHaveCount(3);
  const same = {
    startTime: '08:00',
    endTime: '12:00',
    shiftType: 'morning',
    description: 'Grade 4, fractions',
    additionalNotes: 'Room 12.',
    googleDocLink: 'https://docs.google.com/plans',
    absenceReason: 'Personal',
  };
  expect(await call(teacher.request, listVacancies, {})).toMatchObject([
    { ...same, date: next },
    { ...same, date: later },
  ]);
  await expect(teacher.locator('main h2').filter({ hasText: /Coming up|Absences by reason/ })).toHaveText([
    'Coming up',
    'Absences by reason',
  ]);
  await teacher.setViewportSize({ width: 390, height: 844 });
  const bar = teacher.getByRole('navigation', { name: 'Quick' });
  await expect(bar.getByRole('link')).toContainText(['Dashboard', 'Absence', 'Vacancies', 'Substitutes']);
  // The rest of that day is proposed. Posting the same again says so next to the buttons, on a phone as well.
  await out.getByRole('button').last().click();
  await dialog.getByText('Change day, shift, class').click();
  await expect(dialog.getByLabel('Date', { exact: true })).toHaveValue(next);
  await expect(dialog.getByLabel('Start Time')).toHaveValue('12:00');
  await dialog.getByLabel('Shift Type').selectOption('morning');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByText(/^You already posted an absence for /)).toBeInViewport();
  await expect(dialog.getByRole('button', { name: 'Post anyway' })).toBeInViewport();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await bar.getByRole('link', { name: 'Vacancies' }).click();
  await expect(teacher).toHaveURL(mine);
});

test('only available shifts are offered, and chosen substitutes are kept after a reload', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const { teacher } = house;
  const tom = await house.substitute('Tom Byron');
  await house.addSubstitutes(['Ann Lee']);
  const { schools } = (await (await teacher.request.get('/api/user')).json()) as { schools: { id: number }[] };
  const settings = {
    allowFullDay: true,
    fullDayStart: null,
    fullDayEnd: null,
    allowMorningShift: true,
    morningStart: '07:45',
    morningEnd: '11:30',
    allowAfternoonShift: false,
  };
  await call(house.admin, updateSchool, {
    params: { id: String(schools[0]?.id) },
    body: { vacancySettings: settings },
  });
  await teacher.goto(form);
  await expect(teacher.getByLabel('Shift Type').locator('option')).toHaveText([
    'Choose shift type',
    'Morning Shift (7:45 AM - 11:30 AM)',
  ]);
  // Its times are the only ones that the school offers, so the form starts with them.
  await expect(teacher.getByLabel('Start Time')).toHaveValue('07:45');
  await expect(teacher.getByLabel('End Time')).toHaveValue('11:30');
  await teacher.getByLabel('Shift Type').selectOption({ index: 1 });
  await teacher.getByRole('textbox', { name: 'Title' }).fill('Grade 4, reading');
  await teacher.getByRole('textbox', { name: 'Description' }).fill('Room 12.');
  await teacher.getByRole('checkbox', { name: 'Notify all substitutes' }).uncheck();
  await expect(teacher.getByText('No one selected. No one will be notified.')).toBeVisible();
  await test.step('the form says how many substitutes are available, and why the others are not notified', async () => {
    const elsewhere = await house.post(house.day(0), 'Other room', { shiftType: 'morning', endTime: '09:00' });
    await house.ask(tom, elsewhere.id);
    await house.approve(elsewhere.id, tom.id);
    await teacher.getByRole('checkbox', { name: 'Notify all substitutes' }).check();
    await expect(teacher.getByText('Notifies 1 of 2 substitutes: 1 booked elsewhere.')).toBeVisible();
    await teacher.getByLabel('Start Time').fill('09:00');
    await expect(teacher.getByText('Notifies all 2 substitutes.')).toBeVisible();
    await teacher.getByRole('checkbox', { name: 'Notify all substitutes' }).uncheck();
  });
  await teacher.getByLabel('Search substitutes').fill('byron');
  await expect(teacher.getByRole('group', { name: 'Who is notified' }).getByRole('checkbox')).toHaveCount(1);
  await teacher.getByRole('checkbox', { name: 'Tom Byron' }).check();
  await teacher.getByRole('checkbox', { name: 'Urgent' }).check();
  await expect(teacher.getByText("Text messages aren't set up here. Everyone will see it in FirstBell.")).toBeVisible();
  await teacher.route('**/api/messages/count-sms', async (route) =>
    route.fulfill({ json: { isSetUp: true, reached: 1, usedThisMonth: 40, monthlyLimit: 500 } }),
  );
  await teacher.reload();
  await expect(teacher.getByRole('textbox', { name: 'Title' })).toHaveValue('Grade 4, reading');
  await expect(teacher.getByText('1 substitute selected.')).toBeVisible();
  await expect(
    teacher.getByText(
      "At most 1 of 1 person will get it as a text message. Everyone will see it in FirstBell. 40 of this month's 500 text messages are used.",
    ),
  ).toBeVisible();
  await teacher.getByRole('checkbox', { name: 'Notify all substitutes' }).check();
  await expect(teacher.getByText('At most 1 of 2 people will get it as a text message.')).toBeVisible();
  await teacher.getByRole('checkbox', { name: 'Notify all substitutes' }).uncheck();
  await teacher.getByRole('button', { name: 'Publish Absence Request' }).click();
  await expect(teacher.locator('[data-toast]')).toContainText('Absence request created successfully');
  const [posted] = await call(teacher.request, listVacancies, {});
  expect(posted).toMatchObject({ targetSubstituteIds: [tom.id], isUrgent: true });
});

test('an absence whose reply was lost in a reload is posted once', async ({ open, firstBell }) => {
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const { teacher } = house;
  await teacher.goto(form);
  await teacher.getByLabel('Shift Type').selectOption('full_day');
  await teacher.getByRole('textbox', { name: 'Title' }).fill('Grade 4, music');
  await teacher.getByRole('textbox', { name: 'Description' }).fill('Room 12.');
  const publish = teacher.getByRole('button', { name: 'Publish Absence Request' });
  const arrived = Promise.withResolvers<string | undefined>();
  await teacher.route('**/api/vacancies', async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.fallback();
    const answer = await route.fetch();
    // The page is left before the reply.
    arrived.resolve(answer.ok() ? request.headers()['idempotency-key'] : undefined);
  });
  await publish.click();
  const key = await arrived.promise;
  expect(key).toBeDefined();
  await teacher.reload();
  await teacher.unroute('**/api/vacancies');
  await expect(teacher.getByRole('textbox', { name: 'Title' })).toHaveValue('Grade 4, music');
  const again = teacher.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/vacancies'),
  );
  await publish.click();
  expect((await again).headers()['idempotency-key']).toBe(key);
  await expect(teacher.locator('[data-toast]')).toContainText('Absence request created successfully');
  expect(await call(teacher.request, listVacancies, {})).toHaveLength(1);
});

test("'Repeat last' copies none of a substitute’s message, however many lines it had", async ({ open, firstBell }) => {
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const tom = await house.substitute('Tom Byron');
  const { id } = await house.post(house.day(3), 'Grade 4, fractions');
  await house.ask(tom, id, 'I know the class.\n\nI come at 7:40,\nby bicycle.');
  const { additionalNotes } = await call(house.teacher.request, getVacancy, { params: { id: String(id) } });
  expect(additionalNotes).toContain('by bicycle. [Added by substitute]');
  await house.teacher.goto(form);
  await house.teacher.getByRole('button', { name: 'Repeat last' }).click();
  await expect(house.teacher.getByRole('textbox', { name: 'Description' })).toHaveValue('Plans are on the desk.');
});

test('cards show time, length and urgency; the dashboard counts only one’s own absences', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const { teacher } = house;
  // A change elsewhere would trigger a load of the data that is held back here.
  await makeDeaf(teacher);
  await house.post(house.day(2), 'Urgent room', { startTime: '08:00', endTime: '12:20', isUrgent: true });
  await house.post(house.day(3), 'Calm room');
  const colleague = await call(house.admin, createUser, {
    body: {
      role: 'teacher',
      username: `lee_${Date.now().toString(36)}`,
      fullName: 'Lee Park',
      password: 'lantern-meadow-42',
      confirmPassword: 'lantern-meadow-42',
    },
  });
  const absence = {
    date: house.day(4),
    startTime: '08:00',
    endTime: '15:00',
    shiftType: 'full_day',
    description: "A colleague's room",
    additionalNotes: 'Room 14.',
    teacherId: colleague.id,
  } as const;
  await call(house.admin, createVacancy, { body: absence });
  await teacher.goto('/dashboard/teacher');
  await expect(teacher.getByRole('region', { name: 'Absences by reason' }).locator('dl > div').first()).toHaveText(
    'Total Absences2',
  );

  await teacher.goto(`${mine}?tab=open`);
  const urgent = teacher.getByRole('article', { name: 'Urgent room' });
  await expect(teacher.getByRole('article')).toHaveCount(2);
  for (const words of ['Urgent', 'Open', formatDate(house.day(2)), '8:00 AM – 12:20 PM', '4.3 hours'])
    await expect(urgent).toContainText(words);
  const redness = (name: string) =>
    teacher.getByRole('article', { name }).evaluate((card) => {
      const [red = 0, green = 0, blue = 0] = (
        /[\d.]+, [\d.]+, [\d.]+/.exec(getComputedStyle(card).borderTopColor)?.[0] ?? ''
      )
        .split(', ')
        .map(Number);
      return red - Math.max(green, blue);
    });
  expect(await redness('Urgent room')).toBeGreaterThan(80);
  expect(await redness('Calm room')).toBeLessThan(20);
  await expect(teacher.getByRole('article', { name: 'Calm room' })).toContainText('7.0 hours');
  for (const [tab, empty] of [
    ['pending', 'No pending requests.'],
    ['filled', 'No filled vacancies.'],
  ] as const) {
    await teacher.goto(`${mine}?tab=${tab}`);
    await expect(teacher.getByRole('heading', { name: empty })).toBeVisible();
  }

  await test.step('a request says so if its substitute cannot be loaded or is missing', async () => {
    const tom = await house.substitute('Tom Byron');
    const { id } = await house.post(house.day(5), 'Asked room');
    await house.ask(tom, id);
    for (const [requestedById, words] of [
      [tom.id, 'Unable to load substitute information'],
      [null, 'No substitute requested'],
    ] as const) {
      await teacher.route('**/api/vacancies?*', async (route) => {
        const response = await route.fetch();
        const rows = (await response.json()) as { status: string }[];
        await route.fulfill({
          response,
          json: rows.map((row) =>
            row.status === 'pending_approval' ? { ...row, requester: null, requestedById } : row,
          ),
        });
      });
      await teacher.goto(`${mine}?tab=pending`);
      await expect(teacher.getByRole('article', { name: 'Asked room' })).toContainText(words);
      await expect(teacher.getByRole('article', { name: 'Asked room' })).toContainText('Pending Approval');
      await expect(teacher.getByRole('button', { name: 'Approve' })).toBeDisabled();
      await teacher.unroute('**/api/vacancies?*');
    }
  });

  await test.step('a failed load can be retried', async () => {
    expectRefusal('/api/vacancies');
    await teacher.route('**/api/vacancies?*', (route) => route.abort());
    await teacher.goto(`${mine}?tab=open`);
    await expect(teacher.getByRole('heading', { name: 'Vacancies could not be loaded' })).toBeVisible();
    await teacher.unroute('**/api/vacancies?*');
    await teacher.getByRole('button', { name: 'Try again' }).click();
    await expect(teacher.getByRole('article', { name: 'Calm room' })).toBeVisible();
  });
});

test('an absence is edited while it is open, canceled, and its substitute released, each at its own address', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const { teacher } = house;
  const tom = await house.substitute('Tom Byron');
  const { id } = await house.post(house.day(2), 'Science room');
  await teacher.goto(`${mine}?tab=open`);
  await teacher.getByRole('article', { name: 'Science room' }).getByRole('button', { name: 'Edit' }).click();
  await expect(teacher).toHaveURL(`${mine}?tab=open&edit=${id}`);
  const dialog = teacher.getByRole('dialog', { name: 'Edit Vacancy' });
  await dialog.getByLabel('Title').fill('Chemistry room');
  expectRefusal(`/api/vacancies/${id}`);
  await call(house.admin, updateVacancy, {
    params: { id: String(id) },
    body: { description: 'Physics room', mayNeedChanges: true },
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Changed by someone else to “Physics room”.')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue('Chemistry room');
  await expect(dialog.getByRole('checkbox', { name: 'May need changes' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const card = teacher.getByRole('article', { name: 'Chemistry room' });
  await expect(card.getByRole('button', { name: 'Edit' })).toBeFocused();
  await expect(teacher).toHaveURL(`${mine}?tab=open`);
  await teacher.goForward();
  await expect(dialog).toBeVisible();
  await teacher.goBack();
  await expect(dialog).toHaveCount(0);

  await house.ask(tom, id);
  await house.approve(id, tom.id);
  await teacher.goto(`${mine}?tab=filled`);
  await expect(card).toContainText('Filled');
  await card.getByRole('button', { name: 'Release substitute' }).click();
  await expect(teacher).toHaveURL(`${mine}?tab=filled&release=${id}`);
  await teacher.reload();
  const why = teacher.getByRole('dialog', { name: 'Release Tom Byron?' });
  await why.getByLabel('Why').fill('I am well again.');
  await why.getByRole('button', { name: 'Release substitute' }).click();
  await expect(teacher.locator('[data-toast]')).toContainText(
    'Chemistry room is open again. Tom Byron will see your reason.',
  );
  await expect(card).toHaveCount(0);
  await expect(why).toHaveCount(0);

  // On the dashboard, an upcoming absence opens with its actions.
  await teacher.goto('/dashboard/teacher');
  await teacher.getByRole('region', { name: 'Coming up' }).getByRole('link', { name: 'Chemistry room' }).click();
  const details = teacher.getByRole('dialog', { name: 'Chemistry room' });
  await details.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel absence' }).click();
  const sure = teacher.getByRole('alertdialog', { name: `Cancel your absence on ${formatDate(house.day(2))}?` });
  await expect(sure).toHaveCount(1);
  await sure.getByRole('button', { name: 'Keep absence' }).click();
  await expect(sure).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog).toHaveCount(0);
  await details.getByRole('button', { name: 'Cancel absence' }).click();
  await sure.getByRole('button', { name: 'Cancel absence' }).click();
  await expect(teacher.locator('[data-toast]')).toContainText('Vacancy deleted');
  await expect(details).toHaveCount(0);
  await expect(sure).toHaveCount(0);
  await teacher.goto(`${mine}?tab=open`);
  await expect(teacher.getByRole('heading', { name: 'No open vacancies.' })).toBeVisible();

  // Canceling an absence in the form closes the form and its details.
  const physics = await house.post(house.day(2), 'Physics room');
  // Until they are closed, they may ask for it once more.
  expectRefusal(`/api/vacancies/${physics.id}`);
  await teacher.goto(`${mine}?tab=open`);
  await teacher.getByRole('button', { name: 'Details and history of Physics room' }).click();
  await teacher.getByRole('dialog', { name: 'Physics room' }).getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('button', { name: 'Cancel absence' }).click();
  await sure.getByRole('button', { name: 'Cancel absence' }).click();
  await expect(teacher.locator('[data-toast]')).toContainText('Vacancy deleted');
  await expect(teacher.locator('dialog[open]')).toHaveCount(0);
  await expect(teacher).toHaveURL(`${mine}?tab=open`);
});
