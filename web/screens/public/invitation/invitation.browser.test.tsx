import { afterEach, beforeEach, expect, test } from 'vitest';
import { navigate } from '#web/navigation/location.ts';
import { Invitation } from '#web/screens/public/invitation/invitation.tsx';
import { answerCalls, field, openQueries, press, says, see, show, type } from '#test/screen.tsx';

const here = location.pathname;
const code = 'abcd-efgh-jkmn-pqrs';
const invitation = {
  fullName: 'Nina New',
  username: 'nina',
  role: 'teacher',
  schoolName: 'Hilo High',
  expiresAt: '2026-12-01T09:30:00.000Z',
};
const gone = () => Response.json({ code: 'not_found', error: 'This invitation no longer works.' }, { status: 404 });

beforeEach(() => navigate(`/invitations/${code}`, { replace: true }));
afterEach(() => navigate(here, { replace: true }));

test('an invitation that is replaced while the password is typed moves focus to the new page’s title', async () => {
  let isReplaced = false;
  answerCalls(`/invitations/${code}`, () => (isReplaced ? gone() : invitation));
  show(<Invitation />, openQueries());
  const password = await field('password');
  type(password, 'copper-lantern-9');
  type(await field('confirmPassword'), 'copper-lantern-9');
  password.focus();
  isReplaced = true;
  await press('Save password');
  await says('This invitation no longer works.');
  await see(() => document.activeElement === document.querySelector('h1'));
});

test('a code that doesn’t work is refused when it is entered again', async () => {
  answerCalls(`/invitations/${code}`, gone);
  show(<Invitation />, openQueries());
  const typed = await field('code');
  type(typed, code.toUpperCase().replaceAll('-', ' '));
  await press('Open the invitation');
  await says('This is the code that doesn’t work.');
  await see(() => document.activeElement === typed);
  expect(location.pathname).toBe(`/invitations/${code}`);
});
