import type { Page } from '@playwright/test';
import { register } from '#contract/accounts.ts';
import { updateGeneralAvailability } from '#contract/users.ts';
import { getVacancy } from '#contract/vacancies.ts';
import { listVacancyHistory } from '#contract/vacancy-history.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { everyDay } from '#domain/availability.ts';
import { formatDate, weekdayOf } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import { type Cast, castPassword, dayFromNow, openCast } from '#test/journeys/cast.ts';
import { countTaps, expect, expectAccessible, expectNoSidewaysScroll, seeToast, test } from '#test/journeys/fixture.ts';

const home = '/dashboard/substitute';
const available = '/dashboard/substitute/available-vacancies';
const assignments = '/dashboard/substitute/my-assignments';

const card = (page: Page, title: string) => page.getByRole('article', { name: title });
const params = (vacancy: { id: number }) => ({ id: String(vacancy.id) });

/** The substitute requests, and the teacher approves. */
async function cover({ substitute, teacher, substituteId }: Cast, vacancy: { id: number }): Promise<void> {
  await call(substitute.request, updateVacancy, { params: params(vacancy), body: { status: 'pending_approval' } });
  await call(teacher.request, updateVacancy, { params: params(vacancy), body: { status: 'filled', substituteId } });
}

/** Nothing overflows at 320 px, and axe finds nothing in light or dark mode. */
async function expectSound(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

test('the list of assignments is printed without the phone’s bar and without a toast', async ({ open, firstBell }) => {
  const cast = await openCast(open, firstBell, ['substitute', 'teacher']);
  const page = cast.substitute;
  const room = await cast.post({ title: 'Calm room', days: 1 });
  await cast.post({ title: 'Other room', days: 2 });
  await cover(cast, room);
  await page.goto(available);
  await card(page, 'Other room').getByRole('button', { name: 'Decline' }).click();
  await expect(page.locator('[data-toast]')).toBeVisible();
  await page
    .getByRole('link', { name: /^My Assignments/ })
    .first()
    .click();
  await expect(card(page, 'Calm room')).toBeVisible();
  // Letter paper between its margins is narrower than a tablet.
  await page.setViewportSize({ width: 725, height: 960 });
  await page.emulateMedia({ media: 'print' });
  await expect(card(page, 'Calm room')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('[data-toast]')).toBeHidden();
});

test('from Home to a submitted request it takes two taps, and at most three are allowed', async ({
  open,
  firstBell,
}) => {
  const cast = await openCast(open, firstBell, ['substitute']);
  const page = cast.substitute;
  await cast.post({ title: 'Later room', days: 3 });
  await cast.post({ title: 'Calm room' });
  await cast.post({ title: 'Urgent room', isUrgent: true });
  await page.goto(home);
  await expect(page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), Tom$/ })).toBeVisible();
  await expect(page).toHaveTitle('Home · FirstBell');
  await expect(page.getByText(/(Nothing booked yet, and nothing is open for|No school) today\./)).toBeVisible();
  await expect(page.getByRole('link', { name: 'All 3 open vacancies' })).toBeVisible();
  await expect(page.getByRole('article').first()).toHaveAccessibleName('Urgent room');
  for (const missing of ['Weekly availability', 'Phone number', 'Qualifications', 'Resume', 'Photo'])
    await expect(page.getByRole('link', { name: missing })).toBeVisible();
  await expectSound(page);

  const taps = await countTaps(page);
  await card(page, 'Urgent room').getByRole('button', { name: 'Request to Accept' }).click();
  await expect(page.getByRole('dialog', { name: 'Request Assignment' })).toBeVisible();
  await page.getByRole('button', { name: 'Request Position' }).click();
  await expect(page.locator('[data-toast]')).toContainText(
    'Request submitted successfully. Awaiting teacher approval.',
  );
  expect(await taps()).toBe(2);
  await seeToast(page, 'Success', 'Request submitted successfully. Awaiting teacher approval.');
  const requests = page.getByRole('region', { name: 'Open requests' });
  await expect(requests.getByRole('article', { name: 'Urgent room' })).toBeVisible();
  await requests.getByRole('button', { name: 'Withdraw' }).click();
  await seeToast(page, 'Request withdrawn');
  await expect(requests).toContainText('You withdrew your request.');
});

