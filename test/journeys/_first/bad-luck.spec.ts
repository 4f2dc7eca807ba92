import type { Locator, Page } from '@playwright/test';
import { listVacancies } from '#contract/vacancies.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { call } from '#test/journeys/calls.ts';
import { type Cast, type CastRole, castPassword, dayFromNow, openCast } from '#test/journeys/cast.ts';
import { expect, expectAccessible, makeDeaf, test } from '#test/journeys/fixture.ts';
import { type Form, signInAgain, suffer } from '#test/journeys/mishaps.ts';
import { peopleForms } from '#test/journeys/people-forms.ts';
import { publicForms } from '#test/journeys/public-forms.ts';
import { substituteForms } from '#test/journeys/substitute-forms.ts';
import { cover, teacherForms } from '#test/journeys/teacher-forms.ts';
import { isLongForm } from '#test/journeys/widths.ts';

// The stories are long, so all workers share them.
test.describe.configure({ mode: 'parallel' });

const byWhom: readonly { who: string; forms: readonly Form[]; page: CastRole }[] = [
  { who: 'someone who is not signed in', forms: publicForms, page: 'admin' },
  { who: 'a teacher', forms: teacherForms, page: 'teacher' },
  { who: 'a substitute', forms: substituteForms.slice(0, 5), page: 'substitute' },
  { who: 'an admin who manages people', forms: peopleForms, page: 'admin' },
  { who: 'everybody with a profile', forms: substituteForms.slice(5), page: 'substitute' },
];

for (const { who, forms, page: by } of byWhom) {
  test(`the forms of ${who} keep typed text after every failure, and act once: ${forms.map(({ name }) => name).join(', ')}`, async ({
    open,
    firstBell,
    expectRefusal,
  }) => {
    test.setTimeout(240_000);
    const cast = await openCast<CastRole>(open, firstBell, [by]);
    const page = cast[by];
    // Failures here are reported by the reply to the form itself.
    await makeDeaf(page);
    if (who === 'someone who is not signed in') await page.context().clearCookies();
    // All forms submit through the same code. One meets every mishap in each run, the others only in the long form.
    for (const [at, form] of forms.entries())
      await test.step(form.name, () =>
        suffer(page, cast, form, expectRefusal, (at === 0 && who === 'a teacher') || isLongForm),
      );
  });
}

type Rules = {
  name: string;
  by: 'teacher' | 'substitute' | 'admin';
  open: (page: Page, cast: Cast) => Promise<void>;
  /** Types invalid values and submits them. */
  send: (page: Page) => Promise<void>;
  /** Returns the invalid fields in order, with their errors. */
  faults: (page: Page) => readonly [Locator, string][];
};

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click();
const password = (page: Page) => page.getByLabel('Password', { exact: true });

const rules: readonly Rules[] = [
  {
    name: 'Login',
    by: 'admin',
    open: (page) => page.goto('/auth/teacher').then(() => undefined),
    send: (page) => press(page, 'Login'),
    faults: (page) => [
      [page.getByLabel('Username'), 'Enter your username.'],
      [password(page), 'Enter your password.'],
    ],
  },
  {
    name: 'Register',
    by: 'admin',
    open: (page) => page.goto('/auth/teacher?tab=register').then(() => undefined),
    send: async (page) => {
      await page.getByLabel('Confirm Password').fill('other');
      await press(page, 'Register');
    },
    faults: (page) => [
      [page.locator('select[name=schoolId]'), 'Please select a school'],
      [page.getByLabel('Full Name'), 'Full name is required'],
      [page.getByLabel('Username'), 'Username must be at least 3 characters'],
      [page.getByLabel('Email'), 'Invalid email address'],
      [password(page), 'Password must be at least 8 characters'],
      [page.getByLabel('Confirm Password'), "Passwords don't match"],
    ],
  },
  {
    name: 'Message substitutes',
    by: 'teacher',
    open: (page) => page.goto('/dashboard/teacher/approved-substitutes?message=all').then(() => undefined),
    send: async (page) => {
      await page.getByLabel('Subject').fill('');
      await press(page, 'Send to 1 substitute');
    },
    faults: (page) => [
      [page.getByLabel('Subject'), 'Enter a subject.'],
      [page.getByLabel('Message', { exact: true }), 'Please enter a message to send.'],
    ],
  },
  {
    name: 'Release substitute',
    by: 'teacher',
    open: async (page, cast) => {
      const room = await cast.post({ title: 'Covered room' });
      await cover(cast, room);
      await page.goto(`/dashboard/teacher/my-vacancies?tab=filled&release=${room.id}`);
    },
    send: (page) => page.getByRole('dialog').getByRole('button', { name: 'Release substitute' }).click(),
    faults: (page) => [[page.getByLabel('Why', { exact: true }), 'Enter a short reason.']],
  },
  {
    name: 'Single date',
    by: 'substitute',
    open: (page) => page.goto(`/dashboard/substitute/my-availability?date=${dayFromNow(1)}`).then(() => undefined),
    send: async (page) => {
      await page.getByLabel('Notes').fill('x'.repeat(501));
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    },
    faults: (page) => [[page.getByLabel('Notes'), 'This can have at most 500 characters.']],
  },
  {
    name: 'Profile',
    by: 'substitute',
    open: (page) => page.goto('/dashboard/substitute/profile').then(() => undefined),
    send: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('T');
      await page.getByLabel('Email').fill('tom@');
      await page.getByRole('form', { name: 'Your details' }).getByRole('button', { name: 'Save' }).click();
    },
    faults: (page) => [
      [page.getByLabel('Name', { exact: true }), 'Full name is required'],
      [page.getByLabel('Email'), 'Invalid email address'],
    ],
  },
  {
    name: 'Photo and resume',
    by: 'substitute',
    open: (page) => page.goto('/dashboard/substitute/profile').then(() => undefined),
    send: async (page) => {
      const text = { mimeType: 'text/plain', buffer: Buffer.from('text') };
      await page.getByLabel('Resume').setInputFiles({ name: 'resume.txt', ...text });
      await page.getByLabel('Photo').setInputFiles({ name: 'me.txt', ...text });
    },
    faults: (page) => [
      [page.getByLabel('Photo'), "We couldn't read this photo."],
      [page.getByLabel('Resume'), 'The resume must be a .pdf, .doc or .docx file.'],
    ],
  },
  {
    name: 'Change password',
    by: 'substitute',
    open: (page) => page.goto('/dashboard/substitute/profile?dialog=password').then(() => undefined),
    send: async (page) => {
      await page.getByLabel('New Password').fill('short');
      await page.getByLabel('Confirm Password').fill('shorter');
      await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
    },
    faults: (page) => [
      [page.getByLabel('Current Password'), 'Enter your current password.'],
      [page.getByLabel('New Password'), 'Password must be at least 8 characters'],
      [page.getByLabel('Confirm Password'), "Passwords don't match"],
    ],
  },
];

