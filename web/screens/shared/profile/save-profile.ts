import type { Sent } from '#contract/endpoint.ts';
import { removeProfileImage, removeResume, updateUser } from '#contract/users.ts';
import { call } from '#web/api/client.ts';
import { isAboutField } from '#web/api/refusal.ts';
import { useCommand } from '#web/api/use-command.ts';
import { said, useKeepProfile } from '#web/session/profile.ts';
import { useSession } from '#web/session/session.ts';

/** The body of a profile save: only changed fields, and the chosen files. */
type ProfileChanges = {
  fields: Sent<typeof updateUser>['body'];
  files: { profileImage?: File; resume?: File };
  onProgress: (share: number) => void;
};

/** Saves the user's profile, with upload progress. */
export function useSaveProfile() {
  const { id } = useSession();
  const keep = useKeepProfile();
  return useCommand({
    send: ({ fields, files, onProgress }: ProfileChanges) =>
      call(updateUser, { params: { id }, body: fields, files, onProgress }),
    toast: { title: 'Profile updated' },
    onDone: keep,
    failed: (error) => {
      // A refused field says why.
      const why = isAboutField(error) ? null : said(error);
      return { title: 'Update failed', text: why ?? 'Failed to update profile' };
    },
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
  return useCommand({
    send: () => call(endpoint, { params: { id } }),
    toast: { title: done },
    onDone: keep,
    failed: (error) => ({ title: 'Update failed', text: said(error) ?? failed }),
  });
}
