import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getUser, listUserAvailability, listUsers, type User } from '#contract/users.ts';
import { call, callPage } from '#web/api/client.ts';

/** How somebody's account stands with whoever decides on it. */
type Approval = 'pending' | 'approved' | 'rejected' | 'admitted';

// A count pill reads "99+" from 100 on: with this many on the first page it is right without a count of its own.
const pageSize = 100;

/** The people of a role whose account waits, was approved, was rejected or works here by the district's approval alone, longest waiting first, a page at a time. */
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

/** One person, for what an address names directly. */
export function personQuery(id: number) {
  return queryOptions({
    queryKey: ['people', 'one', id],
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
  });
}

/** The single dates of a substitute from today on. */
export function singleDatesQuery(id: number) {
  return queryOptions({
    queryKey: ['people', 'dates', id],
    queryFn: ({ signal }) => call(listUserAvailability, { params: { id }, signal }),
  });
}

/** School admins who belong to no school yet: those that a new school may have as its own. */
export const adminsWithoutSchoolQuery = queryOptions({
  queryKey: ['people', 'without-school'],
  queryFn: ({ signal }) =>
    call(listUsers, { query: { role: 'school_admin', withoutSchool: true, isActive: true }, signal }),
});
