import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Sent } from '#contract/endpoint.ts';
import { getUser, removeProfileImage, removeResume, updateUser, type User } from '#contract/users.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { useSession } from '#web/session/session.ts';
import { showToast } from '#web/ui/toast.ts';

/** The own account in full, as `User` has it. */
export function profileQuery(id: number) {
  return queryOptions({
    queryKey: ['profile', id],
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
  });
}

/** The own account in full. */
export function useProfile() {
  return useQuery(profileQuery(useSession().id));
}

/** Takes over what the server answered about the own account, wherever it shows: here, and around every screen. */
export function useKeepProfile(): (user: User) => Promise<void> {
  const queries = useQueryClient();
  return (user) => {
    queries.setQueryData(profileQuery(user.id).queryKey, user);
    return changed(queries, 'account');
  };
}

/** What a save of the profile sends: the changed fields alone, and the files that were chosen. */
export type ProfileChanges = {
  fields: Sent<typeof updateUser>['body'];
  files: { profileImage?: File; resume?: File };
  onProgress: (share: number) => void;
};

/** Saves the own profile, with how far its files are. */
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

/** Takes the own photo or resume away. */
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

/** The server's own sentence, null where it gave none and the specification's default stands. */
export function said(error: unknown): string | null {
  return error instanceof ApiError ? error.said : null;
}
