import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import type { Sent } from '#contract/endpoint.ts';
import type { User } from '#contract/person.ts';
import { addKnownSubstitute, createUser, deleteUser, listUsers, resetPassword, updateUser } from '#contract/users.ts';
import { useChanged } from '#web/api/changed.ts';
import { call, callPage } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { showToast } from '#web/ui/toast.ts';

/** The people whom a school admin manages. */
export type ManagedRole = 'teacher' | 'substitute';

/** The filters and order of a list of them, in the call's format. */
export type PeopleFilter = Pick<
  Sent<typeof listUsers>['query'],
  'approval' | 'isActive' | 'subject' | 'availability' | 'sort' | 'search'
>;

const pageSize = 50;

/** Returns the teachers or substitutes of the caller's school, a page at a time. The server searches, filters and sorts. */
export function managedPeopleQuery(role: ManagedRole, filter: PeopleFilter) {
  return infiniteQueryOptions({
    queryKey: ['people', 'managed', role, filter],
    queryFn: ({ pageParam, signal }) =>
      callPage(listUsers, {
        query: { ...filter, role, limit: pageSize, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
}

/**
 * Creates another person's account, approved and active from the start. Sending the same again creates no second one.
 */
export function useAddPerson(role: ManagedRole) {
  const attemptFor = useAttempts();
  const changed = useChanged();
  return useMutation({
    mutationFn: (body: Sent<typeof createUser>['body']) => call(createUser, { body, idempotencyKey: attemptFor(body) }),
    onSuccess: ({ fullName }) => {
      const text = `${fullName} can sign in with the password you chose. We’ll ask them to choose their own.`;
      showToast({ title: addedTitle(role), text });
      void changed('people', 'vacancies');
    },
    onError: (error) => tellNotAdded(role, error),
  });
}

/** Returns the title of the toast after a person was added. */
export const addedTitle = (role: ManagedRole) =>
  role === 'teacher' ? 'Teacher added' : 'Substitute added successfully.';

/** Says why a person wasn't added. */
export function tellNotAdded(role: ManagedRole, error: Error): void {
  // The dialog proposes the person who is known.
  if (error instanceof ApiError && error.person !== null) return;
  const said = sentenceOf(error);
  showToast(
    role === 'teacher'
      ? { title: 'Error', text: `Failed to add teacher: ${said}`, destructive: true }
      : { title: 'Error adding substitute', text: said, destructive: true },
  );
}

/** Adds a substitute of the district with the account they have. */
export function useAddKnownSubstitute() {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({ id }: { id: number; fullName: string }) => call(addKnownSubstitute, { params: { id } }),
    onSuccess: (_, { fullName }) => {
      showToast({ title: addedTitle('substitute'), text: `We’ve let ${fullName} know.` });
      void changed('people', 'vacancies');
    },
    onError: tellError,
  });
}

/** Returns whether someone has just reset this password, perhaps the same person in another tab. */
export function isJustReset(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'already_reset';
}

/** Sets another person's password. */
export function useResetPassword() {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({ person, ...body }: { person: User; newPassword: string; unlessJustReset: boolean }) =>
      call(resetPassword, { body: { userId: person.id, ...body } }),
    onSuccess: (_, { person }) => {
      showToast({
        title: 'Password has been reset.',
        text: `${person.fullName} is signed out everywhere and must choose a new password at the next sign-in.`,
      });
      void changed('people', 'vacancies');
    },
    // The dialog asks whether to reset it again.
    onError: (error) => (isJustReset(error) ? undefined : tellError(error)),
  });
}

/** Disables a teacher's account, or enables it again. */
export function useSwitchTeacher() {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({ person, isActive }: { person: User; isActive: boolean }) =>
      call(updateUser, { params: { id: person.id }, body: { isActive } }),
    onSuccess: (_, { person, isActive }) => {
      showToast({
        title: 'Teacher status updated.',
        text: isActive
          ? `${person.fullName} can sign in again.`
          : `${person.fullName} is signed out and can’t sign in.`,
      });
      void changed('people', 'vacancies');
    },
    onError: tellError,
  });
}

/** Removes a substitute from the school. */
export function useRemoveSubstitute() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (person: User) => call(deleteUser, { params: { id: person.id } }),
    onSuccess: (_, person) => {
      showToast({ title: 'User removed.', text: `${person.fullName} is no longer a substitute at your school.` });
      void changed('people', 'vacancies');
    },
    onError: tellError,
  });
}

function tellError(error: Error): void {
  showToast({ title: 'Error', text: sentenceOf(error), destructive: true });
}
