import { call } from '#test/journeys/calls.ts';
import { listWallLinks } from '#contract/wall.ts';
import { formatTime, localTime } from '#domain/time.ts';
import { assignSubstitute } from '#contract/vacancy-staff.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, seeToast, test } from '#test/journeys/fixture.ts';
import { openSchoolHouse } from '#test/journeys/school-house.ts';

test('a school shows its day on a screen in the hallway, and revokes the link', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const house = await openSchoolHouse(open, firstBell, ['admin']);
  const { adminPage: admin } = house;
  const ann = await house.substitute('Ann Lee');
  const class4 = await house.post(house.day(0), 'Grade 4, room 12', { startTime: '09:00' });
  await admin.goto('/dashboard/school-admin');
  await admin.getByRole('button', { name: 'More for this day' }).click();
  await admin.getByRole('menuitem', { name: 'Wall view' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Wall view' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = await dialog.getByLabel('Link to the wall view').inputValue();
  await expect(dialog.getByRole('listitem')).toHaveText([/^Created by .+Not opened yetRevoke/]);
  // The time is the school's, not the browser's.
  const [link] = await call(house.admin, listWallLinks);
  const madeAt = new Date(link?.madeAt ?? '');
  await expect(dialog.getByRole('listitem')).toContainText(formatTime(localTime(madeAt, house.timeZone)));
  await expectAccessible(admin, 'in every run');

  const screen = await open('about:blank');
  await screen.clock.install();
  await screen.goto(new URL(url).pathname);
  const classes = screen.getByRole('list', { name: 'Today’s classes' }).getByRole('listitem');
  await expect(classes).toHaveText([/9:00 AM – 3:00 PM.*Room 12.*Maya Okafor.*Uncovered/s]);
  await expect(screen.getByRole('heading', { level: 1 })).toContainText(house.name);
  await expect(screen.getByText(/^Updated at \d/)).toBeVisible();
  await expectAccessible(screen, 'in every run');
  await expectNoSidewaysScroll(screen);

  // The wall shows the day's changes without a reload.
  await call(house.admin, assignSubstitute, { params: { id: String(class4.id) }, body: { substituteId: ann.id } });
  await screen.clock.fastForward(36_000);
  await expect(classes).toHaveText([/Maya Okafor.*Ann Lee/s]);
  await screen.context().setOffline(true);
  await screen.clock.fastForward(36_000);
  await expect(screen.getByText(/^We can’t reach FirstBell\. Last updated at \d/)).toBeVisible();
  await expect(classes).toHaveCount(1);
  await screen.context().setOffline(false);
  await screen.clock.fastForward(36_000);
  await expect(screen.getByText(/^Updated at \d/)).toBeVisible();

  await dialog.getByRole('button', { name: /^Revoke/ }).click();
  await admin
    .getByRole('alertdialog', { name: 'Revoke this link?' })
    .getByRole('button', { name: 'Revoke link' })
    .click();
  await seeToast(admin, 'Link revoked', 'Screens that use it no longer show your classes.');
  await expect(dialog.getByRole('listitem')).toHaveCount(0);
  expectRefusal(new URL(url).pathname.replace('/wall/', '/api/wall/'));
  await screen.clock.fastForward(36_000);
  await expect(screen.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});
