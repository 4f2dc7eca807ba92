import type { proposeAbsence as proposeAbsenceCall } from '#contract/absences.ts';
import { can } from '#domain/permissions.ts';
import { proposedAbsence } from '#domain/proposal.ts';
import { localDate, localTime } from '#domain/time.ts';
import { notAllowed, wrongField } from '#server/core/refused.ts';
import { absenceSource } from '#server/features/vacancies/vacancy/queries.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** Proposes a teacher's next absence, to the teacher or to an admin who posts for them. */
export async function proposeAbsence(call: Call<typeof proposeAbsenceCall>): ReplyTo<typeof proposeAbsenceCall> {
  const { db, actor, now, query } = call;
  const { schoolId } = actor;
  if (schoolId === null) throw notAllowed("You don't have a school to post a vacancy for.");
  if (actor.role === 'school_admin' && query.teacherId === undefined)
    throw wrongField('teacherId', 'Choose the absent teacher.');
  const teacherId = query.teacherId ?? actor.id;
  if (!can(actor, 'vacancy.create', { schoolId, teacherId })) throw notAllowed('You can post only your own absences.');
  const source = await absenceSource(db, { teacherId, schoolId, now });
  if (source === null) throw wrongField('teacherId', 'Choose an active, approved teacher of your school.');
  const proposal = proposedAbsence({
    ...source,
    today: localDate(now, source.timeZone),
    time: localTime(now, source.timeZone),
  });
  return { ...proposal, absences: [...source.absences] };
}
