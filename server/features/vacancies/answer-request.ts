import type { Tx } from '#server/db/database.ts';
import { fill, lockForFill, refuseIneligible } from '#server/features/vacancies/fill.ts';
import type { VacancyRow } from '#server/features/vacancies/row.ts';
import { moveVacancy } from '#server/features/vacancies/move.ts';
import type { ActingCall } from '#server/features/vacancies/store.ts';
import {
  nameOf,
  requestOf,
  notifyStaffAbout,
  notifySubstitutesAbout,
  withdrawnIn,
} from '#server/features/vacancies/notifications.ts';
import { currentSession } from '#server/http/session.ts';

/**
 * The teacher or an admin approves this substitute's request, which books them. `check` works as in `rejectRequest`.
 */
export async function approveRequest(
  tx: Tx,
  call: ActingCall,
  id: number,
  substituteId: number,
  check?: (row: VacancyRow) => void,
): Promise<void> {
  const { substitute, overlapping } = await lockForFill(tx, id, substituteId);
  const { before, row, cause, withdrawn } = await moveVacancy(tx, call, {
    id,
    action: 'vacancy.approve',
    event: { type: 'approve', substituteId },
    check,
    refuse: (vacancy) => refuseIneligible(substitute, vacancy),
    write: (vacancy, move) => fill(tx, call, vacancy, move, overlapping),
  });
  await notifySubstitutesAbout(tx, call, row, {
    kind: 'request_approved',
    cause,
    to: [substituteId],
    withPlans: true,
    facts: (about) => ({ ...about, ...withdrawnIn(withdrawn) }),
  });
  await notifyStaffAbout(tx, call, row, {
    kind: 'filled',
    cause,
    teacher: true,
    admins: 'poster',
    facts: (about) => ({ ...about, substitute: nameOf(before), isConfirmed: true, request: requestOf(before) }),
  });
}

/**
 * The teacher or an admin rejects the current request, which reopens the vacancy. `check` may refuse the locked
 * vacancy, for callers that mean one particular request.
 */
export async function rejectRequest(
  tx: Tx,
  call: ActingCall,
  id: number,
  check?: (row: VacancyRow) => void,
): Promise<void> {
  const { before, cause } = await moveVacancy(tx, call, {
    id,
    action: 'vacancy.reject',
    event: { type: 'reject' },
    check,
  });
  await notifySubstitutesAbout(tx, call, before, {
    kind: 'request_rejected',
    cause,
    to: [before.requestedById],
    facts: (about) => about,
  });
  const by = currentSession(call).user.fullName;
  await notifyStaffAbout(tx, call, before, {
    kind: 'request_turned_down',
    cause,
    teacher: true,
    admins: 'poster',
    facts: (about) => ({ ...about, substitute: nameOf(before), by }),
  });
}
