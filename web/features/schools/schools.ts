import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Sent } from '#contract/endpoint.ts';
import { createSchool, deleteSchool, listSchools, type School, updateSchool } from '#contract/schools.ts';
import { call, callPage } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { badgesQuery } from '#web/features/notices/badges.ts';
import { peopleKey } from '#web/features/people/people.ts';
import { showToast } from '#web/ui/toast.ts';

/** Where every list of schools stands in the cache. */
export const schoolsKey = ['schools'] as const;
const pageSize = 50;

/** Schools by name, narrowed by the server to those that match, a page at a time. */
export function schoolsQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [...schoolsKey, 'all', search],
    queryFn: ({ pageParam, signal }) =>
      callPage(listSchools, { query: { limit: pageSize, ...(search ? { search } : {}), ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
}

/** Has everything that shows a school or its administrator fetched again. */
function useRefresh() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: schoolsKey }),
      queries.invalidateQueries({ queryKey: peopleKey }),
      queries.invalidateQueries({ queryKey: badgesQuery.queryKey }),
    ]);
}

/** Adds a school. `attempt` is the key of one logical attempt: repeated, it creates once. */
export function useAddSchool() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ body, attempt }: { body: Sent<typeof createSchool>['body']; attempt: string }) => call(createSchool, { body, idempotencyKey: attempt }),
    onSuccess: (school) => {
      showToast({ title: 'School created successfully', text: `${school.name} is offered at registration.` });
      return refresh();
    },
    onError: (error) => showToast({ title: 'Error', text: said(error) ?? 'Failed to create school', destructive: true }),
  });
}

/** Activates or deactivates a school. */
export function useActivateSchool() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ school, isActive }: { school: School; isActive: boolean }) => call(updateSchool, { params: { id: school.id }, body: { isActive } }),
    onSuccess: (_, { school, isActive }) => {
      showToast(
        isActive
          ? { title: 'School activated', text: `${school.name} is offered again, and its people can work.` }
          : { title: 'School deactivated', text: `${school.name} is no longer offered. Its people can sign in but change nothing.` },
      );
      return refresh();
    },
    onError: (error) => showToast({ title: 'Update failed', text: said(error) ?? 'An unexpected error occurred', destructive: true }),
  });
}

/** Deletes a school for good, with all its data. */
export function useDeleteSchool() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (school: School) => call(deleteSchool, { params: { id: school.id } }),
    onSuccess: (_, school) => {
      showToast({ title: 'School deleted', text: `${school.name} and all its data are gone.` });
      return refresh();
    },
    onError: (error) => showToast({ title: 'Error Deleting School', text: said(error) ?? 'An unexpected error occurred while deleting the school', destructive: true }),
  });
}

function said(error: unknown): string | null {
  return error instanceof ApiError ? error.said : null;
}
