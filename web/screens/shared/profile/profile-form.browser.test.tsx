import { afterEach, expect, test } from 'vitest';
import type { User } from '#contract/person.ts';
import { ProfileForm } from '#web/screens/shared/profile/profile-form.tsx';
import { dismissToast, shownToast } from '#web/ui/toast.ts';
import { answerCalls, control, press, says, see, show, type } from '#test/screen.tsx';

afterEach(() => dismissToast(shownToast()));

// The form reads only these fields.
const user = {
  id: 7,
  version: 1,
  role: 'teacher',
  fullName: 'Nina New',
  email: 'nina@example.org',
  phone: '(218) 555-0112',
} as User;

test.each([
  [{ phone: 'Enter a phone number.' }, 'Enter a phone number.', false],
  [{}, 'Your changes were not saved', true],
])('a refused change of the profile is said at its field, or else beside Save: %o', async (fields, said, isBeside) => {
  answerCalls('/users/7', () =>
    Response.json({ code: 'bad_input', error: Object.values(fields)[0] ?? 'Too busy.', fields }, { status: 400 }),
  );
  show(<ProfileForm user={user} />);
  type(await control('Phone'), 'call me');
  await press('Save');
  await says(said);
  const isSaidBeside = () => document.body.innerText.includes('Your changes were not saved');
  expect(isSaidBeside()).toBe(isBeside);
  type(await control('Phone'), '(218) 555-0113');
  await see(() => !document.body.innerText.includes('Enter a phone number.'));
  expect(isSaidBeside()).toBe(isBeside);
});
