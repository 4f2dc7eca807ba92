import { queryOptions } from '@tanstack/react-query';
import { listSchools, type School } from '#contract/schools.ts';
import { updateUser } from '#contract/users.ts';
import { parseJson } from '#contract/fields.ts';
import { call } from '#web/api/client.ts';
import { pages } from '#web/api/reading.ts';
import { useCommand } from '#web/api/use-command.ts';
import { said, useKeepProfile } from '#web/session/profile.ts';
import { useSession } from '#web/session/session.ts';

const pageSize = 20;

/** Schools that can be chosen, by name. The server searches name, city and district. */
export function offeredSchoolsQuery(search: string) {
  return pages(['schools', 'offered', search], listSchools, { limit: pageSize, search: search || undefined });
}

const mostChosen = 200;

/** The schools that the signed-in substitute has chosen, with their shifts, by name. */
export const chosenSchoolsQuery = queryOptions({
  queryKey: ['schools', 'chosen'],
  queryFn: ({ signal }): Promise<School[]> =>
    call(listSchools, { query: { chosen: 'true', limit: mostChosen }, signal }),
});

/** Saves the schools that the substitute works for, and refetches everything that depends on them. */
export function useChooseSchools() {
  const { id } = useSession();
  const keep = useKeepProfile();
  return useCommand({
    send: (schoolIds: readonly number[]) =>
      call(updateUser, { params: { id }, body: { selectedSchoolIds: JSON.stringify(schoolIds) } }),
    toast: { title: 'Profile updated', text: 'Your schools are saved.' },
    onDone: keep,
    changes: ['school_lists', 'vacancies'],
    failed: (error) => ({ title: 'Update failed', text: said(error) ?? 'Failed to update profile' }),
  });
}

/** Returns the ids in a JSON list. Invalid text has none. */
export function idsIn(list: string | undefined): number[] {
  const parsed = parseJson(list ?? '[]');
  return Array.isArray(parsed) ? parsed.filter((id): id is number => typeof id === 'number') : [];
}
