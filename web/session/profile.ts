import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Sent } from '#contract/endpoint.ts';
import { getUser, removeProfileImage, removeResume, updateUser, type User } from '#contract/users.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { useSession } from '#web/session/session.ts';
import { showToast } from '#web/ui/toast.ts';

/** The user's own record, as `User` has it. */
export function profileQuery(id: number) {
  return queryOptions({
    queryKey: ['profile', id],
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
  });
}

/** The user's own record. */
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

/** The body of a profile save: only changed fields, and the chosen files. */
export type ProfileChanges = {
  fields: Sent<typeof updateUser>['body'];
  files: { profileImage?: File; resume?: File };
  onProgress: (share: number) => void;
};

/** Saves the user's profile, with upload progress. */
export function useSaveProfile() {
  const { id } = useSession();
  const keep = useKeepProfile();
  return useMutation({
    mutationFn: ({ fields, files, onProgress }: ProfileChanges) =>
      call(updateUser, { params: { id }, body: fields, files, onProgress }),
    onSuccess: (user) => {
      showToast({ title: 'Profile updated' });
      return keep(user);
    },
    onError: (error) =>
      showToast({ title: 'Update failed', text: said(error) ?? 'Failed to update profile', destructive: true }),
  });
}

const removals = {
  photo: { endpoint: removeProfileImage, done: 'Profile image removed', failed: 'Failed to remove profile image' },
  resume: { endpoint: removeResume, done: 'Resume removed', failed: 'Failed to remove resume' },
};

/** Removes the user's photo or resume. */
export function useRemoveFile(kind: keyof typeof removals) {
  const { id } = useSession();
  const keep = useKeepProfile();
  const { endpoint, done, failed } = removals[kind];
  return useMutation({
    mutationFn: () => call(endpoint, { params: { id } }),
    onSuccess: (user) => {
      showToast({ title: done });
      return keep(user);
    },
    onError: (error) => showToast({ title: 'Update failed', text: said(error) ?? failed, destructive: true }),
  });
}

/** The server's own sentence. Null if there is none and the specification's default applies. */
export function said(error: unknown): string | null {
  return error instanceof ApiError ? error.said : null;
}
