import { updateSchool } from '#contract/schools.ts';
import { notifySubstitutes } from '#contract/vacancy-staff.ts';
import { localTime } from '#domain/time.ts';
import { call } from '#test/journeys/calls.ts';
import { expect, expectAccessible, seeToast, test } from '#test/journeys/fixture.ts';
import { openSchoolHouse } from '#test/journeys/school-house.ts';

/**
 * In one of these zones, it is always early enough for the next wave on the same day. Offers would otherwise wait for
 * the morning.
 */
const zones = ['America/Chicago', 'Asia/Kolkata', 'Africa/Johannesburg', 'Pacific/Auckland'];
function daytimeZone(): string | undefined {
  return zones.find((zone) => {
    const time = localTime(new Date(), zone);
    return time >= '08:00' && time < '16:00';
  });
}
const substitutes = ['Ann Lee', 'Bo Diaz', 'Cal Ivers', 'Dee Fox', 'Eli Moss', 'Flo Hart', 'Gus Penn', 'Hal Orr'];

test('best matches are notified first: the secretary follows the waves on the card, pauses them, and offers to everyone', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  await house.addSubstitutes(substitutes);
  const timeZone = daytimeZone();
  await call(house.admin, updateSchool, { params: { id: String(house.id) }, body: { timeZone } });
  await admin.goto('/dashboard/school-admin/manage-school');
  const settings = admin.getByRole('form', { name: 'Vacancy configuration' });
  await settings.getByRole('radio', { name: 'Best matches first (recommended)' }).check();
  await settings.getByText('When they are notified').click();
  await settings.getByLabel('Until').fill('05:00');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings.getByText('Enter a time after the first one.')).toBeVisible();
  await settings.getByLabel('Until').fill('20:30');
  await settings.getByRole('button', { name: 'Save' }).click();
  await seeToast(admin, 'Vacancy settings saved');

  await admin.goto('/dashboard/school-admin/open-vacancies');
  await expect(admin.getByRole('heading', { name: 'No open vacancies.' })).toBeVisible();
  const { id } = await house.post(house.day(3), 'Grade 4 English', { sendNotifications: true });
  // The page never reloads: live events add the card after the post, and its line after the first wave.
  const card = admin.getByRole('article', { name: 'Grade 4 English' });
  await expect(card).toContainText(/Offered to [3-7] · next [1-5] at .+ · everyone (?:on .+ )?at 7:05\sAM/);
  let asked = Number(/Offered to (\d)/.exec(await card.innerText())?.[1]);
  await expectAccessible(admin);

  // The details count everyone who fits, which isn't the number of people notified so far.
  await card.getByRole('button', { name: /^Details/ }).click();
  const details = admin.getByRole('dialog', { name: 'Grade 4 English' });
  await expect(details).toContainText(/Who fits\s*all 8 substitutes/);
  await expect(details).not.toContainText('Offered to');
  await details.getByRole('button', { name: 'Close' }).last().click();

  const choose = async (name: string) => {
    await card.getByRole('button', { name: 'More for Grade 4 English' }).click();
    await admin.getByRole('menuitem', { name }).click();
  };
  await choose('Pause offers');
  await seeToast(admin, 'Offers paused', /Substitutes can still request it\./);
  await expect(card).toContainText(`Offered to ${asked} · further offers are paused`);
  await choose('Resume offers');
  await seeToast(admin, 'Offers resumed');
  await expect(card).toContainText(new RegExp(`Offered to ${asked} · next \\d at`));

  await choose('Offer to…');
  const list = admin.getByRole('dialog', { name: 'Offer to…' });
  await expectAccessible(admin);
  // The last one in the list hasn't been asked yet, or is asked again.
  const one = list.getByRole('button', { name: /^Offer (again )?to / }).last();
  const name = (await one.getAttribute('aria-label'))?.replace(/^Offer (again )?to /, '') ?? '';
  await one.click();
  await seeToast(admin, `Offered to ${name}`);
  const done = list.getByRole('button', { name: `Offered to ${name}` });
  await expect(done).toBeDisabled();
  await expect(done).toBeFocused();
  await list.getByRole('button', { name: 'Close' }).last().click();
  await expect(card).toContainText(new RegExp(`Offered to (${asked}|${asked + 1}) · next \\d at`));
  asked = Number(/Offered to (\d)/.exec(await card.innerText())?.[1]);

  await choose('Offer to everyone now');
  const question = admin.getByRole('alertdialog', { name: 'Offer Grade 4 English?' });
  await expect(question).toContainText('without waiting for the next wave');
  await question.getByRole('button', { name: 'Notify substitutes' }).click();
  // How many are left depends on the time until the start, by which waves are sized.
  const left = substitutes.length - asked;
  await seeToast(admin, 'Vacancy offered', `We’re notifying ${left} ${left === 1 ? 'substitute' : 'substitutes'}.`);
  await expect(card.getByText(`Offered to ${substitutes.length}`, { exact: true })).toBeVisible();
  // Each of them was notified once. From now on, a round notifies everyone again, as at other schools.
  expect(await call(house.admin, notifySubstitutes, { params: { id: String(id) }, body: {} })).toMatchObject({
    notified: substitutes.length,
  });
});

test('a teacher pauses and resumes the offers of their own class, and offers it to everyone', async ({
  open,
  firstBell,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['teacher']);
  const { teacher } = house;
  await house.addSubstitutes(substitutes);
  const timeZone = daytimeZone();
  await call(house.admin, updateSchool, {
    params: { id: String(house.id) },
    body: { timeZone, offering: 'best_matches' },
  });
  await house.post(house.day(3), 'Grade 4 English', { sendNotifications: true });
  await teacher.goto('/dashboard/teacher/my-vacancies');
  const card = teacher.getByRole('article', { name: 'Grade 4 English' });
  await expect(card).toContainText(/Offered to [3-7] · next [1-5] at/);
  const choose = async (name: string) => {
    await card.getByRole('button', { name: 'More for Grade 4 English' }).click();
    await teacher.getByRole('menuitem', { name }).click();
  };
  await choose('Pause offers');
  await seeToast(teacher, 'Offers paused', /Substitutes can still request it\./);
  await expect(card).toContainText('further offers are paused');
  await choose('Resume offers');
  await seeToast(teacher, 'Offers resumed');
  await choose('Offer to everyone now');
  const question = teacher.getByRole('alertdialog', { name: 'Offer Grade 4 English?' });
  await expect(question).toContainText('without waiting for the next wave');
  await expectAccessible(teacher);
  await question.getByRole('button', { name: 'Notify substitutes' }).click();
  await expect(card.getByText(`Offered to ${substitutes.length}`, { exact: true })).toBeVisible();
});
