import type {
  assignSubstitute as assignSubstituteCall,
  confirmByPhone as confirmByPhoneCall,
} from '#contract/vacancy-staff.ts';
import type { Tx } from '#server/db/database.ts';
import { fill, lockForFill, notifyOfBooking, refuseIneligible } from '#server/features/vacancies/booking/fill.ts';
import { present } from '#server/features/vacancies/vacancy/present.ts';
import { countAssignment } from '#server/features/vacancies/booking/count-assignment.ts';
import { alongside } from '#server/features/vacancies/vacancy/job-days.ts';
import { recordOverLimit, refuseOverLimit } from '#server/features/vacancies/booking/over-limit.ts';
import { moveVacancy } from '#server/features/vacancies/vacancy/move.ts';
import {
  requestOf,
  notifySubstitutesAbout,
  notifyStaffAbout,
} from '#server/features/vacancies/vacancy/notifications.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

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

/**
 * An administrator records that the assigned substitute said yes on the phone. The substitute and the teacher are
 * notified.
 */
export async function confirmByPhone(
  call: CallInTx<typeof confirmByPhoneCall>,
  tx: Tx,
): ReplyTo<typeof confirmByPhoneCall> {
  const by = currentSession(call).user.fullName;
  const { row, cause } = await moveVacancy(tx, call, {
    id: call.params.id,
    action: 'vacancy.confirmByPhone',
    event: { type: 'confirmByPhone' },
  });
  const substitute = row.substitute?.fullName ?? 'The substitute';
  await notifySubstitutesAbout(tx, call, row, {
    kind: 'confirmed_for_you',
    cause,
    to: [row.substituteId],
    facts: (about) => ({ ...about, by }),
  });
  await notifyStaffAbout(tx, call, row, {
    kind: 'confirmed',
    cause,
    teacher: true,
    admins: 'none',
    facts: (about) => ({ ...about, substitute }),
  });
  return present(tx, call.params.id, call);
}
