import { useMutation } from '@tanstack/react-query';
import type { Sent } from '#contract/endpoint.ts';
import type { User } from '#contract/person.ts';
import { createUser, listUsers, updateUser } from '#contract/users.ts';
import { useChanged } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { pages } from '#web/api/reading.ts';
import { sentenceOf } from '#web/api/errors.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { showToast } from '#web/ui/toast.ts';

/** The people whom the platform owner manages. */
export type AdministratorRole = 'school_admin' | 'overall_admin';

type AdministratorFilter = { search: string; approval: 'pending' | 'approved' | 'rejected' | '' };

const pageSize = 50;

/** School administrators or platform owners by name, a page at a time. The server searches and filters. */
export function administratorsQuery(role: AdministratorRole, { search, approval }: AdministratorFilter) {
  return pages(['people', 'administrators', role, search, approval], listUsers, {
    role,
    limit: pageSize,
    ...(search ? { search } : {}),
    ...(approval ? { approval } : {}),
  });
}

/** Disables an administrator's account, which ends all of their sessions, or enables it again. */
export function useSwitchAdministrator() {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({ person, isActive }: { person: User; isActive: boolean }) =>
      call(updateUser, { params: { id: person.id }, body: { isActive } }),
    onSuccess: (_, { person, isActive }) => {
      showToast(
        isActive
          ? { title: 'Account enabled', text: `${person.fullName} can sign in again.` }
          : { title: 'Account disabled', text: `${person.fullName} is signed out everywhere and cannot sign in.` },
      );
      return changed('people');
    },
    onError: (error) => showToast({ title: 'Error', text: sentenceOf(error), destructive: true }),
  });
}

/** Adds a platform owner. Sending the same again creates no second one. */
export function useAddOwner() {
  const attemptFor = useAttempts();
  const changed = useChanged();
  return useMutation({
    mutationFn: (body: Sent<typeof createUser>['body']) => call(createUser, { body, idempotencyKey: attemptFor(body) }),
    onSuccess: ({ fullName }) => {
      showToast({
        title: 'Platform owner added',
        text: `${fullName} can sign in with the password you chose. We’ll ask them to choose their own.`,
      });
      return changed('people');
    },
    onError: (error) => showToast({ title: 'Error', text: sentenceOf(error), destructive: true }),
  });
}