test('a vacancy is requested with only the keyboard, with a message for the teacher', async ({ open, firstBell }) => {
  const cast = await openCast(open, firstBell, ['substitute']);
  const page = cast.substitute;
  const room = await cast.post({ title: 'Keyboard room' });
  await page.goto(available);
  const request = page.getByRole('button', { name: 'Request to Accept' });
  await expect(request).toBeVisible();
  for (
    let presses = 0;
    presses < 40 && !(await request.evaluate((button) => button === document.activeElement));
    presses += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Request Assignment' });
  await expect(dialog.getByText('Open Position')).toBeVisible();
  await expect(page).toHaveURL(`${available}?request=${room.id}`);
  const message = dialog.getByLabel('Message');
  for (
    let presses = 0;
    presses < 20 && !(await message.evaluate((field) => field === document.activeElement));
    presses += 1
  )
    await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('I can be there by 7:40.');
  const submit = dialog.getByRole('button', { name: 'Request Position' });
  for (
    let presses = 0;
    presses < 20 && !(await submit.evaluate((button) => button === document.activeElement));
    presses += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-toast]')).toContainText(
    'Request submitted successfully. Awaiting teacher approval.',
  );
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'No vacancies available' })).toBeVisible();
  // Focus wasn't lost with the card.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL(available);
  const { additionalNotes } = await call(cast.teacher.request, getVacancy, { params: params(room) });
  expect(additionalNotes).toContain('I can be there by 7:40. [Added by substitute]');
});

