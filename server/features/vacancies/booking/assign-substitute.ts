import type { assignSubstitute as assignSubstituteCall } from '#contract/vacancy-staff.ts';
import type { Tx } from '#server/db/database.ts';
import { fill, lockForFill, notifyOfBooking, refuseIneligible } from '#server/features/vacancies/booking/fill.ts';
import { present } from '#server/features/vacancies/vacancy/present.ts';
import { countAssignment } from '#server/features/vacancies/booking/count-assignment.ts';
import { alongside } from '#server/features/vacancies/vacancy/job-days.ts';
import { recordOverLimit, refuseOverLimit } from '#server/features/vacancies/booking/over-limit.ts';
import { moveVacancy } from '#server/features/vacancies/vacancy/move.ts';
import { requestOf, notifySubstitutesAbout } from '#server/features/vacancies/vacancy/notifications.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';

/**
 * An admin assigns a substitute of the school, for all days of a job in the same state, and we ask them to confirm. A
 * substitute whose request loses is notified.
 */
export async function assignSubstitute(
  call: CallInTx<typeof assignSubstituteCall>,
  tx: Tx,
): ReplyTo<typeof assignSubstituteCall> {
  const { id } = call.params;
  const { substituteId, overLimitReason } = call.body;
  const { substitute, overlapping, locked } = await lockForFill(tx, call, id, substituteId);
  const moved = await moveVacancy(tx, call, {
    id,
    locked,
    action: 'vacancy.assign',
    event: { type: 'assign', substituteId },
    refuse: async (vacancy) => {
      refuseIneligible(substitute, vacancy);
      const days = { ...vacancy, alongside: alongside(vacancy, call.now) };
      if (overLimitReason === undefined) await refuseOverLimit(tx, substituteId, days, substitute.fullName);
      else await recordOverLimit(tx, call, { substituteId, vacancy });
      // A whole job counts once.
      if (vacancy.id === id) await countAssignment(tx, vacancy, call.now);
    },
    write: (vacancy, move) => fill(tx, call, vacancy, move, overlapping, overLimitReason ?? null),
  });
  const { before, row, cause } = moved;
  if (before.requestedById !== substituteId) {
    await notifySubstitutesAbout(tx, call, row, {
      kind: 'request_rejected',
      cause,
      to: [before.requestedById],
      facts: (about) => about,
    });
  }
  await notifyOfBooking(tx, call, moved, {
    substitute: substitute?.fullName ?? '',
    isConfirmed: row.confirmed ?? false,
    request: requestOf(row),
  });
  return present(tx, id, call);
}
