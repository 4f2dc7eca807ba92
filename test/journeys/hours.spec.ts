import { readFile } from 'node:fs/promises';
import { confirmAssignment } from '#contract/vacancy-moves.ts';
import { correctVacancy } from '#contract/vacancy-staff.ts';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { getPaySettings, putPaySettings } from '#contract/hours.ts';
import { updateSchool } from '#contract/schools.ts';
import { addDays, addMinutes, localDate, localTime } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import { expect, expectAccessible, seeToast, test } from '#test/journeys/fixture.ts';
import { openSchoolHouse } from '#test/journeys/school-house.ts';

test('payroll day: substitutes sign in, confirm or dispute, and the secretary approves, locks, corrects and exports', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  const page = await open('about:blank');
  const [tom, ann] = [await house.substitute('Tom Byron'), await house.substitute('Ann Lee')];
  // Only classes to come can be posted. So the school is far in the west until they are posted, and then so far in the
  // east that their day is over. Shortly before midnight, an hour farther east is the start of a day.
  const west = localTime(new Date(), 'Etc/GMT+12') < '23:30' ? 'Etc/GMT+12' : 'Etc/GMT+11';
  const moveTo = (timeZone: string) =>
    call(house.admin, updateSchool, { params: { id: String(house.id) }, body: { timeZone } });
  await moveTo(west);
  const [date, now] = [localDate(new Date(), west), localTime(new Date(), west)];
  const times = { startTime: addMinutes(now, 10), endTime: addMinutes(now, 20) };
  const [early, reading] = [
    await house.post(date, 'Early class', times),
    await house.post(date, 'Reading group', times),
  ];
  for (const [who, { id }] of [
    [tom, early],
    [ann, reading],
  ] as const) {
    await call(house.admin, assignSubstitute, { params: { id: String(id) }, body: { substituteId: who.id } });
    await call(who.page.request, confirmAssignment, { params: { id: String(id) } });
  }
  const be = async (person: typeof tom) =>
    page.context().addCookies((await person.page.request.storageState()).cookies);

  // The office's screen shows the code. On a phone, it is in the menu.
  await admin.goto('/dashboard/school-admin');
  const button = admin.getByRole('button', { name: 'Sign-in code' });
  const menu = admin.getByRole('button', { name: 'More for this day' });
  await menu.waitFor();
  if (await button.isVisible()) await button.click();
  else {
    await menu.click();
    await admin.getByRole('menuitem', { name: 'Sign-in code' }).click();
  }
  const code = admin.getByRole('dialog', { name: 'Sign-in code' }).getByText(/^\d{3} \d{3}$/);
  const digits = (await code.textContent()) ?? '';
  await be(ann);
  await page.goto('/dashboard/substitute/my-assignments');
  await page.getByLabel('Code from the office’s screen').fill(digits);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('You’re signed in')).toBeVisible();
  await admin.getByRole('button', { name: 'Close', exact: true }).first().click();
  await expect(admin.locator(`#class-${reading.id}`).getByText(/^(Here at|Late by) /)).toBeVisible();

  // The school pays by the day, and its pay period ends today. The classes are over: Ann confirms her hours, Tom
  // disputes his.
  const { settings, version } = await call(house.admin, getPaySettings);
  const weekly = { period: 'weekly' as const, periodAnchor: addDays(date, 1), regularCents: 18_000 };
  await call(house.admin, putPaySettings, { body: { version, settings: { ...settings, ...weekly } } });
  await moveTo('Etc/GMT-14');
  await page.goto('/dashboard/substitute/my-assignments?tab=past');
  const own = page.getByRole('region', { name: house.name });
  await page.getByRole('button', { name: 'Earlier' }).click();
  await own.getByRole('button', { name: /^Confirm hours/ }).click();
  await seeToast(page, 'Hours confirmed');
  await expect(own).toContainText('You confirmed');
  await be(tom);
  await page.reload();
  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect(own).toContainText('0.5 days · $90.00');
  await own.getByRole('button', { name: /^Something is wrong/ }).click();
  await page.getByLabel('What is wrong?').fill('I stayed for three more hours.');
  await page.getByRole('button', { name: 'Send to the school' }).click();
  await seeToast(page, 'The school will look at it');
  await expect(own).toContainText('With the school');
  await expectAccessible(page);

  // The secretary sees the exception first, corrects it, and approves the rest with one tap.
  await admin.goto(`/dashboard/school-admin/hours?period=${date}`);
  const rows = admin.getByRole('row').filter({ has: admin.getByRole('rowheader') });
  await expect(rows).toHaveText([
    /Tom Byron.*I stayed for three more hours.*Disputed/s,
    /Ann Lee.*Confirmed by substitute/s,
  ]);
  await expectAccessible(admin);
  await rows
    .first()
    .getByRole('button', { name: /^Open Tom Byron/ })
    .click();
  const dialog = admin.getByRole('dialog', { name: /^Tom Byron/ });
  await dialog.getByLabel('End').fill('23:30');
  await dialog.getByLabel('Start').fill('18:00');
  await dialog.getByLabel('Employee ID').fill('S4001');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await seeToast(admin, 'Hours saved');
  await expect(rows.first()).toContainText('$180.00');
  await rows.first().getByRole('checkbox').check();
  await admin.getByRole('button', { name: 'Approve 1 line', exact: true }).click();
  await seeToast(admin, '1 line approved');
  await admin.getByRole('button', { name: 'Approve the line without exceptions' }).click();
  await expect(rows.getByText('Approved', { exact: true })).toHaveCount(2);
  await expect(own).toContainText('Approved');
  await expect(own).toContainText('1 day · $180.00');

  // Payroll's own heading for the employee ID is saved, and the file has it.
  await admin.getByRole('button', { name: 'Payroll file' }).click();
  await admin.getByLabel('Heading of Employee ID').fill('Badge');
  await expect(admin.getByRole('columnheader', { name: 'Badge' })).toBeVisible();
  await admin.getByRole('button', { name: 'Save columns' }).click();
  const download = admin.waitForEvent('download');
  await admin.getByRole('link', { name: 'Download CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('Badge');
  expect(lines.slice(1).join()).toContain('S4001,Tom Byron');
  await admin.getByRole('button', { name: 'Close', exact: true }).first().click();

  // Once it is locked, a correction is paid in the next period.
  await admin.getByRole('button', { name: 'Lock period' }).click();
  await admin
    .getByRole('alertdialog', { name: 'Lock this pay period?' })
    .getByRole('button', { name: 'Lock period' })
    .click();
  await expect(rows.getByText('Locked', { exact: true })).toHaveCount(2);
  await rows.getByRole('button', { name: /^Open Ann Lee/ }).click();
  const correction = admin.getByRole('dialog', { name: /^Ann Lee/ });
  await correction.getByLabel('Amount').fill('25.00');
  await correction.getByLabel('What was wrong').fill('She stayed for the bus duty.');
  await expectAccessible(admin);
  await correction.getByRole('button', { name: 'Enter correction' }).click();
  await seeToast(admin, 'Correction entered in the current period');
  await admin.getByRole('button', { name: 'Next pay period' }).click();
  await expect(rows).toHaveText([/Ann Lee.*She stayed for the bus duty\..*\$25\.00.*Correction/s]);

  // Payroll learns on the current period that a locked day turned out different.
  const body = { substituteId: null, reason: 'Tom never came' };
  await call(house.admin, correctVacancy, { params: { id: String(early.id) }, body });
  await expect(admin.getByText(/^1 locked line of .* would now pay a different amount\.$/)).toBeVisible();
  await admin.getByRole('button', { name: 'Review 1 correction' }).click();
  await expect(rows.first()).toHaveText(/Tom Byron.*Changed since approval/s);
});
