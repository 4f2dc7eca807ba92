import { can, mayWorkAt } from '#domain/permissions.ts';
import { refusal } from '#domain/refusal.ts';
import { transition } from '#domain/vacancy.ts';
import type { Tx } from '#server/db/database.ts';
import { fill, lockForFill } from '#server/features/vacancies/fill.ts';
import type { VacancyRow } from '#server/features/vacancies/row.ts';
import { type ActingCall, lockedVacancy, writeMove } from '#server/features/vacancies/store.ts';
import { nameOf, requestOf, tellStaff, tellSubstitutes } from '#server/features/vacancies/telling.ts';
import { notAllowed, Refused } from '#server/http/refused.ts';
import { currentSession } from '#server/http/session.ts';

/** The teacher, or an admin, approves the request of this substitute: the vacancy is theirs. `check` as with a rejection. */
export async function approveRequest(
  tx: Tx,
  call: ActingCall,
  id: number,
  substituteId: number,
  check?: (row: VacancyRow) => void,
): Promise<void> {
  const { actor, now } = call;
  const { substitute, overlapping } = await lockForFill(tx, id, substituteId);
  const row = await lockedVacancy(tx, id, call);
  check?.(row);
  if (!can(actor, 'vacancy.approve', row)) throw notAllowed();
  const move = transition(row, { type: 'approve', substituteId }, now);
  if (move.ok && (substitute === null || !mayWorkAt(substitute, row.schoolId)))
    throw new Refused('not_eligible', refusal('not_eligible').sentence);
  const moved = await fill(tx, call, row, move, overlapping);
  const { cause } = moved;
  await tellSubstitutes(tx, call, moved.row, {
    kind: 'request_approved',
    cause,
    to: [substituteId],
    withPlans: true,
    facts: (about) => about,
  });
  await tellStaff(tx, call, moved.row, {
    kind: 'filled',
    cause,
    teacher: true,
    admins: 'poster',
    facts: (about) => ({ ...about, substitute: nameOf(row), isConfirmed: true, request: requestOf(row) }),
  });
}

/**
 * The teacher, or an admin, rejects the request that stands: the vacancy is open again. `check` may refuse the locked
 * vacancy: for whoever means one request and no other.
 */
export async function rejectRequest(
  tx: Tx,
  call: ActingCall,
  id: number,
  check?: (row: VacancyRow) => void,
): Promise<void> {
  const row = await lockedVacancy(tx, id, call);
  check?.(row);
  if (!can(call.actor, 'vacancy.reject', row)) throw notAllowed();
  const { cause } = await writeMove(tx, call, row, transition(row, { type: 'reject' }, call.now));
  await tellSubstitutes(tx, call, row, {
    kind: 'request_rejected',
    cause,
    to: [row.requestedById],
    facts: (about) => about,
  });
  const by = currentSession(call).user.fullName;
  await tellStaff(tx, call, row, {
    kind: 'request_turned_down',
    cause,
    teacher: true,
    admins: 'poster',
    facts: (about) => ({ ...about, substitute: nameOf(row), by }),
  });
}
