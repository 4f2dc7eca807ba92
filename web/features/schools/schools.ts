import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import type { ReplyOf, Sent } from '#contract/endpoint.ts';
import { getSchoolLoss } from '#contract/platform.ts';
import { createSchool, deleteSchool, getSchool, listSchools, type School, updateSchool } from '#contract/schools.ts';
import { useChanged } from '#web/api/changed.ts';
import { call, callPage } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { useAttempts } from '#web/api/use-attempts.ts';
import { showToast } from '#web/ui/toast.ts';

const pageSize = 50;

/** What the list is narrowed to; `isActive` is null for both. */
type SchoolFilter = { search: string; isActive: boolean | null };

/** Schools by name, narrowed by the server to those that match, a page at a time. */
export function schoolsQuery({ search, isActive }: SchoolFilter) {
  return infiniteQueryOptions({
    queryKey: ['schools', 'all', search, isActive],
    queryFn: ({ pageParam, signal }) =>
      callPage(listSchools, {
        query: {
          limit: pageSize,
          ...(search ? { search } : {}),
          ...(isActive === null ? {} : { isActive }),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
}

/** One school, for a dialog that is opened by its address before the list has come to it. */
export function schoolQuery(id: number) {
  // Not among the lists: those are fetched again after a deletion, and this one would then be asked for in vain.
  return queryOptions({
    queryKey: ['school', id],
    queryFn: ({ signal }) => call(getSchool, { params: { id }, signal }),
    gcTime: 0,
  });
}

/** What a school's deletion would take along. */
export type SchoolLoss = ReplyOf<typeof getSchoolLoss>;

/** What would go with a school now: counted anew each time that somebody asks. */
export function lossQuery(id: number) {
  return queryOptions({
    queryKey: ['school', id, 'loss'],
    queryFn: ({ signal }) => call(getSchoolLoss, { params: { id }, signal }),
    gcTime: 0,
    staleTime: 0,
  });
}

/** Adds a school; the same sent again makes no second. */
export function useAddSchool() {
  const attemptFor = useAttempts();
  const changed = useChanged();
  return useMutation({
    mutationFn: (body: Sent<typeof createSchool>['body']) =>
      call(createSchool, { body, idempotencyKey: attemptFor(body) }),
    onSuccess: (school) => {
      showToast({ title: 'School created successfully', text: `${school.name} is offered at registration.` });
      return changed('school_lists');
    },
    onError: (error) => showToast({ title: 'Error', text: failureWords.create(error), destructive: true }),
  });
}

/** Activates or deactivates a school. */
export function useActivateSchool() {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({ school, isActive }: { school: School; isActive: boolean }) =>
      call(updateSchool, { params: { id: school.id }, body: { isActive } }),
    onSuccess: (_, { school, isActive }) => {
      showToast(
        isActive
          ? { title: 'School activated', text: `${school.name} is offered again, and its people can work.` }
          : {
              title: 'School deactivated',
              text: `${school.name} is no longer offered. Its people can sign in but change nothing.`,
            },
      );
      return changed('school_lists');
    },
    onError: (error) => showToast({ title: 'Update failed', text: failureWords.update(error), destructive: true }),
  });
}

/** Deletes a school for good, with all its data. */
export function useDeleteSchool() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (school: School) => call(deleteSchool, { params: { id: school.id } }),
    onSuccess: ({ isDone }, school) => {
      showToast({
        title: 'School deleted',
        text: isDone
          ? `${school.name} and all its data are gone.`
          : `${school.name} is no longer visible. Deleting its data takes a while; this page shows the progress.`,
      });
      return changed('school_lists');
    },
    onError: (error) =>
      showToast({ title: 'Error Deleting School', text: failureWords.remove(error), destructive: true }),
  });
}

/** What is said where a call fails: the server's sentence, else the specification's for this act. */
export const failureWords = {
  create: (error: unknown) => said(error) ?? 'Failed to create school',
  update: (error: unknown) => said(error) ?? 'An unexpected error occurred',
  remove: (error: unknown) => said(error) ?? 'An unexpected error occurred while deleting the school',
} as const;

function said(error: unknown): string | null {
  return error instanceof ApiError ? error.said : null;
}
