import type { Page, Route } from '@playwright/test';
import { listVacancies } from '#contract/vacancies.ts';
import { updateVacancy } from '#contract/vacancy-moves.ts';
import { call } from '#test/journeys/calls.ts';
import { castPassword, dayFromNow, openCast } from '#test/journeys/cast.ts';
import { expect, expectAccessible, seeToast, test } from '#test/journeys/fixture.ts';

const available = '/dashboard/substitute/available-vacancies';
const create = '/dashboard/teacher/create-absence-request';

const json = (status: number, error: string, code: string) => (route: Route) => route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ error, code }) });
const gateway = `<html><head><title>502 Bad Gateway</title></head><body><h1>${'The gateway is down. '.repeat(10)}</h1></body></html>`;

/** What can happen on the way, and the sentence that people read of it. */
const mishaps: readonly { name: string; happen: (route: Route) => Promise<void>; sentence: string }[] = [
  { name: 'the network is lost', happen: (route) => route.abort('internetdisconnected'), sentence: 'An unexpected error occurred' },
  { name: '413', happen: json(413, 'This is too large to be sent.', 'too_large'), sentence: 'This is too large to be sent.' },
  { name: '429', happen: json(429, 'Too many calls. Try again in 30 seconds.', 'too_many_requests'), sentence: 'Too many calls. Try again in 30 seconds.' },
  { name: '500', happen: json(500, 'Something went wrong on our side.', 'internal'), sentence: 'Something went wrong on our side.' },
  { name: 'no JSON', happen: (route) => route.fulfill({ status: 200, contentType: 'text/html', body: gateway }), sentence: `Server returned invalid response: ${gateway.slice(0, 100)}` },
];

/** Sends what is typed into each mishap in turn. */
async function suffer(page: Page, address: string, submit: () => Promise<void>, expectKept: (sentence: string) => Promise<void>): Promise<void> {
  for (const { name, happen, sentence } of mishaps) {
    await test.step(name, async () => {
      await page.route(address, happen);
      await submit();
      await expectKept(sentence);
      await page.unroute(address);
    });
  }
}

