import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getUser, type User } from '#contract/person.ts';
import { listUserAvailability } from '#contract/availability.ts';
import { listUsers } from '#contract/users.ts';
import { call, callPage } from '#web/api/client.ts';

/** The state of an account from the view of the people who decide on it. */
type Approval = 'pending' | 'approved' | 'rejected' | 'admitted';

// A count pill shows "99+" from 100 on, so with this many on the first page it needs no separate count.
const pageSize = 100;

/**
 * Returns the people with a role whose accounts are pending, approved, rejected or admitted through the district, longest waiting
 * first, a page at a time.
 */
export function peopleQuery(role: User['role'], approval: Approval) {
  return infiniteQueryOptions({
    queryKey: ['people', role, approval],
    queryFn: ({ pageParam, signal }) =>
      callPage(listUsers, {
        query: {
          role,
          approval,
          sort: 'longest_waiting',
          limit: pageSize,
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
}

/** One person, for an address that names them. */
export function personQuery(id: number) {
  return queryOptions({
    queryKey: ['people', 'one', id],
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
  });
}

/** Returns a substitute's date exceptions from today on. */
export function singleDatesQuery(id: number) {
  return queryOptions({
    queryKey: ['people', 'dates', id],
    queryFn: ({ signal }) => call(listUserAvailability, { params: { id }, signal }),
  });
}

/** School admins without a school, as candidates for a new school. */
export const adminsWithoutSchoolQuery = queryOptions({
  queryKey: ['people', 'without-school'],
  queryFn: ({ signal }) =>
    call(listUsers, { query: { role: 'school_admin', withoutSchool: true, isActive: true }, signal }),
});
