import { expect, test } from 'vitest';
import { ConfirmEmail } from '#web/screens/public/confirm-email/confirm-email.tsx';
import { answerCalls, leave, openQueries, says, see, show } from '#test/screen.tsx';

const gone = 'This link no longer works. You can send yourself a new one from your profile.';

test('a link that no longer works leads to the own profile, or to the sign-in for a visitor who is signed out', async () => {
  history.replaceState(null, '', '/confirm-email/some-code');
  answerCalls('/email-links/some-code', () => Response.json({ code: 'not_found', error: gone }, { status: 404 }));
  const link = (label: string) =>
    see(() => [...document.querySelectorAll('main a')].find(({ textContent }) => textContent === label));
  show(<ConfirmEmail />, openQueries({ id: 7, role: 'teacher', schools: [] }));
  await says(gone);
  expect((await link('Open my profile')).getAttribute('href')).toBe('/dashboard/teacher/profile');
  leave();
  const signedOut = openQueries();
  signedOut.setQueryData(['session'], null);
  show(<ConfirmEmail />, signedOut);
  expect((await link('Go to sign-in')).getAttribute('href')).toBe('/auth');
});
