import type { releaseSubstitute as releaseCall } from '#contract/vacancy-moves.ts';
import { isJobDay } from '#server/features/vacancies/job-days.ts';
import { takeOutOfJob } from '#server/features/vacancies/leave-job.ts';
import { offerAgain } from '#server/features/vacancies/offer.ts';
import { present } from '#server/features/vacancies/present.ts';
import { moveVacancy } from '#server/features/vacancies/move.ts';
import { notifyStaffAbout, notifySubstitutesAbout } from '#server/features/vacancies/notifications.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

/**
 * Ends an assignment, with a reason: an admin or the teacher releases the substitute, or the substitute cancels.
 * Reopens the vacancy and notifies the teacher, the admins and the substitute. All remaining days of a multi-day job end together. If only this day ends, it leaves the job, so others can take it alone.
 */
export async function releaseSubstitute(call: Call<typeof releaseCall>): ReplyTo<typeof releaseCall> {
  const { actor, body } = call;
  const { reason, onlyThisDay = false } = body;
  const { fullName } = currentSession(call).user;
  return call.db.inTransaction(async (tx) => {
    const role = actor.role === 'substitute' || actor.role === 'teacher' ? actor.role : 'school_admin';
    const { before, row, cause } = await moveVacancy(tx, call, {
      id: call.params.id,
      action: 'vacancy.release',
      event: { type: 'release', by: { id: actor.id, role }, reason },
      reason,
      onlyThisDay,
    });
    if (onlyThisDay && isJobDay(before)) await takeOutOfJob(tx, call, before);
    const substitute = before.substitute?.fullName ?? fullName;
    const by = actor.role === 'substitute' ? null : fullName;
    await notifySubstitutesAbout(tx, call, row, {
      kind: 'assignment_cancelled',
      cause,
      to: [before.substituteId],
      facts: (about) => ({ ...about, by: fullName, reason }),
    });
    await notifyStaffAbout(tx, call, row, {
      kind: 'released',
      cause,
      teacher: true,
      admins: 'all',
      facts: (about) => ({ ...about, substitute, by, reason }),
    });
    await offerAgain(tx, call, row, before.substituteId);
    return present(tx, call.params.id, call);
  });
}
