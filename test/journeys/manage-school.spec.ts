import { type Page } from '@playwright/test';
import sharp from 'sharp';
import { getSchool, updateSchool } from '#contract/schools.ts';
import { formatDate } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import { expect, expectAccessible, seeToast, test } from '#test/journeys/fixture.ts';
import { openSchoolHouse } from '#test/journeys/school-house.ts';

const address = '/dashboard/school-admin/manage-school';
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#6a3fbf' } })
    .png()
    .toBuffer();

const form = (page: Page, name: string) => page.getByRole('form', { name });
const time = (page: Page, name: string) => form(page, 'Vacancy configuration').getByLabel(name, { exact: true });

test('shift rules apply while typing, and teachers choose from the saved shifts', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin', 'teacher']);
  const { adminPage: admin } = house;
  await admin.goto(address);
  const shifts = form(admin, 'Vacancy configuration');
  const offered = (shift: string) => shifts.getByRole('switch', { name: `${shift} offered` });
  const save = shifts.getByRole('button', { name: 'Save' });
  await expect(time(admin, 'Full day, start')).toHaveValue('08:00');
  await expect(save).toHaveCount(0);
  await expectAccessible(admin);

  await time(admin, 'Morning, end').fill('12:45');
  await expect(time(admin, 'Afternoon, start')).toHaveValue('13:15');
  await expect(
    shifts.getByText('We moved the afternoon shift. It starts 30 minutes after the morning shift ends.'),
  ).toBeVisible();
  await expect(shifts.getByText('Unsaved Changes')).toBeVisible();
  await time(admin, 'Morning, end').fill('11:30');
  await expect(time(admin, 'Afternoon, start')).toHaveValue('12:30');
  await time(admin, 'Afternoon, start').fill('11:00');
  await expect(shifts.getByText('Morning and afternoon shifts cannot overlap')).toBeVisible();
  await expect(time(admin, 'Afternoon, start')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(admin);
  await time(admin, 'Afternoon, start').press('Enter');
  await expect(shifts.getByText('Morning and afternoon shifts cannot overlap')).toBeVisible();
  await time(admin, 'Afternoon, start').press('Tab');
  await time(admin, 'Afternoon, end').focus();
  await expect(time(admin, 'Afternoon, start')).toHaveValue('12:00');
  await expect(shifts.getByText('Morning and afternoon shifts cannot overlap')).toHaveCount(0);
  for (const shift of ['Full day', 'Morning', 'Afternoon']) await offered(shift).uncheck();
  await expect(
    shifts.getByText('At least one shift type must be enabled for teachers to create vacancies.'),
  ).toBeVisible();
  // After the failed save, the field with the error is in view, on a phone, too.
  const wide = admin.viewportSize() ?? { width: 1280, height: 900 };
  await admin.setViewportSize({ width: 390, height: 844 });
  await save.click();
  await expect(offered('Full day')).toBeFocused();
  await expect(offered('Full day')).toHaveAccessibleDescription(
    'Error: At least one shift type must be enabled for teachers to create vacancies.',
  );
  await expect(
    shifts.getByText('At least one shift type must be enabled for teachers to create vacancies.'),
  ).toBeInViewport({ ratio: 1 });
  await admin.setViewportSize(wide);
  await expectAccessible(admin);
  await shifts.getByRole('button', { name: 'Revert Changes' }).click();
  await expect(offered('Afternoon')).toBeChecked();
  await expect(time(admin, 'Morning, end')).toHaveValue('12:00');
  await expect(save).toHaveCount(0);

  await offered('Full day').uncheck();
  await time(admin, 'Morning, end').fill('12:15');
  await shifts.getByRole('checkbox', { name: 'Show the reason to substitutes' }).uncheck();
  await shifts.getByRole('checkbox', { name: 'Book the first request automatically' }).check();
  const path = `/api/schools/${house.id}`;
  expectRefusal(path);
  await admin.route(`**${path}`, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback()));
  await save.click();
  await seeToast(admin, 'Update failed', 'An unexpected error occurred');
  await expect(shifts.getByRole('alert')).toContainText('The settings were not saved');
  await admin.unroute(`**${path}`);
  await save.click();
  await seeToast(admin, 'Vacancy settings saved');
  await expect(save).toHaveCount(0);

  await house.teacher.goto('/dashboard/teacher/create-absence-request');
  await expect(house.teacher.getByLabel('Shift Type').locator('option')).toHaveText([
    'Choose shift type',
    'Morning Shift (8:00 AM - 12:15 PM)',
    'Afternoon Shift (12:30 PM - 3:00 PM)',
  ]);
  await expect(house.teacher.getByText('Your school doesn’t show it to substitutes.')).toBeVisible();
  await expect(house.teacher.getByText('Your school books the first request automatically.')).toBeVisible();
});

