import type { Page } from '@playwright/test';
import { getTimetables, putCoverSettings, putTimetable } from '#contract/cover-settings.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { declineVacancy } from '#contract/vacancy-moves.ts';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { templateBell } from '#domain/bell.ts';
import { closedOn } from '#domain/closure.ts';
import { defaultCoverRules } from '#domain/cover.ts';
import { addDays, formatMonth, monthOf, weekdayOf, weekdays } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, seeToast, test } from '#test/journeys/fixture.ts';
import { join } from '#test/journeys/people.ts';
import { openSchoolHouse, type SchoolHouse } from '#test/journeys/school-house.ts';

const home = '/dashboard/school-admin';
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

/** Gives the school two periods. Its teacher has a class in the first, and a colleague in the second. */
async function giveBells(house: Pick<SchoolHouse, 'id' | 'admin'>): Promise<void> {
  const person = { role: 'teacher' as const, fullName: 'Olga Free', username: `free_${house.id}`, schoolId: house.id };
  const password = 'lantern-meadow-42';
  await call(house.admin, createUser, { body: { ...person, password, confirmPassword: password } });
  const { schedules, ...rest } = templateBell({ periods: 2, start: '08:00', minutes: 45, passing: 5 });
  const bell = { ...rest, schedules: schedules.map((each) => ({ ...each, periods: [...each.periods] })), days: [] };
  const rules = { ...defaultCoverRules, lunchPeriods: [] };
  await call(house.admin, putCoverSettings, { body: { bell, rules, version: 0 } });
  const { teachers } = await call(house.admin, getTimetables, {});
  for (const { teacherId, fullName } of teachers) {
    const taught = { days: [], kind: 'class' as const, title: 'Algebra', room: '', size: 20 };
    const slots = [{ ...taught, period: fullName === 'Olga Free' ? '2' : '1' }];
    await call(house.admin, putTimetable, {
      params: { id: String(teacherId) },
      body: { slots, since: null, version: 0 },
    });
  }
}

