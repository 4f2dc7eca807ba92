import type { ReplyOf, Sent } from '#contract/endpoint.ts';
import { getSchoolLoss } from '#contract/platform.ts';
import { createSchool, deleteSchool, getSchool, listSchools, type School, updateSchool } from '#contract/schools.ts';
import { call } from '#web/api/client.ts';
import { pages, reading } from '#web/api/reading.ts';
import { ApiError } from '#web/api/errors.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { useCommand } from '#web/api/use-command.ts';
import type { Draft } from '#web/ui/draft.ts';

const pageSize = 50;

/** The filters of the list. `isActive` is null for both. */
type SchoolFilter = { search: string; isActive: boolean | null };

/** Schools by name, filtered by the server, a page at a time. */
export function schoolsQuery({ search, isActive }: SchoolFilter) {
  return pages(['schools', 'all', search, isActive], listSchools, {
    limit: pageSize,
    search: search || undefined,
    ...(isActive === null ? {} : { isActive }),
  });
}

/** One school, for a dialog opened by its address before the list has loaded it. */
export function schoolQuery(id: number) {
  // The key isn't below that of the lists, which are refetched after a deletion, when this school no longer exists.
  return reading(['school', id], getSchool, { params: { id } }, { gcTime: 0 });
}

/** The data that is deleted with a school. */
export type SchoolLoss = ReplyOf<typeof getSchoolLoss>;

/** Counts the data that would be deleted with a school, again for each request. */
export function lossQuery(id: number) {
  return reading(['school', id, 'loss'], getSchoolLoss, { params: { id } }, { gcTime: 0, staleTime: 0 });
}

/** Adds a school, and deletes its draft. Sending the same again creates no second one. */
export function useAddSchool(draft: Pick<Draft<never>, 'keep' | 'attempt' | 'keepAttempt'>) {
  const attemptFor = useAttempts(draft);
  return useCommand({
    send: (body: Sent<typeof createSchool>['body']) => call(createSchool, { body, idempotencyKey: attemptFor(body) }),
    toast: (school) => ({
      title: 'School created successfully',
      text: `${school.name} can now be chosen at registration.`,
    }),
    onDone: () => draft.keep(null),
    changes: ['school_lists'],
    // The dialog asks whether to add it anyway.
    failed: (error) => (isTwin(error) ? undefined : { title: 'Error', text: failureWords.create(error) }),
  });
}

/** Returns whether a school with this name and ZIP code exists, perhaps added by the same person in another tab. */
export function isTwin(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'school_exists';
}

/** Activates or deactivates a school. */
export function useActivateSchool() {
  return useCommand({
    send: ({ school, isActive }: { school: School; isActive: boolean }) =>
      call(updateSchool, { params: { id: school.id }, body: { isActive } }),
    toast: (_, { school, isActive }) =>
      isActive
        ? { title: 'School activated', text: `${school.name} is active again, and its people can make changes.` }
        : {
            title: 'School deactivated',
            text: `${school.name} can’t be chosen anymore. Its people can sign in but can’t change anything.`,
          },
    changes: ['school_lists'],
    failed: (error) => ({ title: 'Update failed', text: failureWords.update(error) }),
  });
}

/** Permanently deletes a school and all its data. */
export function useDeleteSchool() {
  return useCommand({
    send: (school: School) => call(deleteSchool, { params: { id: school.id } }),
    toast: ({ isDone }, school) => ({
      title: 'School deleted',
      text: isDone
        ? `${school.name} and all its data were deleted.`
        : `${school.name} is no longer visible. Deleting its data takes a while. This page shows the progress.`,
    }),
    changes: ['school_lists'],
    failed: (error) => ({ title: 'Error Deleting School', text: failureWords.remove(error) }),
  });
}

/** The text for a failure: the server's sentence, or else the specification's default. */
export const failureWords = {
  create: (error: unknown) => said(error) ?? 'Failed to create school',
  update: (error: unknown) => said(error) ?? 'An unexpected error occurred',
  remove: (error: unknown) => said(error) ?? 'An unexpected error occurred while deleting the school',
} as const;

function said(error: unknown): string | null {
  return error instanceof ApiError ? error.said : null;
}