test('name, time zone and address of the school are corrected, with each error at its field', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  await admin.goto(address);
  const information = form(admin, 'School information');
  const field = (label: string) => information.getByLabel(label);
  const save = information.getByRole('button', { name: 'Save' });
  await field('School Name').fill('');
  await save.click();
  await expect(field('School Name')).toBeFocused();
  await expect(information.getByText('School name is required')).toBeVisible();
  await field('Contact Email').fill('office at school');
  await field('Latitude').fill('146');
  await save.click();
  const summary = information.getByRole('alert');
  await expect(summary).toContainText('There are 4 problems');
  await expect(field('School Name')).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([
    'School name is required',
    'Valid email address is required',
    'Latitude must be a number from -90 to 90.',
    'Enter both coordinates, or neither.',
  ]);
  await expectAccessible(admin);

  await field('School Name').fill('Larch Hill Academy');
  await field('Contact Email').fill('');
  await field('Latitude').fill('46.7867');
  await field('Longitude').fill('-92.1005');
  await field('Time Zone').selectOption('America/Denver');
  await field('Parking and arrival').fill('Park in lot C.');
  await save.click();
  await seeToast(admin, 'School information saved');
  await expect(admin.getByRole('banner')).toContainText('Larch Hill Academy');
  await expect(save).toHaveCount(0);
  await admin.reload();
  await expect(field('Time Zone')).toHaveValue('America/Denver');
  await expect(field('Longitude')).toHaveValue('-92.1005');
  await expect(field('Parking and arrival')).toHaveValue('Park in lot C.');
  await field('City').fill('Nowhere');
  await field('School Name').fill('');
  await save.click();
  await expect(information.getByText('School name is required')).toBeVisible();
  await information.getByRole('button', { name: 'Revert Changes' }).click();
  await expect(field('City')).toHaveValue('Duluth');
  await expect(field('School Name')).toHaveValue('Larch Hill Academy');
  await expect(information.getByText('School name is required')).toHaveCount(0);

  await test.step('closed days are added and removed, with each error at its field', async () => {
    const closed = form(admin, 'Closed days');
    await closed.getByRole('button', { name: 'Add closed days' }).click();
    await expect(closed.getByLabel('Name')).toHaveAccessibleDescription(/Enter why the school is closed\./);
    await expect(closed.getByLabel('Name')).toBeFocused();
    await closed.getByLabel('Name').fill('Winter break');
    await closed.getByLabel('First Day').fill(house.day(30));
    await closed.getByLabel('Last Day').fill(house.day(29));
    await closed.getByRole('button', { name: 'Add closed days' }).click();
    await expect(closed.getByText("The last day can't be before the first.")).toBeVisible();
    await closed.getByLabel('Last Day').fill(house.day(40));
    await closed.getByRole('button', { name: 'Add closed days' }).click();
    await seeToast(admin, 'Closed days saved');
    await expect(admin.getByRole('list', { name: 'Closed days' }).getByRole('listitem')).toContainText([
      `Winter break ${formatDate(house.day(30))} – ${formatDate(house.day(40))}`,
    ]);
    await expectAccessible(admin);
    await admin.getByRole('button', { name: 'Remove Winter break' }).click();
    await expect(admin.getByText('No closed days yet.')).toBeVisible();
    await expect(closed.getByLabel('Name')).toBeFocused();
  });
});

