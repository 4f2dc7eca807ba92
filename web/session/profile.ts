import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getUser, type User } from '#contract/person.ts';
import { changed } from '#web/api/changed.ts';
import { reading } from '#web/api/reading.ts';
import { ApiError } from '#web/api/errors.ts';
import { useSession } from '#web/session/session.ts';

/** Returns the user's own record, as `User` has it. */
export function profileQuery(id: number) {
  return reading(['profile', id], getUser, { params: { id } });
}

/** Returns the user's own record. */
export function useProfile() {
  return useQuery(profileQuery(useSession().id));
}

/** Applies the server's reply about the user's own record everywhere it is shown. */
export function useKeepProfile(): (user: User) => Promise<void> {
  const queries = useQueryClient();
  return (user) => {
    queries.setQueryData(profileQuery(user.id).queryKey, user);
    return changed(queries, 'account');
  };
}

/** Returns the server's own sentence. Returns null if there is none and the specification's default applies. */
export function said(error: unknown): string | null {
  return error instanceof ApiError ? error.said : null;
}
