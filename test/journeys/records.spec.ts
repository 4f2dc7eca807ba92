import { updateSchool } from '#contract/schools.ts';
import { resetPassword } from '#contract/users.ts';
import { call } from '#test/journeys/calls.ts';
import { openCast } from '#test/journeys/cast.ts';
import { expect, expectAccessible, goTo, test } from '#test/journeys/fixture.ts';
import { approve, join, openOwner, unique } from '#test/journeys/people.ts';

const home = '/dashboard/overall-admin';

test('the audit log says in sentences who did what to whom, and can be searched and filtered', async ({
  open,
  firstBell,
}) => {
  const cast = await openCast(open, firstBell, ['admin']);
  const newcomer = await join(await firstBell.caller(), {
    role: 'teacher',
    fullName: `Tom ${unique()}`,
    schoolId: cast.school.id,
  });
  await approve(cast.admin, newcomer.id);
  await call(cast.admin.request, updateSchool, {
    params: { id: String(cast.school.id) },
    body: { showReason: false, bookFirst: false },
  });
  await call(cast.admin.request, resetPassword, { body: { userId: newcomer.id, newPassword: 'violet-lamp-77' } });
  const owner = await openOwner(open, firstBell);
  await owner.goto(home);
  await owner.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Audit Log' }).click();
  await expect(owner.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible();
  await owner.getByLabel('Search').fill(cast.school.name);
  const rows = owner.getByRole('table', { name: /Administrative actions/ }).getByRole('rowheader');
  await expect(rows.first()).toHaveText(/^Beth Example reset Tom /);
  await expect(rows.nth(1)).toHaveText(/^Beth Example changed .+: whether substitutes see the reason/);
  await expect(rows.nth(1).getByRole('listitem')).toHaveText(/^Substitutes see the reason: yes .* no$/);
  await expect(rows.nth(2)).toHaveText(/^Beth Example approved Tom .+ as a teacher$/);
  await expect(rows.last()).toHaveText(`Platform Owner added the school ${cast.school.name}`);
  await owner.getByLabel('Kind').selectOption('Passwords');
  await expect(rows).toHaveCount(1);
  await expect(owner).toHaveURL(/kind=passwords/);
  await expectAccessible(owner);
  await owner.getByLabel('To').fill('2020-01-01');
  await expect(owner.getByRole('heading', { name: 'Nothing found' })).toBeVisible();

  await test.step('the school administrator reads their own school’s', async () => {
    const { admin } = cast;
    await admin.goto('/dashboard/school-admin');
    await admin.getByRole('button', { name: /^Profile menu/ }).click();
    await admin.getByRole('menuitem', { name: 'Audit Log' }).click();
    const own = admin.getByRole('table', { name: /Administrative actions/ }).getByRole('rowheader');
    await expect(own.first()).toHaveText(/reset Tom .*'s password/);
    await expect(own.last()).toHaveText(`Platform Owner added the school ${cast.school.name}`);
    await expect(admin.getByRole('columnheader', { name: 'School' })).toHaveCount(0);
  });
});

test('only the owner can read unsent deliveries, and the filter is in the address', async ({ open, firstBell }) => {
  const cast = await openCast(open, firstBell, ['admin', 'teacher', 'substitute']);
  const owner = await openOwner(open, firstBell);
  await owner.goto(home);
  await owner.getByRole('button', { name: /^Profile menu/ }).click();
  await owner.getByRole('menuitem', { name: 'Outbox' }).click();
  await owner.getByLabel('Status').selectOption('Kept, not sent');
  await expect(owner).toHaveURL(/status=kept/);
  await owner.reload();
  await expect(owner.getByLabel('Status')).toHaveValue('kept');
  await expect(owner.getByRole('list', { name: 'Outbox' })).toContainText('Kept, not sent');
  await expect(owner.getByLabel('Channel').getByRole('option')).toHaveText([
    'All channels',
    'Email',
    'Text message',
    'Push',
  ]);
  for (const page of [cast.admin, cast.teacher, cast.substitute]) {
    expect((await page.request.get('/api/outbox')).status()).toBe(403);
    await page.goto(`${home}/outbox`);
    await expect(page).not.toHaveURL(/overall-admin/);
  }
  await goTo(owner, 'Schools');
  await expect(owner.getByRole('heading', { level: 1, name: 'Manage Schools' })).toBeVisible();
});
