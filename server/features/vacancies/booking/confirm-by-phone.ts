import type { confirmByPhone as confirmByPhoneCall } from '#contract/vacancy-staff.ts';
import type { Tx } from '#server/db/database.ts';
import { moveVacancy } from '#server/features/vacancies/vacancy/move.ts';
import { present } from '#server/features/vacancies/vacancy/present.ts';
import { notifyStaffAbout, notifySubstitutesAbout } from '#server/features/vacancies/vacancy/notifications.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

/** An administrator records that the assigned substitute said yes on the phone. The substitute and the teacher are notified. */
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
