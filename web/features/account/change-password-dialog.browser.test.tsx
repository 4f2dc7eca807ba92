import { afterEach, expect, test } from 'vitest';
import { ChangePasswordDialog } from '#web/features/account/change-password-dialog.tsx';
import { dismissToast, shownToast } from '#web/ui/toast.ts';
import { answerCalls, field, says, see, show, type } from '#test/screen.tsx';

afterEach(() => dismissToast(shownToast()));

test('a wrong current password is said at its field, and not above it as well', async () => {
  const error = 'This isn’t your current password.';
  answerCalls('/user/password', () =>
    Response.json({ code: 'bad_input', error, fields: { currentPassword: error } }, { status: 400 }),
  );
  show(<ChangePasswordDialog onClose={() => {}} />);
  for (const name of ['currentPassword', 'password', 'confirmPassword']) type(await field(name), 'maple-and-bells-43');
  (await see(() => document.querySelector('form'))).requestSubmit();
  await says(error);
  expect(document.body.innerText.split(error)).toHaveLength(2);
  type(await field('currentPassword'), 'chalk-and-bells-42');
  await see(() => !document.body.innerText.includes(error));
});
