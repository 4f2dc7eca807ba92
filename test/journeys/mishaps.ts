import type { Locator, Page, Request, Route } from '@playwright/test';
import { type Cast, castPassword } from '#test/journeys/cast.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#test/journeys/fixture.ts';

/** The failures of a call in flight. `said` is the server's own sentence, or null. */
export type Mishap = { name: string; happen: (route: Route) => Promise<void>; sentence: string; said: string | null };

function answered(
  status: number,
  sentence: string,
  code: string,
  fields: Record<string, string> = {},
): Omit<Mishap, 'name'> {
  return {
    sentence,
    said: sentence,
    happen: (route) =>
      route.fulfill({
        status,
        contentType: 'application/json',
        body: JSON.stringify({ error: sentence, code, fields }),
      }),
  };
}

const gateway = `<html><head><title>502 Bad Gateway</title></head><body><h1>${'The gateway is down. '.repeat(10)}</h1></body></html>`;

/**
 * All mishaps except a lost session, which isn't about one reply. A 409 comes last, because some forms end with it.
 */
const mishaps: readonly Mishap[] = [
  {
    name: 'the network is lost',
    happen: (route) => route.abort('internetdisconnected'),
    sentence: 'An unexpected error occurred',
    said: null,
  },
  { name: '413', ...answered(413, 'This is too large to send.', 'too_large') },
  { name: '429', ...answered(429, 'Too many calls. Try again in 30 seconds.', 'too_many_requests') },
  { name: '500', ...answered(500, 'Something went wrong on our side.', 'internal') },
  {
    name: 'no JSON',
    happen: (route) => route.fulfill({ status: 200, contentType: 'text/html', body: gateway }),
    sentence: `Server returned invalid response: ${gateway.slice(0, 100)}`,
    said: null,
  },
  { name: '409', ...answered(409, 'Somebody was quicker.', 'conflict') },
];

/** A form as people use it: how to open it, what to send, and what to show if that fails. */
export type Form = {
  name: string;
  /** Opens the form and types the text that must be kept. */
  open: (page: Page, cast: Cast) => Promise<void>;
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: (cast: Cast) => string | RegExp;
  submit: (page: Page) => Locator;
  /** Returns the error at the form. */
  says?: (mishap: Mishap) => string;
  /** Where it is, if the focus announces it. The default is a live region. */
  box?: (page: Page) => Locator;
  /** Returns the toast. Returns null for none. */
  toast: (mishap: Mishap) => { title: string; text: string } | null;
  /** Everything typed is still there. */
  kept: (page: Page) => Promise<void>;
  /** The fields in order, some of which the server may refuse. */
  fields?: Record<string, (page: Page) => Locator>;
  /** After a 409, the form can only be closed. */
  endsWithConflict?: true;
  /** A signed-out person sends the form, so no session can end. */
  isPublic?: true;
  /** Returns the element that shows that the call arrived. */
  done: (page: Page, cast: Cast) => Promise<void>;
};

/** The two mishaps of a short run: a call without a reply, and one that the server refuses with a sentence. */
const fewMishaps = mishaps.filter(({ name }) => name === 'the network is lost' || name === '409');

/**
 * Submits one form through every mishap (or the two of a short run), then through a lost session, and finally
 * successfully with a double click.
 */
export async function suffer(
  page: Page,
  cast: Cast,
  form: Form,
  expectRefusal: (path: string) => void,
  meetsEvery: boolean,
): Promise<void> {
  const path = form.path(cast);
  const isIts = (url: URL) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname));
  let calls = 0;
  const count = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== form.method || !isIts(new URL(request.url()))) return;
    calls += 1;
    expectRefusal(pathname);
  };
  page.on('request', count);
  const happens = async (happen: Mishap['happen'], then: () => Promise<void>) => {
    const intercept = (route: Route) => (route.request().method() === form.method ? happen(route) : route.fallback());
    await page.route(isIts, intercept);
    await form.submit(page).click();
    await then();
    await page.unroute(isIts, intercept);
  };
  const begin = async () => {
    await form.open(page, cast);
    await form.kept(page);
  };

  await begin();
  if (form.fields)
    await test.step(`${form.name}: refused fields`, () =>
      refuseFields(page, form.fields ?? {}, happens, () => form.kept(page)));
  for (const mishap of meetsEvery ? mishaps : fewMishaps) {
    await test.step(`${form.name}: ${mishap.name}`, () =>
      happens(mishap.happen, async () => {
        const said = (form.box?.(page) ?? page.getByRole('alert').or(page.getByRole('status')))
          .filter({ hasText: form.says?.(mishap) ?? mishap.sentence })
          .filter({ visible: true })
          .first();
        await expect(said).toBeVisible();
        const toast = form.toast(mishap);
        // Nothing else shows the error, so it must be in view.
        if (toast === null) await expect(said).toBeInViewport();
        if (toast !== null)
          await expect(page.locator('[data-toast]').filter({ hasText: toast.title })).toContainText(toast.text);
        await form.kept(page);
      }));
  }
  await test.step(`${form.name}: what went wrong is accessible and fits`, async () => {
    await expectAccessible(page, meetsEvery ? 'in every run' : 'in the long form');
    await expectNoSidewaysScroll(page);
  });

  if (form.endsWithConflict) await begin();
  await test.step(`${form.name}: a double click acts once${form.isPublic ? '' : ', also when the session has ended during work'}`, async () => {
    calls = 0;
    if (form.isPublic !== true) {
      // Other calls of the page behind the form are refused at that time, too.
      page.on('request', (request) => expectRefusal(new URL(request.url()).pathname));
      await page.context().clearCookies();
    }
    await form.submit(page).dblclick();
    if (form.isPublic !== true) await signInAgain(page);
    await form.done(page, cast);
    // The call was refused once without a session, and accepted once.
    expect(calls, `calls of ${form.name}`).toBe(form.isPublic ? 1 : 2);
  });
  page.off('request', count);
}

async function refuseFields(
  page: Page,
  fields: NonNullable<Form['fields']>,
  happens: (happen: Mishap['happen'], then: () => Promise<void>) => Promise<void>,
  kept: () => Promise<void>,
): Promise<void> {
  const names = Object.keys(fields);
  const sentences = Object.fromEntries(names.map((name) => [name, `The server does not take this ${name}.`]));
  await happens(answered(400, 'Please check what you typed.', 'bad_input', sentences).happen, async () => {
    for (const [name, locate] of Object.entries(fields))
      await expect(locate(page), name).toHaveAccessibleDescription(
        new RegExp(`The server does not take this ${name}\\.`),
      );
    const [first] = Object.values(fields);
    if (first) await expect(first(page)).toBeFocused();
    await kept();
  });
}

/** The session ends during work, and its user signs in over the page. */
export async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toContainText('Your session has ended.');
  await dialog.getByLabel('Password', { exact: true }).fill(castPassword);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog).toHaveCount(0);
}