test('two people edit the school at the same time: both values appear at the field, and no typed text is lost', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  const params = { id: String(house.id) };
  const path = `/api/schools/${house.id}`;
  await admin.goto(address);
  const information = form(admin, 'School information');
  const field = (label: string) => information.getByLabel(label);
  const save = information.getByRole('button', { name: 'Save' });
  await field('School Name').fill('Larch Hill High');
  await field('Phone').fill('(218) 555-0177');
  expectRefusal(path);
  await admin.route(
    `**${path}`,
    async (route) => {
      await call(house.admin, updateSchool, { params, body: { name: 'Larch Hill Middle', city: 'Ely' } });
      await route.continue();
    },
    { times: 1 },
  );
  await save.click();
  const note = information.getByText('Changed by someone else to “Larch Hill Middle”.');
  await expect(note).toBeVisible();
  await expect(field('School Name')).toBeFocused();
  await expect(field('School Name')).toHaveValue('Larch Hill High');
  await expect(field('School Name')).toHaveAccessibleDescription(/Larch Hill Middle/);
  await expect(field('Phone')).toHaveValue('(218) 555-0177');
  await expect(field('City')).toHaveValue('Ely');
  await expectAccessible(admin);
  // The conflict isn't resolved yet.
  await field('City').focus();
  await save.click();
  await expect(field('School Name')).toBeFocused();
  await information.getByRole('button', { name: 'Keep mine' }).click();
  await expect(note).toHaveCount(0);
  await save.click();
  await seeToast(admin, 'School information saved');
  await expect(save).toHaveCount(0);
  expect(await call(house.admin, getSchool, { params })).toMatchObject({
    name: 'Larch Hill High',
    phone: '(218) 555-0177',
    city: 'Ely',
  });

  // The page receives a change while a person types.
  await field('Address').fill('9 Larch Road');
  await call(house.admin, updateSchool, { params, body: { address: '7 Larch Road', zipCode: '55731' } });
  await expect(information.getByText('Changed by someone else to “7 Larch Road”.')).toBeVisible();
  await expect(field('ZIP Code')).toHaveValue('55731');
  await information.getByRole('button', { name: 'Use theirs' }).click();
  await expect(field('Address')).toHaveValue('7 Larch Road');
  await expect(save).toHaveCount(0);
});

test('a logo and a banner are previewed, saved, shown to the people of the school, and removed', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin', 'teacher']);
  const { adminPage: admin, teacher } = house;
  await admin.goto(address);
  await expect(admin.getByText('Coming Soon')).toHaveCount(0);
  const branding = admin.getByRole('region', { name: 'Branding' });
  await branding
    .getByLabel('Logo')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(branding.getByText(/We couldn't read this photo/)).toBeVisible();
  await branding
    .getByLabel('Logo')
    .setInputFiles({ name: 'crest.png', mimeType: 'image/png', buffer: await picture(200, 100) });
  await expect(branding.getByRole('img', { name: 'The logo you chose' })).toBeVisible();
  await expectAccessible(admin);
  await branding.getByRole('button', { name: 'Save logo' }).click();
  await seeToast(admin, 'Logo saved');
  await expect(branding.getByRole('img', { name: "The school's logo" })).toBeVisible();
  await expect(admin.getByRole('banner').locator('img[src*="/logo"]')).toBeVisible();
  await branding
    .getByLabel('Banner')
    .setInputFiles({ name: 'hall.png', mimeType: 'image/png', buffer: await picture(1600, 400) });
  await branding.getByRole('button', { name: 'Save banner' }).click();
  await seeToast(admin, 'Banner saved');

  await teacher.goto('/dashboard/teacher');
  await expect(teacher.getByRole('banner').locator('img[src*="/logo"]')).toBeVisible();
  await expect(teacher.getByRole('main').locator('img[src*="/banner"]')).toBeVisible();
  await expectAccessible(teacher);

  await branding.getByRole('button', { name: 'Remove banner' }).click();
  await admin.getByRole('alertdialog', { name: 'Remove the banner?' }).getByRole('button', { name: 'Remove' }).click();
  await seeToast(admin, 'Banner removed');
  await expect(branding.getByRole('button', { name: 'Remove banner' })).toHaveCount(0);
  await expect(branding.getByText('Upload a banner')).toBeVisible();
  await teacher.reload();
  await expect(teacher.getByRole('main').locator('img[src*="/banner"]')).toHaveCount(0);
});
