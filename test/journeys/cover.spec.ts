import { createVacancy } from '#contract/absences.ts';
import { sendCovers } from '#contract/cover.ts';
import { getTimetables, putTimetable } from '#contract/cover-settings.ts';
import { createUser } from '#contract/users.ts';
import { call } from '#test/journeys/calls.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, seeToast, test } from '#test/journeys/fixture.ts';
import { openSchoolHouse } from '#test/journeys/school-house.ts';

const bells =
  'Schedule,Period,Starts,Ends\nRegular day,1,8:00,8:45\nRegular day,2,8:50,9:35\nLate start,1,10:00,10:30\nLate start,2,10:35,11:05\n';
const password = 'lantern-meadow-42';

test('a teacher covers a period, and a booked substitute a free one: the front office plans the day, and one tap answers', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin', 'teacher']);
  const { adminPage: admin, teacher } = house;
  await test.step('the bell schedules come from a file, and are saved after a review', async () => {
    await admin.goto('/dashboard/school-admin/manage-school#cover');
    await admin.getByText('Bell schedules, who teaches when, and rules').click();
    await admin.getByLabel('Minutes per period').fill('46');
    // A reload would ask.
    await expect
      .poll(() => admin.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true }))))
      .toBe(false);
    const file = (text: string) => ({ name: 'bells.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await admin.locator('input[name=bells]').setInputFiles(file(`${bells}Late start,2,soon,12:00\n`));
    await expect(admin.getByText('Row 6: “soon” isn’t a time.')).toBeVisible();
    await admin.locator('input[name=bells]').setInputFiles(file(bells));
    const form = admin.getByRole('dialog', { name: 'Bell schedules' });
    await expect(form.getByText('Check the times, then press Save.')).toBeVisible();
    await expect(form.getByLabel('Period 2: Starts')).toHaveValue('08:50');
    await expectAccessible(admin);
    await expectNoSidewaysScroll(admin);
    await form.getByRole('button', { name: 'Save' }).click();
    await seeToast(admin, 'Bell schedules saved');
    await expect(admin.getByText('Regular day, Late start. 2 periods.')).toBeVisible();
    // A wide button leaves the title next to it on one line.
    expect((await admin.getByRole('heading', { name: 'Who teaches when' }).boundingBox())?.height).toBeLessThan(40);
  });

  // Olga Out teaches period 1, and Maya Okafor period 2, so Maya is free when Olga's class needs someone.
  const body = { password, confirmPassword: password, role: 'teacher' as const, fullName: 'Olga Out' };
  const absent = await call(admin.request, createUser, {
    body: { ...body, username: `out_${house.id}`, schoolId: house.id },
  });
  const { teachers } = await call(admin.request, getTimetables, {});
  for (const { teacherId, fullName } of teachers)
    await call(admin.request, putTimetable, {
      params: { id: String(teacherId) },
      body: {
        slots: [
          {
            period: fullName === 'Olga Out' ? '1' : '2',
            days: [],
            kind: 'class',
            title: 'Algebra I',
            room: 'Room 7',
            size: 22,
          },
        ],
        since: null,
        version: 0,
      },
    });
  const times = { date: house.day(0), startTime: '08:00', endTime: '12:00', shiftType: 'morning' as const };
  const text = { description: 'Algebra I', absenceReason: 'Illness' as const, additionalNotes: 'Room 7' };
  const { id } = await call(admin.request, createVacancy, { body: { ...times, ...text, teacherId: absent.id } });

  await admin.goto('/dashboard/school-admin');
  const line = admin.locator(`#class-${id}`);
  await expect(line).toContainText('No one yet');
  await admin.getByRole('button', { name: 'More for this day' }).click();
  await admin.getByRole('menuitem', { name: 'Plan the periods' }).click();
  const plan = admin.getByRole('dialog', { name: 'Plan the periods' });
  await expect(plan.getByLabel('Colleague for Olga Out, period 1').locator('option:checked')).toHaveText(
    'Maya Okafor (0 this month)',
  );
  await expect(plan).toContainText('Nothing is sent until you choose Send.');
  await expectAccessible(admin);
  await expectNoSidewaysScroll(admin);
  await plan.getByRole('button', { name: 'Send 1 request' }).click();
  await seeToast(admin, 'Colleagues asked', '1 period waiting for an answer.');
  await expect(line).toContainText('Colleagues cover 0 of 1 period, 1 asked');

  // Releasing a colleague asks first, because it notifies them.
  await line.getByRole('button', { name: 'More for Algebra I' }).click();
  await admin.getByRole('menuitem', { name: 'Cover with colleagues' }).click();
  await admin.getByRole('button', { name: 'Release Maya Okafor from Period 1' }).click();
  const question = admin.getByRole('alertdialog', { name: 'Release Maya Okafor from this period?' });
  await expectAccessible(admin);
  await question.getByRole('button', { name: 'Keep colleague' }).click();
  await expect(question).toHaveCount(0);
  await admin.getByRole('dialog', { name: 'Cover with colleagues' }).getByRole('button', { name: 'Cancel' }).click();

  const tomorrow = { ...times, ...text, date: house.day(1), teacherId: absent.id };
  const next = await call(admin.request, createVacancy, { body: tomorrow });
  const maya = teachers.find(({ fullName }) => fullName === 'Maya Okafor')?.teacherId ?? 0;
  await call(admin.request, sendCovers, {
    body: { asks: [{ vacancyId: next.id, period: '1', colleagueId: maya, kind: 'period' }] },
  });
  await teacher.goto('/dashboard/teacher');
  const rows = teacher.getByRole('list', { name: 'Periods to cover' }).getByRole('listitem');
  await expect(rows.getByRole('heading')).toHaveText(['Cover period 1 in Room 7?', 'Cover period 1 in Room 7?']);
  await expect(teacher.getByText('You’ve taken 0 periods this month, 0 this school year.')).toBeVisible();
  await expectAccessible(teacher);
  // A No stays in its place and can be undone, so a second tap doesn't answer another one.
  await rows.first().getByRole('button', { name: /^No/ }).click();
  await expect(rows.first()).toContainText('You said no.');
  await expect(rows).toHaveCount(2);
  // The answers also work from the keyboard.
  await rows.first().getByRole('button', { name: /^Undo/ }).press('Enter');
  await rows.first().getByRole('button', { name: /^Yes/ }).press('Enter');
  await expect(teacher.getByRole('heading', { name: 'You’re covering period 1 in Room 7' })).toBeVisible();
  await expect(teacher.getByText('You’ve taken 1 period this month, 1 this school year.')).toBeVisible();
  // Everyone can see how often each colleague covered.
  await teacher.getByRole('button', { name: 'Counts and preferences' }).click();
  await expect(teacher.getByRole('table', { name: 'Periods covered' }).getByRole('row').nth(1)).toContainText(
    /Maya Okafor.*1.*1/s,
  );

  // Nothing was reloaded: the class is covered on the board, and other screens say so next to its status.
  await expect(admin.getByRole('region', { name: /^Covered/ })).toContainText('Maya Okafor');
  await admin.goto('/dashboard/school-admin/open-vacancies');
  const card = admin.getByRole('article', { name: 'Algebra I' }).first();
  await expect(card.getByText('Open', { exact: true })).toBeVisible();
  await expect(card.getByText('Covered by colleagues', { exact: true })).toBeVisible();
  await expect(card).toContainText('Covered by Maya Okafor.');
  await expectAccessible(admin);

  await test.step('a colleague who said no is no longer suggested for the period, and comes last', async () => {
    await teacher.keyboard.press('Escape');
    await expect(teacher.getByRole('dialog')).toHaveCount(0);
    await rows.filter({ hasText: 'Cover period 1' }).getByRole('button', { name: /^No/ }).click();
    await admin.goto(`/dashboard/school-admin?day=${house.day(1)}`);
    await admin.getByRole('button', { name: 'More for this day' }).click();
    await admin.getByRole('menuitem', { name: 'Plan the periods' }).click();
    await expect(plan).toContainText('Maya Okafor said no');
    const whom = plan.getByLabel('Colleague for Olga Out, period 1');
    await expect(whom.locator('option:checked')).toHaveText('No one');
    await expect(whom.locator('option').last()).toHaveText('Maya Okafor (Said no)');
  });

  await test.step('a booked substitute answers on their home, and the board shows it', async () => {
    const booked = await house.post(house.day(2), 'Geometry all day');
    const substitute = await open('about:blank');
    const sam = await house.substitute('Sam Ruiz', substitute);
    await house.ask(sam, booked.id);
    await house.approve(booked.id, sam.id);
    const other = await call(admin.request, createVacancy, { body: { ...tomorrow, date: house.day(2) } });
    await substitute.goto('/dashboard/substitute');
    const bookedCard = substitute.getByRole('article', { name: 'Geometry all day' });
    await expect(bookedCard).toBeVisible();
    // The question appears without a reload.
    await call(admin.request, sendCovers, {
      body: { asks: [{ vacancyId: other.id, period: '1', colleagueId: sam.id, kind: 'period' }] },
    });
    const own = substitute.getByRole('list', { name: 'Periods to cover' }).getByRole('listitem');
    await expect(own.getByRole('heading')).toHaveText(['Cover period 1 in Room 7?']);
    await expectAccessible(substitute);
    await expectNoSidewaysScroll(substitute);
    await own.getByRole('button', { name: /^No/ }).click();
    await expect(own).toContainText('You said no.');
    await own.getByRole('button', { name: /^Undo/ }).press('Enter');
    await own.getByRole('button', { name: /^Yes/ }).press('Enter');
    await expect(own.getByRole('heading')).toHaveText(['You’re covering period 1 in Room 7']);
    await expect(bookedCard).toContainText('You also cover period 1 in Room 7.');
    await admin.goto(`/dashboard/school-admin?day=${house.day(2)}`);
    await expect(admin.locator(`#class-${other.id}`)).toContainText('Sam Ruiz');
  });
});
