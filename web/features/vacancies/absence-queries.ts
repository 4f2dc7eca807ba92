import { queryOptions } from '@tanstack/react-query';
import { getSchool } from '#contract/schools.ts';
import { listUsers } from '#contract/users.ts';
import { call, callPage } from '#web/api/client.ts';

/** The caller's school, with the shifts that it offers. */
export function ownSchoolQuery(id: number) {
  return queryOptions({ queryKey: ['school', id], queryFn: ({ signal }) => call(getSchool, { params: { id }, signal }) });
}

const mostSubstitutes = 200;

/** The approved substitutes of the caller's school by name: the first 200 that match, and whether there are more. */
export function schoolSubstitutesQuery(search: string) {
  return queryOptions({
    queryKey: ['people', 'substitutes-to-notify', search],
    queryFn: ({ signal }) =>
      callPage(listUsers, { query: { role: 'substitute', approval: 'approved', isActive: true, limit: mostSubstitutes, ...(search === '' ? {} : { search }) }, signal }),
  });
}
