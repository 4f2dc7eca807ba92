import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { User } from '#contract/person.ts';
import { personQuery } from '#web/features/people/people.ts';
import { DisableTeacherDialog } from '#web/screens/school-admin/manage-teachers/disable-teacher-dialog.tsx';
import { answerCalls, openQueries, show } from '#test/screen.tsx';

test('the question before a teacher is disabled states no numbers until it has refetched them', async () => {
  const held = Promise.withResolvers<void>();
  const person: User = {
    id: 5,
    role: 'teacher',
    fullName: 'Maya Okafor',
    profileImageUrl: null,
    qualifications: null,
    preferredSubjects: null,
    bio: null,
    upcomingOpenVacancies: 3,
    can: ['disable'],
  };
  answerCalls('/users/5', async () => {
    await held.promise;
    return { ...person, upcomingOpenVacancies: 1 };
  });
  const queries = openQueries();
  queries.setQueryData(personQuery(5).queryKey, person);
  show(<DisableTeacherDialog person={person} changed={null} onClose={() => {}} />, queries);
  await expect.element(page.getByText(/can’t sign in until you enable/)).toBeVisible();
  await expect.element(page.getByText(/stay open/)).not.toBeInTheDocument();
  held.resolve();
  await expect.element(page.getByText(/^1 open vacancy stays open/)).toBeVisible();
});
