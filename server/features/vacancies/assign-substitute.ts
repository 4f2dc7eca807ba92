import type { ReplyInput } from '#contract/endpoint.ts';
import type { assignSubstitute as assignSubstituteCall } from '#contract/vacancy-moves.ts';
import { can, mayWorkAt } from '#domain/permissions.ts';
import { refusal } from '#domain/refusal.ts';
import { transition } from '#domain/vacancy.ts';
import { fill, lockForFill } from '#server/features/vacancies/fill.ts';
import { present } from '#server/features/vacancies/present.ts';
import { lockedVacancy } from '#server/features/vacancies/store.ts';
import { requestOf, tellStaff, tellSubstitutes } from '#server/features/vacancies/telling.ts';
import { notAllowed, Refused } from '#server/http/refused.ts';
import type { Call } from '#server/http/route.ts';

/**
 * An admin fills a vacancy with a substitute of the school, who is asked to confirm; whoever had asked for it
 * learns that it went to somebody else.
 */
export async function assignSubstitute(
  call: Call<typeof assignSubstituteCall>,
): Promise<ReplyInput<typeof assignSubstituteCall>> {
  const { id } = call.params;
  const { substituteId } = call.body;
  return call.db.inTransaction(async (tx) => {
    const { substitute, overlapping } = await lockForFill(tx, id, substituteId);
    const before = await lockedVacancy(tx, id, call);
    if (!can(call.actor, 'vacancy.assign', before)) throw notAllowed();
    const move = transition(before, { type: 'assign', substituteId }, call.now);
    if (move.ok && (substitute === null || !mayWorkAt(substitute, before.schoolId)))
      throw new Refused('not_eligible', refusal('not_eligible').sentence);
    const { row, cause } = await fill(tx, call, before, move, overlapping);
    const isConfirmed = row.confirmed ?? false;
    const name = substitute?.fullName ?? '';
    if (before.requestedById !== substituteId) {
      await tellSubstitutes(tx, call, row, {
        kind: 'request_rejected',
        cause,
        to: [before.requestedById],
        facts: (about) => about,
      });
    }
    await tellSubstitutes(tx, call, row, {
      kind: isConfirmed ? 'request_approved' : 'assigned',
      cause,
      to: [substituteId],
      withPlans: true,
      facts: (about) => about,
    });
    await tellStaff(tx, call, row, {
      kind: 'filled',
      cause,
      teacher: true,
      admins: 'poster',
      facts: (about) => ({ ...about, substitute: name, isConfirmed, request: requestOf(row) }),
    });
    return present(tx, id, call);
  });
}