test('the dialog shows the facts for the decision, and Back closes it', async ({ open, firstBell }) => {
  const cast = await openCast(open, firstBell, ['substitute']);
  const page = cast.substitute;
  const { id } = await cast.post({ title: 'Grade 2 classroom', isUrgent: true });
  await page.goto(available);
  await card(page, 'Grade 2 classroom').getByRole('button', { name: 'Request to Accept' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request Assignment' });
  for (const words of [
    'Urgent',
    'Grade 2 classroom',
    formatDate(dayFromNow(1)),
    '8:00 AM – 3:00 PM',
    cast.school.name,
    'Ruth Example',
    'Personal',
    'Plans are on the desk.',
  ])
    await expect(dialog).toContainText(words);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expectSound(page);
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.goForward();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();

  await test.step('typed text survives a reload and other screens until it is sent', async () => {
    await dialog.getByLabel('Message').fill('I can be there by 7:40.');
    await page.reload();
    await expect(dialog.getByLabel('Message')).toHaveValue('I can be there by 7:40.');
    await page.goto(assignments);
    await page.goto(`${available}?request=${id}`);
    await expect(dialog.getByLabel('Message')).toHaveValue('I can be there by 7:40.');
    const held = Promise.withResolvers<void>();
    await page.route(`**/api/vacancies/${id}`, async (route) => {
      await held.promise;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Request Position' }).click();
    await expect(dialog.getByRole('button', { name: 'Submitting...' })).toHaveAttribute('aria-disabled', 'true');
    held.resolve();
    await expect(page.locator('[data-toast]')).toContainText(
      'Request submitted successfully. Awaiting teacher approval.',
    );
    await page.unroute(`**/api/vacancies/${id}`);
    await page.goto(`${assignments}?tab=requested`);
    await card(page, 'Grade 2 classroom').getByRole('button', { name: 'Withdraw' }).click();
    await page.goto(`${available}?request=${id}`);
    await expect(dialog.getByLabel('Message')).toHaveValue('');
  });
});

test('a request that books immediately says so, and which requests it withdraws; a day off says which bookings stay', async ({
  open,
  firstBell,
}) => {
  const cast = await openCast(open, firstBell, ['substitute']);
  const page = cast.substitute;
  const day = formatDate(dayFromNow(1));
  const calm = await cast.post({ title: 'Calm room', end: '12:00' });
  await call(page.request, updateVacancy, { params: params(calm), body: { status: 'pending_approval' } });
  const sudden = await cast.post({ title: 'Sudden room', start: '09:00', bookFirst: true });
  await page.goto(available);
  const overlap = `You also requested Calm room at ${cast.school.name}, 8:00 AM – 12:00 PM. If you are booked here, we withdraw that request.`;
  const atOnce = 'Requesting this class books you right away. No approval needed.';
  for (const words of [overlap, atOnce]) await expect(card(page, 'Sudden room')).toContainText(words);
  await card(page, 'Sudden room').getByRole('button', { name: 'Request to Accept' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request Assignment' });
  // Above the facts and the message, which fill a phone: below them, no one would read it before the button.
  for (const words of [overlap, atOnce]) await expect(dialog).toContainText(new RegExp(`${words}.*Message`));
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Request Position You’re booked right away' }).click();
  const toast = page.locator('[data-toast]');
  await expect(toast).toContainText(
    `This assignment is yours. Sudden room, ${day}, 9:00 AM – 3:00 PM at ${cast.school.name}. We withdrew your other requests for that time.`,
  );
  await expect(toast).toContainText(/You can undo this until \d+:\d\d [AP]M\./);
  const request = { params: params(sudden), body: { status: 'pending_approval' } } as const;
  const undone = [
    'Request undone',
    'Sudden room is open to others again. It doesn’t count as a cancellation.',
  ] as const;
  await test.step('for five minutes, it is undone without a cancellation', async () => {
    await toast.getByRole('button', { name: 'Undo' }).click();
    await seeToast(page, ...undone);
    await call(page.request, updateVacancy, request);
    await page.goto(assignments);
    await card(page, 'Sudden room').getByRole('button', { name: 'Cancel assignment' }).click();
    await expect(page.getByRole('dialog', { name: 'Cancel this assignment?' })).toContainText(
      'You requested it less than 5 minutes ago, so it won’t be recorded as a cancellation.',
    );
    await expectSound(page);
    await page.getByRole('button', { name: 'Keep assignment' }).click();
    await expect(card(page, 'Sudden room')).toContainText(
      /You can undo this until \d+:\d\d [AP]M\. It won’t count as a cancellation\./,
    );
    await expectSound(page);
    await card(page, 'Sudden room').getByRole('button', { name: 'Undo' }).click();
    await seeToast(page, ...undone);
    await expect(card(page, 'Sudden room')).toHaveCount(0);
    const history = await call(cast.teacher.request, listVacancyHistory, { params: params(sudden) });
    expect(history.map(({ kind }) => kind).filter((kind) => kind === 'yes_undone' || kind === 'released')).toEqual([
      'yes_undone',
      'yes_undone',
    ]);
    await call(page.request, updateVacancy, request);
  });
  await page.goto(assignments);
  await expect(card(page, 'Sudden room')).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Requested/ })).toContainText('0');

  await page.goto(`/dashboard/substitute/my-availability?date=${dayFromNow(1)}`);
  const date = page.getByRole('dialog', { name: day });
  await expect(date).toContainText('You’re booked that day');
  await expect(date).toContainText(`Sudden room at ${cast.school.name}, 9:00 AM – 3:00 PM`);
  await expect(date).toContainText('Marking the day unavailable doesn’t cancel it.');
  await expectSound(page);
  await date.getByRole('radio', { name: /^Available/ }).check();
  await expect(date).not.toContainText('You’re booked that day');
  await date.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  // The month shows it, too.
  const inMonth = page.getByRole('table').getByRole('button', { name: / booked 9:00 AM – 3:00 PM at / });
  await expect(inMonth).toHaveAttribute('data-date', dayFromNow(1));
  const weekday = weekdayOf(dayFromNow(1));
  await page.getByRole('radio', { name: new RegExp(`^${weekday}: Unavailable`, 'i') }).check();
  await expect(page.getByText('You’re booked on days that you mark unavailable')).toBeVisible();
  // The banner may be below the screen, but the button never is.
  await expect(
    page.getByText(/^You’re booked for \d class(es)? on days you’re marking unavailable\.$/),
  ).toBeInViewport();
  await expect(page.getByText(`${day}: Sudden room at ${cast.school.name}`)).toBeVisible();
  await page.getByRole('button', { name: 'Revert Changes' }).click();
});

test('approved substitutes see only vacancies of their selected schools', async ({ open, firstBell }) => {
  const [here, elsewhere] = [
    await openCast(open, firstBell, ['substitute']),
    await openCast(open, firstBell, ['substitute']),
  ];
  await elsewhere.post({ title: 'Room elsewhere' });
  const page = here.substitute;
  await page.goto(available);
  await expect(page.getByRole('heading', { name: 'No vacancies available' })).toBeVisible();
  await here.post({ title: 'Room here' });
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(card(page, 'Room here')).toContainText(here.school.name);
});

test('vacancies are filtered by the address, declined with undo, and show their conflicts', async ({
  open,
  firstBell,
}) => {
  test.slow();
  const cast = await openCast(open, firstBell, ['substitute']);
  const page = cast.substitute;
  await cover(cast, await cast.post({ title: 'Own room', days: 2 }));
  await cast.post({ title: 'Calm room' });
  await cast.post({ title: 'Urgent room', start: '09:00', isUrgent: true });
  await cast.post({ title: 'Clashing room', days: 2, start: '10:00' });
  for (let room = 1; room <= 20; room += 1) await cast.post({ title: `Room ${room}`, days: 5 });
  await page.goto(available);
  await expect(page.getByText('23 open at your school, soonest first')).toBeVisible();
  // Within a day the urgent ones come first, and vacancies that don't fit are collapsed at its end.
  const folded = page.getByRole('heading', { name: `1 that doesn’t fit on ${formatDate(dayFromNow(2))}` });
  await expect(folded).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(19);
  await expect(page.getByRole('article').nth(0)).toHaveAccessibleName('Urgent room');
  await expect(page.getByRole('article').nth(1)).toHaveAccessibleName('Calm room');
  // With the keyboard, the button disappears with the last page, and the next Tab leads to the new rows.
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(page.getByRole('article')).toHaveCount(22);
  await expect(page.getByRole('article').nth(18).locator(':focus')).toHaveCount(1);

  await expect(page.getByText('1 at a time when you’re booked')).toBeVisible();
  await expect(card(page, 'Clashing room')).toHaveCount(0);
  await folded.click();
  await expect(card(page, 'Clashing room')).toContainText(
    `You're booked at ${cast.school.name} from 8:00 AM to 3:00 PM that day. So you can’t request this one.`,
  );
  await expect(card(page, 'Clashing room').getByRole('button', { name: 'Request to Accept' })).toHaveCount(0);
  await expect(card(page, 'Clashing room').getByRole('button', { name: 'Decline' })).toBeVisible();

  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('To', { exact: true }).fill(dayFromNow(1));
  await expect(page.getByRole('status').filter({ hasText: '2 vacancies match your filter' })).toBeVisible();
  await expect(page).toHaveURL(`${available}?to=${dayFromNow(1)}`);
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByLabel('Shift').selectOption('Morning Shift');
  await expect(page.getByRole('heading', { name: 'No vacancies available' })).toBeVisible();
  await expectSound(page);
  await page.reload();
  await expect(page.getByText('Nothing matches your filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(available);

  await card(page, 'Calm room').getByRole('button', { name: 'Decline' }).click();
  await expect(card(page, 'Calm room')).toHaveCount(0);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'You declined it.' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(card(page, 'Calm room')).toBeVisible();
  await card(page, 'Calm room').getByRole('button', { name: 'Decline' }).click();
  await seeToast(page, 'Vacancy declined');
  await page.goto(`${available}?declined=1`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByText('1 declined and still open')).toBeVisible();
  await expectSound(page);
  await card(page, 'Calm room').getByRole('button', { name: 'Undo decline' }).click();
  await seeToast(page, 'Decline undone');
  await expect(page.getByRole('listitem').filter({ hasText: 'It is open to you again.' })).toBeVisible();
  // An answered row stays where it is until the list is fetched again.
  await page.reload();
  await expect(page.getByText('None of your declined vacancies are still open.')).toBeVisible();

  await call(page.request, updateGeneralAvailability, {
    params: { id: String(cast.substituteId) },
    body: { generalAvailability: JSON.stringify(everyDay('unavailable')) },
  });
  await page.goto(available);
  await page.getByRole('heading', { name: `2 that don’t fit on ${formatDate(dayFromNow(1))}` }).click();
  await expect(card(page, 'Calm room')).toContainText(/You marked \w+days as unavailable\. You can still request it\./);
  await expect(card(page, 'Calm room').getByRole('button', { name: 'Request to Accept' })).toBeVisible();
  await expectSound(page);
  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('Only what fits my availability').check();
  await expect(page).toHaveURL(`${available}?fits=1`);
  await expect(page.getByRole('heading', { name: 'No vacancies available' })).toBeVisible();
});

test('a past vacancy stays on the list until the end of its day, marked, and no longer counts as open', async ({
  open,
  firstBell,
}) => {
  const cast = await openCast(open, firstBell, ['substitute']);
  const page = cast.substitute;
  await cast.post({ title: 'Room of this morning' });
  // Past vacancies can't be posted, so this school day ends earlier than usual.
  await page.route('**/api/vacancies?*', async (route) => {
    const response = await route.fetch();
    const rows = (await response.json()) as { status: string }[];
    const over = {
      date: dayFromNow(0),
      startTime: '00:00',
      endTime: '00:01',
      can: [],
      clash: { kind: 'availability', sentence: 'You marked Mondays unavailable.' },
    };
    await route.fulfill({ response, json: rows.map((row) => ({ ...row, ...over })) });
  });
  await page.goto(available);
  await page.getByRole('heading', { name: /^1 that doesn’t fit on / }).click();
  await expect(card(page, 'Room of this morning')).toContainText('This shift has ended. You can’t request it anymore.');
  await expect(card(page, 'Room of this morning')).not.toContainText('unavailable');
  await expectSound(page);
  await page.goto(home);
  await expect(page.getByText(/(Nothing booked yet, and nothing is open for|No school) today\./)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('an assignment is confirmed, canceled with a reason or declined, and a request withdrawn', async ({
  open,
  firstBell,
}) => {
  test.slow();
  const cast = await openCast(open, firstBell, ['substitute']);
  const { substitute: page, admin, teacher, substituteId } = cast;
  await page.goto(assignments);
  await expect(page.getByRole('heading', { name: 'No assignments yet' })).toBeVisible();
  await expectSound(page);

  const [kept, refused, asked] = [
    await cast.post({ title: 'Kept room' }),
    await cast.post({ title: 'Refused room', days: 2 }),
    await cast.post({ title: 'Asked room', days: 3 }),
  ];
  for (const vacancy of [kept, refused])
    await call(admin.request, assignSubstitute, { params: params(vacancy), body: { substituteId } });
  await call(page.request, updateVacancy, { params: params(asked), body: { status: 'pending_approval' } });

  await page.goto(home);
  const next = page.getByRole('region', { name: 'Next assignment' });
  await expect(next).toContainText(`${cast.school.name} has assigned this to you. Can you come?`);
  await expect(next).toContainText('Plans are on the desk.');
  await expect(next.getByRole('link', { name: '1 School Street, Duluth, Minnesota 55801' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.openstreetmap\.org\/search\?query=1\+School\+Street/,
  );
  await expect(
    page.getByRole('region', { name: 'Waiting for your answer' }).getByRole('article', { name: 'Refused room' }),
  ).toBeVisible();
  await expectSound(page);
  await next.getByRole('button', { name: 'Confirm' }).click();
  await seeToast(page, 'Assignment confirmed');
  await expect(next.getByRole('button', { name: 'Confirm' })).toHaveCount(0);

  await test.step('the availability calendar shows bookings', async () => {
    const { date } = await call(page.request, getVacancy, { params: params(kept) });
    await page.goto(`${home}/my-availability?month=${date.slice(0, 7)}`);
    await expect(page.locator(`[data-date="${date}"]`)).toHaveAccessibleName(
      new RegExp(`booked .+ at ${cast.school.name}$`),
    );
    await expectSound(page);
  });

  await page.goto(assignments);
  await card(page, 'Refused room').getByRole('button', { name: "Can't come" }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog).toContainText('opens again for others. It doesn’t count as a cancellation.');
  await expectSound(page);
  await dialog.getByRole('button', { name: "Can't come" }).click();
  await seeToast(page, 'Answer sent');
  await expect(card(page, 'Refused room')).toHaveCount(0);

  await expect(card(page, 'Kept room').getByRole('link', { name: /^\(\d{3}\)/ })).toHaveAttribute('href', /^tel:/);
  const cancel = card(page, 'Kept room').getByRole('button', { name: 'Cancel assignment' });
  await expect(cancel).toBeVisible();
  await expect(cancel).toHaveAccessibleDescription(/the class opens again for others right away/);
  await expect(card(page, 'Kept room').getByText('If you cancel, the class opens again')).toBeInViewport();
  await cancel.click();
  await dialog.getByRole('button', { name: 'Cancel assignment' }).click();
  await expect(dialog).toContainText('Enter a short reason.');
  await expectSound(page);
  await dialog.getByLabel('Why you can’t come').fill('My car broke down.');
  await dialog.getByRole('button', { name: 'Cancel assignment' }).click();
  await seeToast(page, 'Assignment canceled');
  const history = await call(teacher.request, listVacancyHistory, { params: params(kept) });
  expect(history.slice(-2)).toMatchObject([
    { kind: 'released', reason: 'My car broke down.' },
    { kind: 'offered_again' },
  ]);
  expect(await call(teacher.request, getVacancy, { params: params(kept) })).toMatchObject({
    status: 'open',
    substituteId: null,
  });

  await page.getByRole('tab', { name: 'Requested' }).click();
  await expect(page).toHaveURL(`${assignments}?tab=requested`);
  await expectSound(page);
  await card(page, 'Asked room').getByRole('button', { name: 'Withdraw' }).click();
  await seeToast(page, 'Request withdrawn');
  expect(await call(teacher.request, getVacancy, { params: params(asked) })).toMatchObject({
    status: 'open',
    requestedById: null,
  });
});

test('an unapproved substitute without a school sets up on Home', async ({ open, firstBell }) => {
  const { school } = await openCast(open, firstBell, []);
  const page = await open('about:blank');
  const username = `nora_${Date.now().toString(36)}`;
  await call(page.request, register, {
    body: {
      role: 'substitute',
      username,
      fullName: 'Nora Feldman',
      email: `${username}@example.org`,
      schoolId: null,
      password: castPassword,
      confirmPassword: castPassword,
    },
  });
  await page.goto(home);
  await expect(page.getByText('You can get everything ready while your account is reviewed.')).toBeVisible();
  // The steps can be hidden, and stay hidden.
  const steps = page.getByText('Choose the schools you want to work for.');
  await page.getByRole('button', { name: 'Hide steps' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show steps' })).toBeVisible();
  await expect(steps).toBeHidden();
  await page.getByRole('button', { name: 'Show steps' }).click();
  await expect(steps).toBeVisible();
  const choice = page.getByRole('region', { name: 'Choose your schools' });
  await choice.getByLabel('Find your schools').fill(school.name);
  await choice.getByRole('checkbox', { name: school.name }).check();
  await expectSound(page);
  await choice.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Profile updated');
  await expect(choice).toHaveCount(0);
  await page.goto(available);
  await expect(page.getByText('You’ll see vacancies once a school administrator approves you.')).toBeVisible();
  // Email isn't set up here, so no link is promised.
  await page.goto('/dashboard/substitute/profile');
  await expect(page.getByText('Email isn’t set up on this server yet, so we can’t send you a link.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send the link again' })).toHaveCount(0);
});
