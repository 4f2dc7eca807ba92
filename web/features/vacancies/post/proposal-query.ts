import { queryOptions } from '@tanstack/react-query';
import { proposeAbsence } from '#contract/absences.ts';
import { call } from '#web/api/client.ts';

/** What is proposed for the next absence of a teacher, or of the caller; applied again on each date. */
export function proposalQuery(teacherId: number | null, today: string) {
  return queryOptions({
    queryKey: ['vacancies', 'proposal', teacherId, today],
    // The office posts for the same teacher again: never from the absence before the last one.
    ...(teacherId === null ? {} : { gcTime: 0 }),
    queryFn: ({ signal }) =>
      call(proposeAbsence, { query: teacherId === null ? {} : { teacherId: String(teacherId) }, signal }),
  });
}
