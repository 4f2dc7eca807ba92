import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { proposeAbsence } from '#contract/absences.ts';
import { getSchool } from '#contract/schools.ts';
import { listUsers } from '#contract/users.ts';
import { call, callPage } from '#web/api/client.ts';

/** The caller's school, with the shifts that it offers. */
export function ownSchoolQuery(id: number) {
  return queryOptions({
    queryKey: ['school', id],
    queryFn: ({ signal }) => call(getSchool, { params: { id }, signal }),
  });
}

/** What is proposed for the next absence of a teacher, or of the caller; asked again on each date. */
export function proposalQuery(teacherId: number | null, today: string) {
  return queryOptions({
    queryKey: ['vacancies', 'proposal', teacherId, today],
    queryFn: ({ signal }) =>
      call(proposeAbsence, { query: teacherId === null ? {} : { teacherId: String(teacherId) }, signal }),
  });
}

const mostSubstitutes = 200;

/** The approved substitutes of the caller's school by name: the first 200 that match, and whether there are more. */
export function schoolSubstitutesQuery(search: string) {
  return queryOptions({
    queryKey: ['people', 'substitutes-to-notify', search],
    queryFn: ({ signal }) =>
      callPage(listUsers, {
        query: {
          role: 'substitute',
          approval: 'approved',
          isActive: true,
          limit: mostSubstitutes,
          ...(search === '' ? {} : { search }),
        },
        signal,
      }),
  });
}

const teachersAtOnce = 8;

/** The teachers for whom an admin can post, by name, a page at a time. */
export function teachersToPostForQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: ['people', 'teachers-to-post-for', search],
    queryFn: ({ pageParam, signal }) =>
      callPage(listUsers, {
        query: {
          role: 'teacher',
          approval: 'approved',
          isActive: true,
          limit: teachersAtOnce,
          ...(search === '' ? {} : { search }),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
}
