import { afterEach, expect, test, vi } from 'vitest';
import { SignInDialog } from '#web/layout/sign-in-dialog.tsx';
import { dismissToast, shownToast } from '#web/ui/toast.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { answerCalls, field, openQueries, press, see, show, type } from '#test/screen.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  dismissToast(shownToast());
});

test('signing in again without a connection says so', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  answerCalls('/login', () => Promise.reject(new TypeError('Failed to fetch')));
  show(
    <>
      <SignInDialog onSignedIn={() => {}} onClose={() => {}} />
      <Toaster />
    </>,
    openQueries({ id: 7, username: 'nina', fullName: 'Nina New', role: 'teacher', schools: [] }),
  );
  type(await field('password'), 'copper-lantern-9');
  await press('Login');
  const toast = await see(() => document.querySelector('[data-toast]'));
  expect(toast.textContent).toContain('This needs a connection. Try again once you’re online.');
});
