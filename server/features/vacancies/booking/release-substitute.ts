import type { releaseSubstitute as releaseCall } from '#contract/vacancy-moves.ts';
import { undoesYes } from '#domain/undo.ts';
import type { Tx } from '#server/db/database.ts';
import { isJobDay } from '#server/features/vacancies/vacancy/job-days.ts';
import { takeOutOfJob } from '#server/features/vacancies/booking/own-moves.ts';
import { offerAgain } from '#server/features/vacancies/dispatch/offer.ts';
import { present } from '#server/features/vacancies/vacancy/present.ts';
import { moveVacancy } from '#server/features/vacancies/vacancy/move.ts';
import { notifyStaffAbout, notifySubstitutesAbout } from '#server/features/vacancies/vacancy/notifications.ts';
import { dropBookingNews } from '#server/notifications/booking-texts.ts';
import type { ActingCall } from '#server/features/vacancies/vacancy/store.ts';
import type { Call, CallInTx, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

/** Ends an assignment. */
export async function releaseSubstitute(call: CallInTx<typeof releaseCall>, tx: Tx): ReplyTo<typeof releaseCall> {
  await release(tx, call, call.params.id, call.body);
  return present(tx, call.params.id, call);
}

/**
 * Ends an assignment, with a reason: an admin or the teacher releases the substitute, or the substitute cancels.
 * Without a reason, a substitute undoes their own request, which is possible for a few minutes. Reopens the vacancy and
 * notifies the teacher, the admins and the substitute. All remaining days of a multi-day job end together. If only this
 * day ends, it leaves the job, so others can take it alone.
 *
 * @throws {Refused} yes_undo_late, reason_required
 */
export async function release(
  tx: Tx,
  call: ActingCall,
  id: number,
  { reason, onlyThisDay = false }: Call<typeof releaseCall>['body'],
): Promise<void> {
  const { actor, now } = call;
  const { fullName } = currentSession(call).user;
  const role = actor.role === 'substitute' || actor.role === 'teacher' ? actor.role : 'school_admin';
  const { before, row, cause, days } = await moveVacancy(tx, call, {
    id,
    action: 'vacancy.release',
    event: { type: 'release', by: { id: actor.id, role }, reason: reason ?? '' },
    ...(reason !== undefined && { reason }),
    onlyThisDay,
  });
  if (onlyThisDay && isJobDay(before)) await takeOutOfJob(tx, call, before);
  const substitute = before.substitute?.fullName ?? fullName;
  const by = actor.role === 'substitute' ? null : fullName;
  await notifySubstitutesAbout(tx, call, row, {
    kind: 'assignment_cancelled',
    cause,
    to: [before.substituteId],
    facts: (about) => ({ ...about, by: fullName, reason: reason ?? '' }),
  });
  const isUndone = undoesYes(before, actor, now);
  // The news of a job's booking is about all of the days that end now, whichever of them the undo names.
  const undone = days.map((day) => day.row.id);
  if (isUndone && !onlyThisDay) await dropBookingNews(tx, actor.id, undone);
  await notifyStaffAbout(tx, call, row, {
    kind: 'released',
    cause,
    teacher: true,
    admins: 'all',
    facts: (about) => ({ ...about, substitute, by, reason: reason ?? null, ...(isUndone && { isUndone }) }),
  });
  await offerAgain(tx, call, row, before.substituteId);
}