test('each error of a form is at its field, and focus moves to the first', async ({ open, firstBell }) => {
  test.setTimeout(240_000);
  const cast = await openCast(open, firstBell, ['admin', 'teacher', 'substitute']);
  for (const { name, by, open: lead, send, faults } of rules) {
    await test.step(name, async () => {
      const page = cast[by];
      if (by === 'admin') await page.context().clearCookies();
      await lead(page, cast);
      await send(page);
      for (const [field, sentence] of faults(page))
        await expect(field).toHaveAccessibleDescription(new RegExp(`Error: ${sentence.replaceAll('.', '\\.')}`));
      await expect(faults(page)[0]?.[0] ?? page.locator('body')).toBeFocused();
      if (faults(page).length > 1)
        await expect(
          page.getByRole('alert').filter({ hasText: `There are ${faults(page).length} problems` }),
        ).toBeVisible();
      await expectAccessible(page, 'in every run');
    });
  }
});

test('the absence form shows each error when its field loses focus, and cannot be sent before', async ({
  open,
  firstBell,
}) => {
  const { teacher: page } = await openCast(open, firstBell, ['teacher']);
  await page.goto('/dashboard/teacher/create-absence-request');
  const publish = page.getByRole('button', { name: 'Publish Absence Request' });
  await expect(publish).toBeDisabled();
  for (const [label, wrong, sentence] of [
    ['Date', dayFromNow(-1), 'Date cannot be in the past'],
    ['Shift Type', null, 'Please select a shift type'],
    ['End Time', '07:00', 'The end must be after the start.'],
    ['Title', '  ', 'Title is required'],
    ['Description', '', 'Description is required'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    if (wrong === null) await field.focus();
    else await field.fill(wrong);
    await field.blur();
    await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
  }
  await expect(publish).toBeDisabled();
  await expectAccessible(page);
});

test('a lost race is explained in the dialog, typed text is kept, and the row shows the current state', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const cast = await openCast(open, firstBell, ['substitute']);
  const page = cast.substitute;
  await makeDeaf(page);
  const taken = await cast.post({ title: 'Taken room' });
  expectRefusal(`/api/vacancies/${taken.id}`);
  await page.goto('/dashboard/substitute/available-vacancies');
  await page.getByRole('button', { name: 'Request to Accept' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request Assignment' });
  await dialog.getByLabel('Message').fill('I can be there by 7:40.');
  // The same person was faster on another machine.
  const elsewhere = await firstBell.caller();
  await elsewhere.request.post('/api/login', { data: { username: cast.usernames.substitute, password: castPassword } });
  await call(elsewhere.request, updateVacancy, {
    params: { id: String(taken.id) },
    body: { status: 'pending_approval' },
  });
  await dialog.getByRole('button', { name: 'Request Position' }).click();
  await expect(
    dialog.getByRole('status').filter({ hasText: 'You have already requested this vacancy.' }),
  ).toBeVisible();
  await expect(dialog.getByLabel('Message')).toHaveValue('I can be there by 7:40.');
  await expect(dialog.getByRole('button', { name: 'Request Position' })).toHaveCount(0);
  await expectAccessible(page, 'in every run');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('article', { name: 'Taken room' })).toContainText('Pending Approval');
});

test('a list continues after a session is renewed by signing in; Not now leaves the page as it is', async ({
  open,
  firstBell,
  expectRefusal,
}) => {
  const cast = await openCast(open, firstBell, ['substitute']);
  const page = cast.substitute;
  await makeDeaf(page);
  for (const path of ['/api/vacancies', '/api/login']) expectRefusal(path);
  await cast.post({ title: 'Calm room' });
  // On a slow machine, these two lists of the screen load last. Without a session, they would be refused.
  const late = ['/api/attendance/own', '/api/own-cover'].map((path) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === path),
  );
  await page.goto('/dashboard/substitute/my-assignments');
  await Promise.all(late);
  await expect(page.getByRole('heading', { name: 'No assignments yet' })).toBeVisible();
  await expect(
    page
      .getByRole('link', { name: /^Available Vacancies.*1 waiting/ })
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Available Vacancies' }).filter({ visible: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expectAccessible(page, 'in every run');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Please sign in.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill('not-my-password');
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Invalid username or password.' }).first()).toBeVisible();
  await expectAccessible(page);
  await signInAgain(page);
  await expect(page.getByRole('article', { name: 'Calm room' })).toBeVisible();
  expect(await call(page.request, listVacancies, {})).toHaveLength(1);
});
