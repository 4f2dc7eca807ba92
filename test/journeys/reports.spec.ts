import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createVacancies } from '#contract/absences.ts';
import { currentUser } from '#contract/session.ts';
import { createUser, updateUser } from '#contract/users.ts';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { addMinutes, addMonths, formatDate, formatMonth, monthOf } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import { openCast } from '#test/journeys/cast.ts';
import { type Caller, expect, expectAccessible, test } from '#test/journeys/fixture.ts';
import { openSchoolHouse, type SchoolHouse } from '#test/journeys/school-house.ts';

const home = '/dashboard/school-admin';
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
/** Returns how often each name and value appears in a list of figures. */
const figures = (page: Page, name: string) => region(page, name).locator('dl > div');

/** Returns a future month with 22 open days of Maya's and four vacancies of every status and reason. */
async function fillNextMonth(
  house: Pick<SchoolHouse, 'approve' | 'ask' | 'day' | 'post'> & { teacher: Caller },
  tom: { id: number; page: Caller },
): Promise<string> {
  const month = addMonths(monthOf(house.day(0)), 1);
  const on = (day: number) => `${month}-${String(day).padStart(2, '0')}`;
  const dates = Array.from({ length: 22 }, (_, index) => on(index + 4));
  await call(house.teacher.request, createVacancies, {
    body: {
      dates,
      startTime: '08:00',
      endTime: '15:00',
      shiftType: 'full_day',
      description: 'Grade 4',
      additionalNotes: 'Plans are on the desk.',
      postAnyway: true,
      absenceReason: 'Paternity Leave',
    },
  });
  const filled = await house.post(on(1), 'Filled room', { absenceReason: 'Illness' });
  await house.ask(tom, filled.id);
  await house.approve(filled.id, tom.id);
  const asked = await house.post(on(2), 'Asked room', {
    absenceReason: 'Illness',
    shiftType: 'morning',
    endTime: '12:00',
  });
  await house.ask(tom, asked.id);
  await house.post(on(3), 'Open room', { absenceReason: 'Bereavement', shiftType: 'afternoon', startTime: '12:30' });
  await house.post(on(3), 'Another open room', { absenceReason: 'Family Illness' });
  return month;
}

test('the Vacancy Report shows a month’s fills, reasons, times and substitutes in charts, tables and a file', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  const month = await fillNextMonth(house, await house.substitute('Tom Byron'));
  await admin.goto(home);
  await expect(admin.getByRole('radio', { name: 'Vacancy Report' })).toBeChecked();
  await admin.getByRole('button', { name: 'Next month' }).click();
  await expect(admin).toHaveURL(`${home}?month=${month}`);
  await expect(admin.getByRole('heading', { name: formatMonth(month), exact: true })).toBeVisible();

  await admin.getByRole('heading', { name: 'Monthly reports' }).scrollIntoViewIfNeeded();
  await expect(region(admin, `${formatMonth(month)} in total`)).toContainText(/Absence days24.5Days covered14%/);
  await expect(region(admin, 'Fill rate').first()).toContainText('3.8%');
  await expect(figures(admin, 'Fill rate').first()).toHaveText('Filled1');
  await expect(region(admin, 'Fill rate').first().locator('dl')).toHaveText('Filled1Pending Approval1Open24Total26');
  await expect(
    region(admin, 'Reasons for absence')
      .getByRole('row')
      .filter({ has: admin.getByRole('rowheader') }),
  ).toHaveText(['Paternity Leave2284.6%', 'Illness27.7%', 'Bereavement13.8%', 'Family Illness13.8%', 'Personal00%']);

  const days = region(admin, /^Filled and open, day by day/);
  await days.getByText('Show as table').click();
  await expect(days.getByRole('row', { name: formatDate(`${month}-03`) })).toContainText(/0.*0.*2.*2/s);
  const year = region(admin, 'Fill rate over the last 12 months');
  await year.getByText('Show as table').click();
  await expect(year.getByRole('row').filter({ has: admin.getByRole('rowheader') })).toHaveCount(12);
  await expect(year.getByRole('row', { name: formatMonth(month) })).toContainText('3.8%');
  const leads = region(admin, 'Fill rate by lead time')
    .getByRole('row')
    .filter({ has: admin.getByRole('rowheader') });
  await expect(leads).toHaveText([/Same day/, /One day/, /Two to three days/, /More than three days/]);
  await expect(region(admin, 'Median time to fill')).toContainText(/\d+ minutes?/);
  await expectAccessible(admin, 'in every run');

  const table = region(admin, `Vacancies in ${formatMonth(month)}`);
  const rows = table.getByRole('row').filter({ has: admin.getByRole('rowheader') });
  await expect(rows).toHaveCount(20);
  await expect(rows.first()).toContainText(
    new RegExp(`${formatDate(`${month}-01`)}.*Maya Okafor.*Illness.*Tom Byron.*Filled`, 's'),
  );
  await expect(rows.nth(1)).toContainText(/No one yet.*Pending Approval/s);
  await expect(table).toContainText('20 of 26 shown');
  await table.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(26);
  await expect(table.getByRole('button', { name: 'Show more' })).toHaveCount(0);

  const download = admin.waitForEvent('download');
  await table.getByRole('link', { name: /^CSV/ }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`vacancy-report-${month}.csv`);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(27);
  expect(lines[1]).toBe(`${month}-01,8:00 AM,3:00 PM,Maya Okafor,Illness,Tom Byron,Filled,Yes,,Grade 4,,`);

  await admin.getByRole('button', { name: 'This month' }).click();
  await expect(admin).toHaveURL(home);
});

