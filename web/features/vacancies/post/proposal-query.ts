import { queryOptions } from '@tanstack/react-query';
import { proposeAbsence } from '#contract/absences.ts';
import { call } from '#web/api/client.ts';

/** Returns the proposed next absence of a teacher, or of the caller. A new date gets a new proposal. */
export function proposalQuery(teacherId: number | null, today: string) {
  return queryOptions({
    queryKey: ['vacancies', 'proposal', teacherId, today],
    // The proposal isn't cached, because an administrator may post for the same teacher again, and the latest absence
    // changes the proposal.
    ...(teacherId === null ? {} : { gcTime: 0 }),
    queryFn: ({ signal }) =>
      call(proposeAbsence, { query: teacherId === null ? {} : { teacherId: String(teacherId) }, signal }),
  });
}
