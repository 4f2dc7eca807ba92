import { proposeAbsence } from '#contract/absences.ts';
import { reading } from '#web/api/reading.ts';

/** Returns the proposed next absence of a teacher, or of the caller. A new date gets a new proposal. */
export function proposalQuery(teacherId: number | null, today: string) {
  return reading(
    ['vacancies', 'proposal', teacherId, today],
    proposeAbsence,
    { query: teacherId === null ? {} : { teacherId: String(teacherId) } },
    // The proposal isn't cached, because an administrator may post for the same teacher again, and the latest absence
    // changes the proposal.
    teacherId === null ? {} : { gcTime: 0 },
  );
}
