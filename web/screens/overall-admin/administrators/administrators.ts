import type { Sent } from '#contract/endpoint.ts';
import type { User } from '#contract/person.ts';
import { createUser, listUsers, updateUser } from '#contract/users.ts';
import { call } from '#web/api/client.ts';
import { pages } from '#web/api/reading.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { useCommand } from '#web/api/use-command.ts';

/** The people whom the platform owner manages. */
export type AdministratorRole = 'school_admin' | 'overall_admin';

type AdministratorFilter = { search: string; approval: 'pending' | 'approved' | 'rejected' | '' };

const pageSize = 50;

/** School administrators or platform owners by name, a page at a time. The server searches and filters. */
export function administratorsQuery(role: AdministratorRole, { search, approval }: AdministratorFilter) {
  return pages(['people', 'administrators', role, search, approval], listUsers, {
    role,
    limit: pageSize,
    search: search || undefined,
    approval: approval || undefined,
  });
}

/** Disables an administrator's account, which ends all of their sessions, or enables it again. */
export function useSwitchAdministrator() {
  return useCommand({
    send: ({ person, isActive }: { person: User; isActive: boolean }) =>
      call(updateUser, { params: { id: person.id }, body: { isActive } }),
    toast: (_, { person, isActive }) =>
      isActive
        ? { title: 'Account enabled', text: `${person.fullName} can sign in again.` }
        : { title: 'Account disabled', text: `${person.fullName} is signed out everywhere and cannot sign in.` },
    changes: ['people'],
    failed: 'Error',
  });
}

/** Adds a platform owner. Sending the same again creates no second one. */
export function useAddOwner() {
  const attemptFor = useAttempts();
  return useCommand({
    send: (body: Sent<typeof createUser>['body']) => call(createUser, { body, idempotencyKey: attemptFor(body) }),
    toast: ({ fullName }) => ({
      title: 'Platform owner added',
      text: `${fullName} can sign in with the password you chose. We’ll ask them to choose their own.`,
    }),
    changes: ['people'],
    failed: 'Error',
  });
}