test('a secretary runs her morning from the board on a phone: she assigns, confirms by phone, records a late arrival and asks a colleague', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  for (const [role, fullName] of [
    ['teacher', 'Nora Nyland'],
    ['substitute', 'Gus Grant'],
    ['substitute', 'Zoe Zander'],
  ] as const)
    await join(await firstBell.caller(), { role, fullName, schoolId: house.id });
  await admin.goto(home);
  await expect(admin.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(admin.getByRole('main')).toContainText(house.name);
  await expect(region(admin, 'Counts').locator('dl > div')).toHaveText([
    'Open Vacancies00 pending',
    'Approved Teachers11 pending',
    'Approved Substitutes02 pending',
    'Filled Vacancies0all dates',
  ]);
  // On a weekend, the board opens on the next school day.
  const none = closedOn(house.day(0), []) === null ? 'No absences today' : 'No absences on this day';
  await expect(admin.getByRole('heading', { name: none })).toBeVisible();
  await expect(admin.getByRole('heading', { name: /No vacancies in/ })).toBeVisible();

  // A new school decides once whether substitutes see the reason.
  const question = admin.getByText('Should substitutes see why a teacher is absent?');
  await expect(question).toBeVisible();
  await admin.getByRole('button', { name: 'Hide the reason' }).click();
  await seeToast(admin, 'Substitutes don’t see the reason', 'You can change this in Manage School.');
  await expect(question).toHaveCount(0);

  const [tom, ann, cal] = [
    await house.substitute('Tom Byron'),
    await house.substitute('Ann Lee'),
    await house.substitute('Cal Ivers'),
  ];
  await call(ann.page.request, updateUser, { params: { id: String(ann.id) }, body: { phone: '(218) 555-0142' } });
  const open4 = await house.post(house.day(0), 'Grade 4 English', { isUrgent: true, startTime: '09:00' });
  const asked = await house.post(house.day(0), 'Science room', { absenceReason: 'Illness', startTime: '11:00' });
  await house.ask(tom, asked.id);
  const approved = await house.post(house.day(0), 'Music', { startTime: '10:00' });
  await house.ask(cal, approved.id);
  await house.approve(approved.id, cal.id);
  await call(tom.page.request, declineVacancy, { params: { id: String(open4.id) } });
  const tomorrow = await house.post(house.day(1), 'Tomorrow');
  await call(house.admin, assignSubstitute, { params: { id: String(tomorrow.id) }, body: { substituteId: cal.id } });

  // Nothing was reloaded.
  const day = region(admin, 'Today’s coverage');
  await expect(day).toContainText('3 absences: 2 uncovered (1 request to review), 1 covered.');
  const uncovered = region(admin, /^Uncovered/);
  await expect(uncovered.getByRole('listitem')).toHaveText([
    /9:00 AM – 3:00 PM.*Urgent.*Grade 4 English.*Maya Okafor · Personal.*No one yet.*No one has been notified yet\./s,
    /11:00 AM – 3:00 PM.*Science room.*Illness.*Requested by Tom Byron.*Review the request\./s,
  ]);
  await expect(region(admin, /^Covered/).getByRole('listitem')).toHaveText([/Music.*Cal Ivers.*No phone.*Confirmed/s]);
  await expectAccessible(admin, 'in every run');
  await expectNoSidewaysScroll(admin);

  await uncovered.getByRole('button', { name: 'More for Grade 4 English' }).click();
  await admin.getByRole('menuitem', { name: 'Offer to substitutes' }).click();
  await expect(admin).toHaveURL(`${home}?offer=${open4.id}`);
  const offer = admin.getByRole('alertdialog', { name: 'Offer Grade 4 English?' });
  await expect(offer).toContainText('We’ll notify 1 of 3 substitutes: 1 booked elsewhere, 1 declined.');
  await offer.getByRole('button', { name: 'Notify substitutes' }).click();
  await seeToast(admin, 'Vacancy offered', 'We’re notifying 1 substitute.');
  await expect(uncovered.getByRole('listitem').first()).toContainText(
    /1 notified, 1 declined.*Waiting for 1 substitute to answer\./,
  );

  await uncovered.getByRole('button', { name: 'Assign Substitute to Grade 4 English' }).click();
  await expect(admin).toHaveURL(`${home}?assign=${open4.id}`);
  await admin
    .getByRole('dialog', { name: 'Assign Substitute' })
    .getByRole('button', { name: 'Assign Ann Lee' })
    .click();
  await expect(admin.locator('[data-toast]')).toContainText('We asked Ann Lee to confirm.');
  await expect(admin.getByRole('heading', { level: 4, name: /Grade 4 English/ })).toBeFocused();
  const unconfirmed = region(admin, /^Unconfirmed/).getByRole('listitem');
  await expect(unconfirmed).toHaveText([/Grade 4 English.*Ann Lee.*Waiting for Ann Lee to confirm\./s]);
  await expect(unconfirmed.getByRole('link', { name: '(218) 555-0142' })).toHaveAttribute('href', 'tel:2185550142');
  await unconfirmed.getByRole('button', { name: 'Confirmed by phone for Grade 4 English' }).click();
  await seeToast(admin, 'Assignment confirmed', 'Ann Lee confirmed by phone.');
  await expect(region(admin, /^Covered/).getByRole('listitem')).toHaveCount(2);

  // A filled class can be edited. Its substitute is notified, and confirms again because it moves by an hour.
  await admin.getByRole('button', { name: 'More for Grade 4 English' }).click();
  await admin.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = admin.getByRole('dialog', { name: 'Edit Vacancy' });
  await expect(edit).toContainText('We’ll notify Ann Lee of every change.');
  await edit.getByLabel('End Time').fill('14:00');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(unconfirmed).toHaveText([/9:00 AM – 2:00 PM.*Grade 4 English.*Waiting for Ann Lee to confirm\./s]);
  await seeToast(admin, 'Vacancy updated', 'We’ll notify the substitute.');

  await uncovered.getByRole('button', { name: 'Review request for Science room' }).click();
  await admin
    .getByRole('dialog', { name: 'Science room' })
    .getByRole('button', { name: /^(Accept|Approve)/ })
    .click();
  await admin.getByRole('dialog', { name: 'Science room' }).getByRole('button', { name: 'Close' }).last().click();
  await expect(day).toContainText('3 absences: 1 unconfirmed, 2 covered.');

  // She writes to the substitute who is booked, and to no one else.
  await admin.getByRole('button', { name: 'More for Music' }).click();
  await admin.getByRole('menuitem', { name: 'Message Cal Ivers' }).click();
  const message = admin.getByRole('dialog', { name: 'Message substitutes' });
  await expect(message.getByRole('list', { name: 'Chosen recipients' })).toHaveText('Cal Ivers');
  await message.getByLabel('Message', { exact: true }).fill('Please use the gym entrance.');
  await message.getByRole('button', { name: 'Send to 1 substitute' }).click();
  await seeToast(admin, 'Message sent');

  // Ann wants the earlier class, so she and Cal swap.
  await admin.getByRole('button', { name: 'More for Music' }).click();
  await admin.getByRole('menuitem', { name: 'Swap substitutes' }).click();
  const swap = admin.getByRole('dialog', { name: 'Swap substitutes' });
  await expect(swap.getByRole('group', { name: 'Swap Cal Ivers with' })).toBeVisible();
  await expect(swap.getByRole('radio', { name: /^Ann Lee/ })).toBeVisible();
  await admin.keyboard.press('Escape');
  await expect(swap).toHaveCount(0);

  // Any day of the week is one tap away, the others a few.
  const firstDay = new RegExp(`\\b${Number(house.day(0).slice(8))}\\b.*1 unconfirmed.*2 covered`, 's');
  await day.getByRole('button', { name: firstDay }).click();
  await expect(admin).toHaveURL(home);
  await day.getByRole('button', { name: 'Next day' }).click();
  await expect(admin).toHaveURL(`${home}?day=${house.day(1)}`);
  await expect(region(admin, /^Unconfirmed/)).toContainText('Tomorrow');
  await admin.reload();
  await expect(region(admin, 'Coverage')).toContainText('1 absence: 1 unconfirmed.');

  // It snows: she sees which classes closing would cancel, closes the day, and undoes it before anyone is notified.
  await admin.getByRole('button', { name: 'More for this day' }).click();
  await admin.getByRole('menuitem', { name: 'Close for the day' }).click();
  const closing = admin.getByRole('dialog', { name: 'Close for the day' });
  await expect(closing).toContainText(/1 class will be canceled\..*Tomorrow.*Cal Ivers.*1 teacher and 1 substitute/s);
  await closing.getByRole('button', { name: 'Close school' }).click();
  await expect(region(admin, 'Coverage')).toContainText('School is closed on this day: Weather');
  await expect(admin.getByRole('heading', { name: 'No absences on this day' })).toBeVisible();
  await admin.getByRole('button', { name: 'Undo' }).click();
  await expect(region(admin, 'Coverage')).toContainText('1 absence: 1 unconfirmed.');
  await expect(region(admin, 'Coverage')).not.toContainText('School is closed');
  const other = weekdayOf(house.day(1)) === weekdays[6] ? addDays(house.day(1), -6) : addDays(house.day(1), 1);
  await admin
    .getByRole('list', { name: 'Days of the week' })
    .getByRole('button', { name: new RegExp(`\\b${Number(other.slice(8))}\\b.*, ${formatMonth(monthOf(other))}`) })
    .click();
  await expect(admin.getByRole('heading', { name: 'No absences on this day' })).toBeVisible();
  await admin.getByRole('button', { name: 'Back to today' }).click();
  await expect(admin).toHaveURL(home);

  // A substitute who was to be there at midnight calls, and comes now.
  const night = await house.post(house.day(0), 'Night school', { startTime: '00:00', endTime: '23:59' });
  const dee = await house.substitute('Dee Hall');
  await call(house.admin, assignSubstitute, { params: { id: String(night.id) }, body: { substituteId: dee.id } });
  const late = admin.locator(`#class-${night.id}`);
  await late.getByRole('button', { name: 'Late: Dee Hall, Night school' }).click();
  await expect(late.getByText(/^Late by/)).toBeVisible();

  // No substitute is left for one period, so a colleague who is free covers it.
  await giveBells(house);
  const period = await house.post(house.day(0), 'Algebra', { startTime: '08:00', endTime: '08:45' });
  await admin.getByRole('button', { name: 'More for this day' }).click();
  await admin.getByRole('menuitem', { name: 'Plan the periods' }).click();
  const plan = admin.getByRole('dialog', { name: 'Plan the periods' });
  await expect(plan.getByLabel('Colleague for Maya Okafor, period 1').locator('option:checked')).toHaveText(
    'Olga Free (0 this month)',
  );
  await plan.getByRole('button', { name: 'Send 1 request' }).click();
  await expect(admin.locator(`#class-${period.id}`)).toContainText('Colleagues cover 0 of 1 period, 1 asked');
});