test('the Teacher Absence Report shows absent teachers, their share of the staff, and the ten with the most days', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  const month = await fillNextMonth(house, await house.substitute('Tom Byron'));
  await admin.goto(`${home}?month=${month}`);
  await admin.getByText('Teacher Absence Report', { exact: true }).click();
  await expect(admin).toHaveURL(`${home}?month=${month}&report=teachers`);
  await expect(admin.locator('dl').last().locator('> div')).toHaveText([
    'Teachers absent1',
    'Percentage of staff100%1 of 1 teacher',
    'Average days per teacher24.5of those absent',
  ]);
  await expect(
    region(admin, 'Top ten by absence days')
      .getByRole('row')
      .filter({ has: admin.getByRole('rowheader') }),
  ).toHaveText(['1Maya Okafor24.5 days172.0 hoursPaternity Leave']);
  const lines = ['Maya Okafor', '24.5 days', 'Paternity Leave'].map((text) =>
    region(admin, 'Top ten by absence days')
      .getByText(text)
      .evaluate((cell) => {
        const range = document.createRange();
        if (cell.firstChild) range.selectNode(cell.firstChild);
        return range.getBoundingClientRect().top;
      }),
  );
  expect(new Set(await Promise.all(lines)).size, 'lines of the name, its days and the reason').toBe(1);
  await expectAccessible(admin, 'in every run');
  const download = admin.waitForEvent('download');
  await admin.getByRole('link', { name: /^CSV/ }).click();
  expect((await download).suggestedFilename()).toBe(`teacher-absence-report-${month}.csv`);
  await admin.reload();
  await expect(region(admin, 'Top ten by absence days')).toContainText('Maya Okafor');
  await admin.getByRole('button', { name: 'Previous month' }).click();
  await expect(admin.getByText(`No teacher was absent in ${formatMonth(addMonths(month, -1))}.`)).toBeVisible();
  await expectAccessible(admin);
});

/** The browser's print dialog never opens in a test. It is enough that it would. */
async function withoutPrintDialog(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-asked-to-print', document.title);
  });
}

/** Returns the pages of the browser's PDF of this page. */
async function pagesOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'Letter', preferCSSPageSize: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** Forty covered classes of today, one after the other, with long names, door numbers and phone numbers. */
async function coverADay(house: Pick<SchoolHouse, 'admin' | 'day' | 'post'> & { teacher: Caller }): Promise<void> {
  const { id } = await call(house.teacher.request, currentUser, {});
  await call(house.teacher.request, updateUser, {
    params: { id: String(id) },
    body: { fullName: 'Alexandrina Okafor-Wolfeschlegelstein' },
  });
  const substitutes: number[] = [];
  for (const [fullName, phone] of [
    ['Bartholomew Featherstonehaugh-Montgomery', '+1 (218) 555-0142 ext. 40117'],
    ['Christopher-James Villanueva', '+1 (218) 555-0143 ext. 40117'],
  ] as const) {
    const made = await call(house.admin, createUser, {
      body: {
        role: 'substitute',
        username: `${fullName.slice(0, 9).toLowerCase()}_${house.day(0).replaceAll('-', '')}_${id}`,
        fullName,
        phone,
        password: 'lantern-meadow-42',
        confirmPassword: 'lantern-meadow-42',
      },
    });
    substitutes.push(made.id);
  }
  for (let n = 0; n < 40; n += 1) {
    const [startTime, endTime] = [addMinutes('08:00', 10 * n), addMinutes('08:00', 10 * n + 10)];
    const title = `Fourth grade, English as a second language, room AB-${1201 + n}C`;
    const posted = await house.post(house.day(0), title, { startTime, endTime });
    await call(house.admin, assignSubstitute, {
      params: { id: String(posted.id) },
      body: { substituteId: substitutes[n % 2] ?? 0 },
    });
  }
}

