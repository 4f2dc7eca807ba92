import { readFile } from 'node:fs/promises';
import { confirmAssignment } from '#contract/vacancy-moves.ts';
import { assignSubstitute } from '#contract/vacancy-moves.ts';
import { getPaySettings, putPaySettings } from '#contract/hours.ts';
import { updateSchool } from '#contract/schools.ts';
import { addMinutes, localTime } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import { expect, expectAccessible, seeToast, test } from '#test/journeys/fixture.ts';
import { openSchoolHouse } from '#test/journeys/school-house.ts';

test('a substitute disputes their hours; the secretary changes, approves and exports them', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  const page = await open('about:blank');
  const tom = await house.substitute('Tom Byron');
  const ann = await house.substitute('Ann Lee');
  // The class takes 10 minutes, because only today can be posted and the clock of the school then moves on.
  const now = localTime(new Date(), house.timeZone);
  for (const [who, title] of [
    [tom, 'Early class'],
    [ann, 'Reading group'],
  ] as const) {
    const { id } = await house.post(house.day(0), title, {
      startTime: addMinutes(now, 10),
      endTime: addMinutes(now, 20),
    });
    await call(house.admin, assignSubstitute, { params: { id: String(id) }, body: { substituteId: who.id } });
    await call(who.page.request, confirmAssignment, { params: { id: String(id) } });
  }
  await call(house.admin, updateSchool, { params: { id: String(house.id) }, body: { timeZone: 'Etc/GMT-14' } });
  const { settings, version } = await call(house.admin, getPaySettings);
  await call(house.admin, putPaySettings, { body: { version, settings: { ...settings, regularCents: 18_000 } } });

  // Tom checks what the school will pay.
  await page.context().addCookies((await tom.page.request.storageState()).cookies);
  await page.goto('/dashboard/substitute/my-assignments?tab=past');
  const own = page.getByRole('region', { name: house.name });
  await expect(own).toContainText('0.5 days · $90.00');
  await own.getByRole('button', { name: /^Dispute hours/ }).click();
  await page.getByLabel('What is wrong?').fill('I stayed for three more hours.');
  await page.getByRole('button', { name: 'Send to the school' }).click();
  await seeToast(page, 'The school will look at it');
  await expect(own).toContainText('With the school');
  await expectAccessible(page);

  // The secretary sees the exception first, corrects it, and approves the rest with one tap.
  await admin.goto('/dashboard/school-admin');
  await admin.goto('/dashboard/school-admin/hours');
  const rows = admin.getByRole('row').filter({ has: admin.getByRole('rowheader') });
  await expect(rows).toHaveText([/Tom Byron.*I stayed for three more hours.*Disputed/s, /Ann Lee.*Not approved/s]);
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

  await admin.getByRole('button', { name: 'Payroll file' }).click();
  const download = admin.waitForEvent('download');
  await admin.getByRole('link', { name: 'Download CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(3);
  expect(text).toContain('S4001,Tom Byron');
});

test('a substitute signs in with the office’s code, confirms the hours, and sees them approved', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  const page = await open('about:blank');
  const tom = await house.substitute('Tom Byron');
  const now = localTime(new Date(), house.timeZone);
  const { id } = await house.post(house.day(0), 'Chemistry', {
    startTime: addMinutes(now, 10),
    endTime: addMinutes(now, 20),
  });
  await call(house.admin, assignSubstitute, { params: { id: String(id) }, body: { substituteId: tom.id } });
  await call(tom.page.request, confirmAssignment, { params: { id: String(id) } });

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
  await page.context().addCookies((await tom.page.request.storageState()).cookies);
  await page.goto('/dashboard/substitute/my-assignments');
  await page.getByLabel('Code from the office’s screen').fill(digits);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('You’re signed in')).toBeVisible();
  await admin.getByRole('button', { name: 'Close', exact: true }).first().click();
  await expect(admin.locator(`#class-${id}`).getByText(/^(Here at|Late by) /)).toBeVisible();

  // The school pays by the day. The class is over: the substitute confirms the hours, the secretary approves them.
  const { settings, version } = await call(house.admin, getPaySettings);
  await call(house.admin, putPaySettings, { body: { version, settings: { ...settings, regularCents: 18_000 } } });
  await call(house.admin, updateSchool, { params: { id: String(house.id) }, body: { timeZone: 'Etc/GMT-14' } });
  await page.goto('/dashboard/substitute/my-assignments?tab=past');
  const own = page.getByRole('region', { name: house.name });
  await own.getByRole('button', { name: /^Confirm hours/ }).click();
  await seeToast(page, 'Hours confirmed');
  await expect(own).toContainText('You confirmed');
  await admin.goto('/dashboard/school-admin/hours');
  await admin
    .getByRole('row', { name: /Tom Byron/ })
    .getByRole('checkbox')
    .check();
  await admin.getByRole('button', { name: 'Approve 1 line', exact: true }).click();
  await seeToast(admin, '1 line approved');
  await expect(own).toContainText('Approved');
});
