import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import type { User } from '#contract/person.ts';
import { ProfileForm } from '#web/screens/shared/profile/profile-form.tsx';
import { RemoveFileDialog } from '#web/screens/shared/profile/remove-file-dialog.tsx';
import { profileQuery } from '#web/session/profile.ts';
import { dismissToast, shownToast } from '#web/ui/toast.ts';
import { answerCalls, openQueries, see, show } from '#test/screen.tsx';

afterEach(() => dismissToast(shownToast()));

const user: User = {
  id: 7,
  version: 1,
  role: 'substitute',
  fullName: 'Nina New',
  email: 'nina@example.org',
  profileImageUrl: null,
  resumeUrl: '/api/files/9',
  resumeName: 'resume.pdf',
  qualifications: null,
  preferredSubjects: null,
  bio: null,
};

function Screen() {
  const { data } = useQuery({ ...profileQuery(7), staleTime: Infinity });
  return data ? (
    <main>
      <h1 tabIndex={-1}>Profile</h1>
      <ProfileForm user={data} />
      <RemoveFileDialog kind="resume" isThere={Boolean(data.resumeUrl)} />
    </main>
  ) : null;
}

test('once a resume is removed, the control that uploads another one has the focus', async () => {
  const queries = openQueries();
  queries.setQueryData(profileQuery(7).queryKey, user);
  answerCalls('/users/7/remove-resume', () => ({ ...user, version: 2, resumeUrl: null, resumeName: null }));
  show(<Screen />, queries);
  const remove = () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Remove resume');
  (await see(remove)).focus();
  remove()?.click();
  (await see(() => document.querySelector<HTMLElement>('dialog[open] [type=submit]'))).click();
  await see(() => document.activeElement?.id === 'field-resume');
  await see(() => document.querySelector('dialog[open]') === null && remove() === undefined);
  expect(document.activeElement?.id).toBe('field-resume');
});
