import { queryOptions } from '@tanstack/react-query';
import { listUsers, type User } from '#contract/users.ts';
import { call } from '#web/api/client.ts';

/** Where every list of people stands in the cache; whatever changes a person invalidates it. */
export const peopleKey = ['people'] as const;

/** How somebody's account stands with whoever decides on it. */
type Approval = 'pending' | 'approved' | 'rejected';

/** The people of a role whose account waits, was approved or was rejected, oldest account first. */
export function peopleQuery(role: User['role'], approval: Approval) {
  return queryOptions({
    queryKey: [...peopleKey, role, approval],
    queryFn: async ({ signal }) => (await call(listUsers, { query: { role, approval }, signal })).toSorted(byAge),
  });
}

/** School admins who belong to no school yet: those that a new school may have as its own. */
export const adminsWithoutSchoolQuery = queryOptions({
  queryKey: [...peopleKey, 'without-school'],
  queryFn: ({ signal }) => call(listUsers, { query: { role: 'school_admin', withoutSchool: true, isActive: true }, signal }),
});

// Instants are text of one form and zone, so they compare as text.
function byAge(one: User, other: User): number {
  return (one.createdAt ?? '').localeCompare(other.createdAt ?? '') || one.id - other.id;
}
