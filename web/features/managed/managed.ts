import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import type { Sent } from '#contract/endpoint.ts';
import {
  addKnownSubstitute,
  createUser,
  deleteUser,
  listUsers,
  resetPassword,
  type User,
  updateUser,
} from '#contract/users.ts';
import { useChanged } from '#web/api/changed.ts';
import { call, callPage } from '#web/api/client.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { showToast } from '#web/ui/toast.ts';

/** Whom a school admin manages. */
export type ManagedRole = 'teacher' | 'substitute';

/** What a list of them is narrowed to and ordered by, as the call has it. */
export type PeopleFilter = Pick<
  Sent<typeof listUsers>['query'],
  'approval' | 'isActive' | 'subject' | 'availability' | 'sort' | 'search'
>;

const pageSize = 50;

/** The teachers or substitutes of the caller's school, a page at a time; the server searches, narrows and orders. */
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

/** Makes an account for somebody, approved and active from the start; the same sent again makes no second. */
export function useAddPerson(role: ManagedRole) {
  const attemptFor = useAttempts();
  const changed = useChanged();
  return useMutation({
    mutationFn: (body: Sent<typeof createUser>['body']) => call(createUser, { body, idempotencyKey: attemptFor(body) }),
    onSuccess: ({ fullName }) => {
      const text = `${fullName} can sign in with the password that you chose, and is asked to choose their own.`;
      showToast({ title: addedTitle(role), text });
      void changed('people', 'vacancies');
    },
    onError: (error) => tellNotAdded(role, error),
  });
}

/** The title of the toast that somebody was added. */
export const addedTitle = (role: ManagedRole) =>
  role === 'teacher' ? 'Teacher added' : 'Substitute added successfully.';

/** Says why somebody was not added. */
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

/** Gives somebody a new password. */
export function useResetPassword() {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({ person, newPassword }: { person: User; newPassword: string }) =>
      call(resetPassword, { body: { userId: person.id, newPassword } }),
    onSuccess: (_, { person }) => {
      showToast({
        title: 'Password has been reset.',
        text: `${person.fullName} is signed out everywhere, and is asked to choose their own password after the next sign-in.`,
      });
      void changed('people', 'vacancies');
    },
    onError: tellError,
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
          : `${person.fullName} is signed out and cannot sign in.`,
      });
      void changed('people', 'vacancies');
    },
    onError: tellError,
  });
}

/** Takes a substitute off the school. */
export function useRemoveSubstitute() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (person: User) => call(deleteUser, { params: { id: person.id } }),
    onSuccess: (_, person) => {
      showToast({ title: 'User removed.', text: `${person.fullName} is no longer a substitute of your school.` });
      void changed('people', 'vacancies');
    },
    onError: tellError,
  });
}

function tellError(error: Error): void {
  showToast({ title: 'Error', text: sentenceOf(error), destructive: true });
}
