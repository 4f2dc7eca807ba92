import { afterEach, expect, test, vi } from 'vitest';
import { PublicPage } from '#web/boot/public-page.tsx';
import { dismissToast, shownToast } from '#web/ui/toast.ts';
import { answerCalls, control, field, press, says, see, show, type } from '#test/screen.tsx';

const offlineSentence = 'This needs a connection. Try again once you’re online.';

afterEach(() => {
  document.body.removeAttribute('style');
  vi.restoreAllMocks();
  dismissToast(shownToast());
});

function open(search = '', onEnter = async () => {}): void {
  history.replaceState(null, '', location.pathname + search);
  // Schools that could not be loaded are announced, too.
  answerCalls('/schools', () => []);
  show(<PublicPage page="school_admin" onEnter={onEnter} onApproach={() => {}} />);
}

function answerOffline(end: string): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  answerCalls(end, () => Promise.reject(new TypeError('Failed to fetch')));
}

async function submitLogin(): Promise<void> {
  type(await field('username'), 'nina');
  type(await field('password'), 'copper-lantern-9');
  await submit();
}

async function submit(): Promise<void> {
  (await see(() => document.querySelector('form'))).requestSubmit();
}

async function failsOffline(title: string, box = 'main [role="alert"]'): Promise<void> {
  const toast = await see(() => document.querySelector('[data-toast]'));
  expect(toast.textContent).toContain(title);
  expect(toast.textContent).toContain(offlineSentence);
  await see(() => document.querySelector(box)?.textContent === offlineSentence);
}

const asksForCode = () => Response.json({ code: 'second_factor_required', error: 'Enter the code.' }, { status: 401 });

test('a login without a connection says so', async () => {
  open();
  answerOffline('/login');
  await submitLogin();
  await failsOffline('Login failed');
});

test('a code that is sent without a connection says so', async () => {
  open();
  answerCalls('/login', asksForCode);
  await submitLogin();
  type(await field('otp'), '123456');
  answerOffline('/login');
  await submit();
  await failsOffline('Login failed');
});

async function submitRegistration(): Promise<void> {
  await says('Confirm Password');
  for (const [label, text] of [
    ['Full Name', 'Nina New'],
    ['Username', 'nina_new'],
    ['Email', 'nina@example.org'],
    ['Password', 'copper-lantern-9'],
    ['Confirm Password', 'copper-lantern-9'],
  ] as const)
    type(await control(label), text);
  await submit();
}

test('a registration without a connection says so, in view and with the focus, which alone announces it there', async () => {
  open('?tab=register');
  answerOffline('/register');
  // The button is below the window.
  document.body.style.paddingTop = '100vh';
  await submitRegistration();
  await failsOffline('Registration failed', '#registration-error');
  const error = await see(() => document.querySelector('#registration-error'));
  await see(() => document.activeElement === error);
  expect(document.querySelector('main :is([role="alert"], [role="status"])')).toBeNull();
  const { top, bottom } = error.getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(0);
  expect(bottom).toBeLessThanOrEqual(innerHeight);
});

test('a registration that is refused because of a field focuses the field', async () => {
  open('?tab=register');
  const error = 'This username is already taken.';
  answerCalls('/register', () => Response.json({ code: 'taken', error, fields: { username: error } }, { status: 409 }));
  await submitRegistration();
  const username = await control('Username');
  await see(() => document.activeElement === username);
  await says(error);
});

test('going back from the code leads to the password', async () => {
  open();
  answerCalls('/login', asksForCode);
  await submitLogin();
  const code = await field('otp');
  await see(() => document.activeElement === code);
  await press('Back to the password');
  const password = await field('password');
  await see(() => document.activeElement === password);
  expect(password.value).toBe('copper-lantern-9');
});

test('an error about the code disappears on the way back to the password', async () => {
  open();
  answerCalls('/login', asksForCode);
  await submitLogin();
  type(await field('otp'), '123456');
  await submit();
  await see(() => document.querySelector('[data-toast]')?.textContent.includes('Login failed'));
  await press('Back to the password');
  await field('password');
  expect(shownToast()).toBeNull();
});

test('a second click on ‘Back to the password’ stays on the page', async () => {
  const back = vi.spyOn(history, 'back');
  open();
  answerCalls('/login', asksForCode);
  await submitLogin();
  await field('otp');
  const button = await see(() =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Back to the password'),
  );
  button.click();
  button.click();
  await field('password');
  expect(back).toHaveBeenCalledTimes(1);
});

const signedIn = {
  id: 7,
  username: 'nina',
  fullName: 'Nina New',
  role: 'school_admin',
  schoolId: 3,
  isApproved: true,
  isActive: true,
  isPlatformOwner: false,
  email: null,
  profileImageUrl: null,
  selectedSchoolIds: '[]',
  passwordSetByOther: false,
  joinedAt: '2026-11-23T09:30:00.000Z',
  schools: [],
  secondFactor: 'on',
  pendingAccess: 'blocked',
};

test('the browser’s Back leads from the code to the password, and then leaves the page', async () => {
  history.replaceState('before', '');
  history.pushState(null, '');
  open();
  answerCalls('/login', asksForCode);
  await submitLogin();
  await field('otp');
  history.back();
  const password = await field('password');
  await see(() => document.activeElement === password);
  expect(password.value).toBe('copper-lantern-9');
  expect((await field('username')).value).toBe('nina');
  expect(history.state).toBeNull();
  history.back();
  await see(() => history.state === 'before');
});

test('a correct code leaves no entry of its step in the history', async () => {
  let entered: { state: unknown } | null = null;
  open('', async () => {
    entered = { state: history.state };
  });
  answerCalls('/login', asksForCode);
  await submitLogin();
  type(await field('otp'), '123456');
  expect(history.state).toBe('code-step');
  answerCalls('/login', () => signedIn);
  await submit();
  await see(() => entered);
  expect(entered).toEqual({ state: null });
});

test('a login whose next files can’t be loaded without a connection says so', async () => {
  open('', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  answerCalls('/login', () => signedIn);
  await submitLogin();
  await see(() => document.querySelector('main [role="alert"]')?.textContent === offlineSentence);
});