test('a full day prints on one page, a report on separate ones, without screen controls', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  const month = await fillNextMonth(house, await house.substitute('Tom Byron'));
  await coverADay(house);
  for (let n = 1; n <= 8; n += 1)
    await house.post(
      house.day(0),
      `Room ${n}, fractions and decimals with the blue folders on the desk, then reading groups in the library until lunch`,
    );
  await withoutPrintDialog(admin);
  await admin.goto(`${home}?month=${month}`);
  await expect(region(admin, 'Uncovered').getByRole('listitem')).toHaveCount(8);
  await expect(region(admin, `Vacancies in ${formatMonth(month)}`)).toContainText('20 of 26 shown');

  const root = admin.locator('html');
  await admin.getByRole('button', { name: 'Print this day' }).click();
  await expect(root).toHaveAttribute('data-asked-to-print', `Coverage on ${formatDate(house.day(0))}`);
  await admin.emulateMedia({ media: 'print' });
  await expect(admin.getByText(/^Coverage on \w+day/)).toBeVisible();
  await admin.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const sheet = admin.getByRole('table', { name: /^Absences on/ });
  await expect(sheet.getByRole('columnheader')).toHaveText([
    'Times',
    'Room',
    'Absent',
    'Substitute',
    'Phone',
    'In',
    'Out',
  ]);
  await expect(sheet.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText(/^\d+$/);
  await expect(sheet.getByRole('row', { name: /Featherstonehaugh-Montgomery|Villanueva/ })).toHaveCount(40);
  await expect(sheet.getByRole('row').last()).toContainText(/\+1 \(218\) 555-014\d ext\. 40117/);
  await expect(admin.getByRole('navigation')).toHaveCount(0);
  await expect(region(admin, 'Fill rate')).toHaveCount(0);
  await expectAccessible(admin, 'in every run');
  expect(await pagesOf(admin)).toBe(1);
  await expect(root).not.toHaveAttribute('data-print');
  // The browser's own menu prints both parts, each on pages of its own.
  await expect(admin.locator('[data-printed="report"]')).toHaveCSS('break-before', 'page');

  await admin.emulateMedia({ media: 'screen' });
  await admin.getByRole('button', { name: 'Print or save as PDF' }).click();
  await expect(root).toHaveAttribute('data-asked-to-print', `Vacancy Report ${formatMonth(month)}`);
  await admin.emulateMedia({ media: 'print' });
  await expect(admin.getByText(`Vacancy Report, ${formatMonth(month)}`)).toBeVisible();
  await expect(
    admin.getByRole('table', { name: `Vacancies in ${formatMonth(month)}` }).getByRole('rowheader'),
  ).toHaveCount(26);
  await expect(admin.getByText(/^Coverage on/)).toBeHidden();
  await expectAccessible(admin);
  // The teacher's long name takes two lines in each of the 26 rows.
  expect(await pagesOf(admin)).toBe(3);
  await expect(admin).toHaveTitle(/^Dashboard/);
});

test('today and the month are those of the school, in any time zone of the browser', async ({ open, firstBell }) => {
  const { admin } = await openCast(open, firstBell, ['admin']);
  // It is already December in Greenwich, but still the evening before in Chicago.
  await admin.clock.setFixedTime('2026-12-01T03:00:00Z');
  await admin.goto(home);
  await expect(admin.getByRole('heading', { name: 'Monday, November 30, 2026' })).toBeVisible();
  await expect(admin.getByRole('heading', { name: 'November 2026', exact: true })).toBeVisible();
});
