import { useQueryClient } from '@tanstack/react-query';
import type { Sent } from '#contract/endpoint.ts';
import { getSchool, type School, updateSchool } from '#contract/schools.ts';
import { changed } from '#web/api/changed.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { useCommand } from '#web/api/use-command.ts';
import { said } from '#web/session/profile.ts';
import type { ToastInput } from '#web/ui/toast.ts';
import { ownSchoolQuery } from '#web/features/vacancies/post/absence-queries.ts';

/** The body of a save: only changed fields, or a picture. */
type SchoolChanges = {
  fields?: Sent<typeof updateSchool>['body'];
  files?: { logo?: File; banner?: File };
  /**
   * Returns the fields again if someone else saved the school in the meantime. Without it, the form shows the conflict.
   */
  rebase?: (school: School) => Sent<typeof updateSchool>['body'];
  /** The toast of this save, if it differs from the usual one. */
  says?: ToastInput;
};

/** How often a change is sent, if others save the school at the same time. */
const mostTries = 3;

async function send(
  id: number,
  { fields = {}, files = {}, rebase }: SchoolChanges,
  tries = mostTries,
): Promise<School> {
  const params = { id };
  try {
    return await call(updateSchool, { params, body: fields, files });
  } catch (error) {
    const isConflict = error instanceof ApiError && error.code === 'conflict';
    if (!isConflict || rebase === undefined || tries === 1) throw error;
    return send(id, { fields: rebase(await call(getSchool, { params })), files, rebase }, tries - 1);
  }
}

/**
 * Saves something about the user's own school. `done` is the toast. Its name, time zone and pictures appear on every
 * screen.
 */
export function useSaveSchool(id: number, done: { title: string; text?: string }) {
  const queries = useQueryClient();
  return useCommand({
    send: (changes: SchoolChanges) => send(id, changes),
    toast: (_school, { says }) => says ?? done,
    onDone: (school) => queries.setQueryData(ownSchoolQuery(id).queryKey, school),
    // A new time zone can change the current date.
    changes: ['account', 'school_lists', 'vacancies'],
    failed: (error) => {
      if (error instanceof ApiError) {
        // The next attempt starts from the other person's changes. The form shows both values, and a toast could cover
        // one.
        if (error.code === 'conflict') return void changed(queries, 'schools');
        // The picture's field shows it.
        if ('logo' in error.fields || 'banner' in error.fields) return undefined;
      }
      return { title: 'Update failed', text: said(error) ?? 'An unexpected error occurred' };
    },
  });
}
