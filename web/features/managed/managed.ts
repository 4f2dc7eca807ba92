import type { Sent } from '#contract/endpoint.ts';
import type { User } from '#contract/person.ts';
import { addKnownSubstitute, createUser, deleteUser, listUsers, resetPassword, updateUser } from '#contract/users.ts';
import { call } from '#web/api/client.ts';
import { pages } from '#web/api/reading.ts';
import { ApiError, sentenceOf } from '#web/api/errors.ts';
import { isAboutField } from '#web/api/refusal.ts';
import { useCommand } from '#web/api/use-command.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { showToast } from '#web/ui/toast.ts';

/** The people whom a school admin manages. */
export type ManagedRole = 'teacher' | 'substitute';

/** Opens a dialog about one of them. */
export type OnManage = (act: 'reset' | 'factor' | 'invite' | 'remove' | 'plan' | 'disable', person: User) => void;

/** The props of a dialog about one person. It is mounted while it is open. */
export type PersonDialogProps = {
  person: User;
  /** The changes since the dialog opened, in words. */
  changed: string | null;
  onClose: () => void;
};

/** The props of a card about one of them. */
export type ManagedCardProps = { person: User; zone: string | undefined; onDetails: () => void; onAct: OnManage };

/** The filters and order of a list of them, in the call's format. */
export type PeopleFilter = Pick<
  Sent<typeof listUsers>['query'],
  'approval' | 'isActive' | 'subject' | 'availability' | 'sort' | 'search'
>;

const pageSize = 50;

/**
 * Returns the teachers or substitutes of the caller's school, a page at a time. The server searches, filters and sorts.
 */
export function managedPeopleQuery(role: ManagedRole, filter: PeopleFilter) {
  return pages(['people', 'managed', role, filter], listUsers, { ...filter, role, limit: pageSize });
}

/** These commands end before the lists show their changes, so their dialogs close at once. */
const ofPeople = { changes: ['people', 'vacancies'], endsFirst: true, failed: 'Error' } as const;

/**
 * Creates another person's account, approved and active from the start. Sending the same again creates no second one.
 */
export function useAddPerson(role: ManagedRole) {
  const attemptFor = useAttempts();
  return useCommand({
    ...ofPeople,
    send: (body: Sent<typeof createUser>['body']) => call(createUser, { body, idempotencyKey: attemptFor(body) }),
    toast: ({ fullName }) => ({
      title: addedTitle(role),
      text: `${fullName} can sign in with the password you chose. We’ll ask them to choose their own.`,
    }),
    failed: (error) => tellNotAdded(role, error),
  });
}

/** Returns the title of the toast after a person was added. */
export const addedTitle = (role: ManagedRole) =>
  role === 'teacher' ? 'Teacher added' : 'Substitute added successfully.';

/** Shows why a person wasn't added. */
export function tellNotAdded(role: ManagedRole, error: Error): void {
  // The dialog offers to add the person whom the district already knows.
  if (error instanceof ApiError && error.person !== null) return;
  const said = sentenceOf(error);
  showToast(
    role === 'teacher'
      ? { title: 'Error', text: `Failed to add teacher: ${said}`, destructive: true }
      : // A refused field says why.
        { title: 'Error adding substitute', ...(!isAboutField(error) && { text: said }), destructive: true },
  );
}

/** Adds a substitute of the district with their existing account. */
export function useAddKnownSubstitute() {
  return useCommand({
    ...ofPeople,
    send: ({ id }: { id: number; fullName: string }) => call(addKnownSubstitute, { params: { id } }),
    toast: (_, { fullName }) => ({ title: addedTitle('substitute'), text: `We’ve let ${fullName} know.` }),
  });
}

/** Returns whether someone has just reset this password, perhaps the same person in another tab. */
export function isJustReset(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'already_reset';
}

/** Sets another person's password. */
export function useResetPassword() {
  return useCommand({
    ...ofPeople,
    send: ({ person, ...body }: { person: User; newPassword: string; unlessJustReset: boolean }) =>
      call(resetPassword, { body: { userId: person.id, ...body } }),
    toast: (_, { person }) => ({
      title: 'Password has been reset.',
      text: `${person.fullName} is signed out everywhere and must choose a new password at the next sign-in.`,
    }),
    // The dialog asks whether to reset it again.
    failed: (error) => (isJustReset(error) ? undefined : { title: 'Error', text: sentenceOf(error) }),
  });
}

/** Disables a teacher's account, or enables it again. */
export function useSwitchTeacher() {
  return useCommand({
    ...ofPeople,
    send: ({ person, isActive }: { person: User; isActive: boolean }) =>
      call(updateUser, { params: { id: person.id }, body: { isActive } }),
    toast: (_, { person, isActive }) => ({
      title: 'Teacher status updated.',
      text: isActive ? `${person.fullName} can sign in again.` : `${person.fullName} is signed out and can’t sign in.`,
    }),
  });
}

/** Removes a substitute from the school. */
export function useRemoveSubstitute() {
  return useCommand({
    ...ofPeople,
    send: (person: User) => call(deleteUser, { params: { id: person.id } }),
    toast: (_, person) => ({
      title: 'User removed.',
      text: `${person.fullName} is no longer a substitute at your school.`,
    }),
  });
}