/** How often the page makes this call from now on. */
function countCalls(page: Page, method: string, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

/** The session is over in mid-work: its person signs in over the page. */
async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toContainText('Your session has ended.');
  await expectAccessible(page);
  await dialog.getByLabel('Password', { exact: true }).fill('not-my-password');
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog.getByText('Invalid username or password.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(castPassword);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog).toHaveCount(0);
}

test('a request for a vacancy survives every mishap with its message, and is sent once', async ({ open, firstBell, expectRefusal }) => {
  test.slow();
  const cast = await openCast(open, firstBell);
  const page = cast.substitute;
  const room = await cast.post({ title: 'Unlucky room' });
  for (const path of [`/api/vacancies/${room.id}`, '/api/login']) expectRefusal(path);
  await page.goto(available);
  await page.getByRole('button', { name: 'Request to Accept' }).dblclick();
  const dialog = page.getByRole('dialog', { name: 'Request Assignment' });
  const message = dialog.getByLabel('Message');
  const submit = dialog.getByRole('button', { name: 'Request Position' });
  await message.fill('I can be there by 7:40.');
  await suffer(page, `**/api/vacancies/${room.id}`, () => submit.click(), async (sentence) => {
    await expect(dialog.getByText(sentence, { exact: true }).first()).toBeVisible();
    await expect(message).toHaveValue('I can be there by 7:40.');
    await expect(submit).toBeEnabled();
  });
  await expectAccessible(page);

  await page.context().clearCookies();
  const calls = countCalls(page, 'PATCH', `/api/vacancies/${room.id}`);
  await submit.dblclick();
  await signInAgain(page);
  await expect(page.locator('[data-toast]')).toContainText('Request submitted successfully. Awaiting teacher approval.');
  // Once refused for want of a session, once sent.
  expect(calls()).toBe(2);
  const [asked] = await call(cast.teacher.request, listVacancies, {});
  expect(asked).toMatchObject({ status: 'pending_approval', requestedById: cast.substituteId });
  expect(asked?.additionalNotes.match(/7:40/g)).toHaveLength(1);
});

test('a lost race is told in the dialog, and the list has what is so now', async ({ open, firstBell, expectRefusal }) => {
  const cast = await openCast(open, firstBell);
  const page = cast.substitute;
  const [taken] = [await cast.post({ title: 'Taken room' })];
  expectRefusal(`/api/vacancies/${taken.id}`);
  await page.goto(available);
  await page.getByRole('button', { name: 'Request to Accept' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request Assignment' });
  await dialog.getByLabel('Message').fill('I can be there by 7:40.');
  // The same person at another machine was quicker.
  const elsewhere = await open();
  await elsewhere.request.post('/api/login', { data: { username: cast.usernames.substitute, password: castPassword } });
  await call(elsewhere.request, updateVacancy, { params: { id: String(taken.id) }, body: { status: 'pending_approval' } });
  await dialog.getByRole('button', { name: 'Request Position' }).click();
  await expect(dialog.getByRole('status').filter({ hasText: 'You have already requested this vacancy.' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Request Position' })).toHaveCount(0);
  await expectAccessible(page);
});

test('an absence survives every mishap with all that was typed, and is posted once', async ({ open, firstBell, expectRefusal }) => {
  test.slow();
  const cast = await openCast(open, firstBell);
  const page = cast.teacher;
  for (const path of ['/api/vacancies', '/api/login']) expectRefusal(path);
  await page.goto(create);
  await page.getByLabel('Date', { exact: true }).fill(dayFromNow(1));
  await page.getByLabel('Shift Type').selectOption({ index: 1 });
  const title = page.getByLabel('Title', { exact: true });
  const description = page.getByLabel('Description', { exact: true });
  await title.fill('Grade 2 classroom');
  await description.fill('Plans are on the desk.');
  const submit = page.getByRole('button', { name: 'Publish Absence Request' });
  const isPost = (route: Route) => route.request().method() === 'POST';
  for (const { name, happen, sentence } of mishaps) {
    await test.step(name, async () => {
      const once = (route: Route) => (isPost(route) ? happen(route) : route.fallback());
      await page.route('**/api/vacancies', once);
      await submit.click();
      await expect(page.getByRole('alert').filter({ hasText: `Failed to create vacancy: ${sentence}` })).toContainText('Nothing you typed is lost.');
      await expect(page.locator('[data-toast]')).toContainText('Failed to create vacancy request. Please try again.');
      await expect(title).toHaveValue('Grade 2 classroom');
      await expect(description).toHaveValue('Plans are on the desk.');
      await page.unroute('**/api/vacancies', once);
    });
  }
  await expectAccessible(page);
  await page.context().clearCookies();
  await submit.dblclick();
  await signInAgain(page);
  await seeToast(page, 'Success', 'Absence request created successfully');
  await expect(page).toHaveURL('/dashboard/teacher');
  expect(await call(page.request, listVacancies, {})).toHaveLength(1);
});

test('a list that meets an ended session goes on after signing in; not now leaves the page as it is', async ({ open, firstBell, expectRefusal }) => {
  const cast = await openCast(open, firstBell);
  const page = cast.substitute;
  for (const path of ['/api/vacancies', '/api/login']) expectRefusal(path);
  await cast.post({ title: 'Calm room' });
  await page.goto('/dashboard/substitute/my-assignments');
  await expect(page.getByRole('heading', { name: 'No assignments yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Available Vacancies.*1 waiting/ }).filter({ visible: true }).first()).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Available Vacancies' }).filter({ visible: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Please sign in.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await signInAgain(page);
  await expect(page.getByRole('article', { name: 'Calm room' })).toBeVisible();
});
