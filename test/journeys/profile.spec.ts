import sharp from 'sharp';
import { getUser } from '#contract/person.ts';
import { updateUser } from '#contract/users.ts';
import { call } from '#test/journeys/calls.ts';
import { openCast } from '#test/journeys/cast.ts';
import { expect, makeDeaf, expectAccessible, seeToast, test } from '#test/journeys/fixture.ts';
import { addSchool, approve, join, openOwner, password, unique } from '#test/journeys/people.ts';

const address = '/dashboard/substitute/profile';
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
);
const photo = () =>
  sharp({
    create: {
      width: 640,
      height: 480,
      channels: 3,
      background: '#3b66db',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();

test('a substitute edits the profile: errors at their fields, nothing lost on failure, files previewed before and after', async ({
  page,
  expectRefusal,
}) => {
  test.slow();
  const { id } = await join(page, { role: 'substitute', fullName: 'Tom Example', schoolId: null });
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'My Availability' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expectAccessible(page);

  await test.step('each error is at its field', async () => {
    await page.getByLabel('Name', { exact: true }).fill('T');
    await page.getByLabel('Email').fill('tom@');
    await page
      .getByLabel('Resume')
      .setInputFiles({ name: 'resume.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
    await expect(page.getByText('The resume must be a .pdf, .doc or .docx file.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('link', { name: 'Full name is required' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Invalid email address' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
  });

  await test.step('files are previewed before they are sent', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Thomas Example');
    await page.getByLabel('Email').fill('thomas@example.org');
    for (const [label, text] of [
      ['Phone', '(218) 555-0111'],
      ['Gender', 'male'],
      ['Qualifications', 'B.S. Biology'],
      ['Preferred Subjects', 'Science'],
      ['Bio', 'Calm.\nOn time.'],
    ] as const) {
      await page.getByRole('textbox', { name: label }).fill(text);
    }
    await page.getByLabel('Photo').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await photo() });
    await expect(page.getByRole('img', { name: 'The photo you chose' })).toHaveJSProperty('naturalWidth', 640);
    // There is no saved photo to keep.
    await page.getByRole('button', { name: 'Discard it' }).click();
    await expect(page.getByRole('img', { name: 'The photo you chose' })).toHaveCount(0);
    await page.getByLabel('Photo').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await photo() });
    await page.getByLabel('Resume').setInputFiles({ name: 'thomas.pdf', mimeType: 'application/pdf', buffer: pdf });
    await expect(page.getByText('thomas.pdf, not saved yet')).toBeVisible();
    await expect(page.getByText('Unsaved Changes')).toBeVisible();
  });

  await test.step('a failure keeps everything, and a retry saves it', async () => {
    expectRefusal(`/api/users/${id}`);
    await page.route(`**/api/users/${id}`, (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Save' }).click();
    await seeToast(page, 'Update failed', 'Failed to update profile');
    await expect(page.getByText('Your changes were not saved')).toBeVisible();
    await expect(page.getByLabel('Bio')).toHaveValue('Calm.\nOn time.');
    await expect(page.getByRole('img', { name: 'The photo you chose' })).toBeVisible();

    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 200_000,
    });
    const progress: number[] = [];
    await page.exposeFunction('sawProgress', (value: number) => void progress.push(value));
    await page.evaluate(() => {
      const { sawProgress } = window as unknown as { sawProgress: (value: number) => void };
      new MutationObserver(() => {
        const bar = document.querySelector('progress');
        if (bar) sawProgress(bar.value);
      }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['value'] });
    });
    // On a slow machine, the slow upload takes longer than a toast may.
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH', { timeout: 60_000 });
    await page.getByRole('button', { name: 'Save' }).click();
    await saved;
    await seeToast(page, 'Profile updated');
    expect(
      progress.some((value) => value > 0 && value < 100),
      `progress ${progress.join(' ')}`,
    ).toBe(true);
  });

  await test.step('the saved values appear, also in the header', async () => {
    await page.reload();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Thomas Example');
    await expect(page.getByRole('button', { name: 'Profile menu, Thomas Example' }).locator('img')).toHaveAttribute(
      'src',
      /^\/api\/files\//,
    );
    const frame = page.getByTitle('Your resume').or(page.getByText('Your browser can’t show PDFs in a page.'));
    await expect(frame).toBeVisible();
    if (await page.getByTitle('Your resume').isVisible())
      expect((await page.getByTitle('Your resume').boundingBox())?.height).toBe(400);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('thomas.pdf');
  });

  await test.step('the photo is removed, once that is confirmed', async () => {
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible();
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await seeToast(page, 'Profile image removed');
    await expect(page.getByRole('img', { name: 'Your photo' })).toHaveCount(0);
    expect((await call(page.request, getUser, { params: { id: String(id) } })).profileImageUrl).toBeNull();
  });

  await test.step('the resume is removed, once that is confirmed', async () => {
    await page.getByRole('button', { name: 'Remove resume' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove your resume?' });
    await expectAccessible(page, 'in every run');
    await question.getByRole('button', { name: 'Remove' }).click();
    await seeToast(page, 'Resume removed');
    await expect(page.getByText('thomas.pdf')).toHaveCount(0);
    expect((await call(page.request, getUser, { params: { id: String(id) } })).resumeUrl).toBeNull();
  });

  await test.step('Revert Changes restores the saved values', async () => {
    await page.getByLabel('Bio').fill('Something else');
    await page.getByRole('button', { name: 'Revert Changes' }).click();
    await expect(page.getByLabel('Bio')).toHaveValue('Calm.\nOn time.');
    await expect(page.getByText('Unsaved Changes')).toHaveCount(0);
  });
});

test('if text messages are not set up, the profile says so instead of promising a code', async ({
  open,
  firstBell,
}) => {
  const { substitute: page } = await openCast(open, firstBell, ['substitute']);
  await page.goto(`${address}?part=notices`);
  const part = page.getByRole('region', { name: 'Text messages' });
  await part.getByLabel('Mobile number').fill('(518) 555-0182');
  await part.getByLabel('I agree').check();
  await part.getByRole('button', { name: 'Send me a code' }).click();
  await expect(part.getByText(/^No code was sent to \(518\) 555-0182, because this server can’t send/)).toBeVisible();
  await expect(part.getByText('We sent a code')).toHaveCount(0);
});

test('a profile in two tabs: the second sees the values that the first saved, and keeps its typed text', async ({
  page,
}) => {
  await join(page, { role: 'substitute', fullName: 'Tom Example', schoolId: null });
  await page.goto(address);
  await page.getByLabel('Bio').fill('Calm and on time.');
  await page.getByLabel('Gender').fill('male');
  const other = await page.context().newPage();
  await other.goto(address);
  await other.getByLabel('Bio').fill('Ten years of math.');
  await other.getByRole('button', { name: 'Save' }).click();
  await seeToast(other, 'Profile updated');
  await expect(page.getByText('Changed in another window to “Ten years of math.”.')).toBeVisible();
  await expect(page.getByLabel('Bio')).toHaveValue('Calm and on time.');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Profile updated');
  await expect(other.getByLabel('Bio')).toHaveValue('Calm and on time.');
  await expect(other.getByLabel('Gender')).toHaveValue('male');
});

test('a field that was changed elsewhere scrolls into view with its choice, not behind the save bar', async ({
  page,
  expectRefusal,
}) => {
  const { id } = await join(page, { role: 'substitute', fullName: 'Tom Example', schoolId: null });
  // The form learns about the other change only by saving.
  expectRefusal(`/api/users/${id}`);
  await makeDeaf(page);
  await page.goto(address);
  const other = await page.context().newPage();
  await other.goto(address);
  for (const [tab, bio] of [
    [other, 'Ten years of math.'],
    [page, 'Calm and on time.'],
  ] as const) {
    const field = tab.getByLabel('Bio');
    await field.fill(bio);
    // The field is behind the bar, at the bottom edge of the visible part.
    await field.evaluate((element) => scrollBy(0, element.getBoundingClientRect().bottom - innerHeight));
    await tab.getByRole('button', { name: 'Save' }).click();
  }
  await expect(page.getByLabel('Bio')).toBeFocused();
  // The toast makes way for them once it has found its place.
  for (const part of [page.getByLabel('Bio'), page.getByRole('button', { name: 'Keep mine' })])
    await expect.poll(() => part.evaluate(isOnTop)).toBe(true);
});

/** Returns whether a click in the middle of an element would hit it. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  return hit !== null && element.contains(hit);
}

test('every role has a profile with the fields that it needs', async ({ open, firstBell }) => {
  test.slow();
  const owner = await openOwner(open, firstBell);
  const school = await addSchool(owner, `Birch Lane ${unique()}`);
  const admin = await open('about:blank');
  await approve(owner, (await join(admin, { role: 'school_admin', fullName: 'Beth Example', schoolId: school.id })).id);
  const teacher = await open('about:blank');
  await approve(admin, (await join(teacher, { role: 'teacher', fullName: 'Ruth Example', schoolId: school.id })).id);
  for (const [page, role] of [
    [owner, 'overall-admin'],
    [admin, 'school-admin'],
    [teacher, 'teacher'],
  ] as const) {
    await page.goto(`/dashboard/${role}/profile`);
    for (const label of ['Name', 'Email', 'Phone', 'Qualifications', 'Preferred Subjects', 'Bio', 'Photo', 'Resume'])
      await expect(page.getByLabel(label).first()).toBeVisible();
    await expect(page.getByLabel('Department')).toHaveCount(role === 'teacher' ? 1 : 0);
    await expect(page.getByRole('heading', { name: 'Schools you work for' })).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Phone' }).fill('(218) 555-0199');
    await page.getByRole('button', { name: 'Save' }).click();
    await seeToast(page, 'Profile updated');
    await expectAccessible(page);
  }
});

test('a person changes their password and signs out elsewhere', async ({ firstBell, page, expectRefusal }) => {
  const { username } = await join(page, { role: 'substitute', fullName: 'Grace Example', schoolId: null });
  const elsewhere = await firstBell.caller();
  await elsewhere.request.post('/api/login', { data: { username, password } });
  await page.goto(address);
  // One section at a time, each with its own address.
  const main = page.getByRole('main');
  await expect(main.getByRole('tab')).toContainText(['Details', 'Notifications', 'Schools', 'Calendar', 'Account']);
  const sections = main.getByRole('heading', {
    name: /^(Your (details|calendar|account)|How you are notified|Schools you)/,
  });
  await expect(sections).toHaveText(['Your details']);
  await page.getByRole('tab', { name: 'Account' }).click();
  await expect(sections).toHaveText(['Your account']);
  await expect(page).toHaveURL(`${address}?part=account`);
  // On the narrowest phones, the tabs stay in one row with the current one in view, and the page doesn't scroll
  // sideways.
  const desktop = page.viewportSize();
  for (const width of [320, 360, 375]) {
    await page.setViewportSize({ width, height: 640 });
    await page.reload();
    await expect(main.getByRole('tab', { name: 'Account' })).toBeInViewport({ ratio: 1 });
    // The link to this part leaves the title and the tabs below the header.
    await expect(sections).toBeFocused();
    await expect(main.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    const tops = await main.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top));
    expect(new Set(tops).size, `rows of tabs at ${width} px`).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'the page’s width').toBe(width);
  }
  if (desktop) await page.setViewportSize(desktop);
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out elsewhere' }).click();
  await seeToast(page, 'Signed out elsewhere');
  await expect(page.getByRole('button', { name: 'Sign out elsewhere' })).toHaveCount(0);
  expect((await elsewhere.request.get('/api/user')).status()).toBe(401);

  expectRefusal('/api/user/password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/dialog=password/);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current Password').fill('not-this-one');
  await dialog.getByLabel('New Password').fill('harvest-window-77');
  await dialog.getByLabel('Confirm Password').fill('harvest-window-77');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByLabel('Current Password')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await dialog.getByLabel('Current Password').fill(password);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await seeToast(page, 'Password changed');
  await expect(dialog).toHaveCount(0);
  expect(
    (await elsewhere.request.post('/api/login', { data: { username, password: 'harvest-window-77' } })).status(),
  ).toBe(200);
});

test('a substitute finds schools by name and place, chooses some, and leaves one', async ({ page, firstBell }) => {
  test.slow();
  const owner = await firstBell.callingOwner();
  const word = unique();
  // Alphabetically before the others, so the twenty of Lakeside appear only in a search.
  await addSchool(owner, `Aspen ${word}`);
  for (let n = 1; n <= 22; n += 1) await addSchool(owner, `Lakeside ${word} ${String(n).padStart(2, '0')}`);
  const school = await addSchool(owner, `Quarry Hill ${word}`);
  const admin = await firstBell.caller();
  await approve(owner, (await join(admin, { role: 'school_admin', fullName: 'Beth Example', schoolId: school.id })).id);
  const { id } = await join(page, { role: 'substitute', fullName: 'Nora Example', schoolId: null });

  await page.goto(`${address}?part=schools`);
  await expect(page.getByRole('heading', { name: 'Schools you work for' })).toBeFocused();
  const others = page.getByRole('list', { name: 'Other schools' });
  await page.getByLabel('Find your schools').fill(`lakeside ${word}`);
  await expect(others.getByRole('listitem').filter({ hasText: `Lakeside ${word}` })).toHaveCount(20);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(others.getByRole('listitem')).toHaveCount(22);
  await others.getByRole('checkbox', { name: `Lakeside ${word} 22` }).check({ force: true });
  await page.getByLabel('Find your schools').fill(`duluth quarry ${word}`);
  await expect(page).toHaveURL(/school=duluth/);
  await others.getByRole('checkbox', { name: `Quarry Hill ${word}` }).check({ force: true });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Profile updated', 'Your schools are saved.');
  const chosen = page.getByRole('list', { name: 'Chosen schools' });
  await expect(chosen.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await expect(page.getByRole('banner')).toContainText(/\+ 1/);
  await expect(chosen.getByText('Waiting for approval')).toHaveCount(2);

  await test.step('a school that declined them is marked, and they can apply again', async () => {
    await call(admin.request, updateUser, { params: { id: String(id) }, body: { isApproved: false } });
    await page.goto(`${address}?school=quarry+hill+${word}`);
    await expect(chosen.getByRole('listitem')).toHaveCount(1);
    await expect(others.getByText('Rejected earlier')).toBeVisible();
    await others.getByRole('checkbox', { name: `Quarry Hill ${word}` }).check({ force: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await seeToast(page, 'Profile updated');
    await expect(chosen.getByText('Applied again')).toBeVisible();
  });

  await test.step('leaving one states the consequences', async () => {
    await chosen.getByRole('checkbox', { name: `Lakeside ${word} 22` }).uncheck({ force: true });
    await expect(
      page.getByText(`your requests and upcoming assignments at Lakeside ${word} 22 will end`),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await seeToast(page, 'Profile updated');
    await expect(chosen.getByRole('listitem')).toHaveCount(1);
    expect((await call(page.request, getUser, { params: { id: String(id) } })).selectedSchoolIds).toBe(
      `[${school.id}]`,
    );
  });
});

test('the calendar address is shown once, and its owner can revoke it', async ({ page }) => {
  await join(page, { role: 'substitute', fullName: 'Iris Example', schoolId: null });
  await page.goto(`${address}?part=calendar`);
  await expect(page.getByRole('heading', { name: 'Your calendar' })).toBeFocused();
  await page.getByRole('button', { name: 'Create address' }).click();
  const url = await page.getByLabel('Calendar address').inputValue();
  const feed = new URL(url).pathname;
  expect((await page.request.get(feed)).headers()['content-type']).toContain('text/calendar');
  await expect(page.getByRole('list', { name: 'Add to your calendar' }).getByRole('link')).toHaveText([
    /^Add to Google Calendar/,
    'Add to Apple Calendar',
    /^Add to Outlook/,
  ]);
  await expect(page.getByRole('link', { name: 'Add to Apple Calendar' })).toHaveAttribute('href', /^webcal:/);
  await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText('You created an address on')).toBeVisible();
  await expect(page.getByLabel('Calendar address')).toHaveCount(0);
  await page.getByRole('button', { name: 'Turn off this address' }).click();
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off', exact: true }).click();
  await seeToast(page, 'Calendar address turned off');
  await expect(page.getByRole('button', { name: 'Create address' })).toBeVisible();
  expect((await page.request.get(feed)).status()).toBe(404);
});
