import { afterEach, expect, test } from 'vitest';
import type { User } from '#contract/person.ts';
import { ProfileForm } from '#web/screens/shared/profile/profile-form.tsx';
import { dismissToast, shownToast } from '#web/ui/toast.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { answerCalls, control, field, press, says, see, show, type } from '#test/screen.tsx';

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
  show(
    <>
      <ProfileForm user={user} />
      <Toaster />
    </>,
  );
  type(await control('Phone'), 'call me');
  await press('Save');
  await says(said);
  // The toast is what the specification says. It repeats no field's error.
  const toast = await see(() => document.querySelector('[data-toast]')?.textContent);
  expect(toast).toContain('Update failed');
  expect(toast).toContain(isBeside ? 'Too busy.' : 'Failed to update profile');
  const isSaidBeside = () => document.body.innerText.includes('Your changes were not saved');
  expect(isSaidBeside()).toBe(isBeside);
  type(await control('Phone'), '(218) 555-0113');
  await see(() => !document.body.innerText.includes('Enter a phone number.'));
  expect(isSaidBeside()).toBe(isBeside);
});

test.each([
  ['profileImage', new File(['x'], 'me.png', { type: 'image/png' }), null],
  ['resume', new File(['x'], 'me.pdf', { type: 'application/pdf' }), null],
  ['resume', new File(['x'], 'me.pdf', { type: 'application/pdf' }), '/api/files/1'],
])('focus stays at the field when a chosen file is discarded: %s %o', async (name, file, resumeUrl) => {
  show(<ProfileForm user={{ ...user, profileImageUrl: null, resumeUrl }} />);
  type(await control('Subjects'), 'Physics');
  const picker = await field(name);
  const files = new DataTransfer();
  files.items.add(file);
  picker.files = files.files;
  picker.dispatchEvent(new Event('change', { bubbles: true }));
  const label = resumeUrl === null ? 'Discard it' : 'Keep the old one';
  const buttons = () => [...document.querySelectorAll('button')];
  const discard = await see(() => buttons().find(({ textContent }) => textContent === label));
  discard.focus();
  discard.click();
  await see(() => !discard.isConnected);
  expect(document.activeElement).toBe(picker);
});
