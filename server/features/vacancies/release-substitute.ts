import type { ReplyInput } from '#contract/endpoint.ts';
import type { releaseSubstitute as releaseCall } from '#contract/vacancy-moves.ts';
import { can } from '#domain/permissions.ts';
import { transition } from '#domain/vacancy.ts';
import { vacanciesOf } from '#server/features/vacancies/queries.ts';
import { present } from '#server/features/vacancies/present.ts';
import { lockedVacancy, writeMove } from '#server/features/vacancies/store.ts';
import { nameOf, tellStaff, tellSubstitutes } from '#server/features/vacancies/telling.ts';
import { notAllowed } from '#server/http/refused.ts';
import type { Call } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

/**
 * Ends an assignment, with a reason: an admin or the teacher releases the substitute, or the substitute cancels.
 * The vacancy is open again, and the teacher, the admins and the substitute are told.
 */
export async function releaseSubstitute(call: Call<typeof releaseCall>): Promise<ReplyInput<typeof releaseCall>> {
  const { actor, now, body } = call;
  const { reason } = body;
  const { fullName } = currentSession(call).user;
  return call.db.inTransaction(async (tx) => {
    const row = await lockedVacancy(tx, call.params.id, call);
    if (!can(actor, 'vacancy.release', row)) throw notAllowed();
    const role = actor.role === 'substitute' || actor.role === 'teacher' ? actor.role : 'school_admin';
    const move = transition(row, { type: 'release', by: { id: actor.id, role }, reason }, now);
    const [covered] = await vacanciesOf(tx, [row.id], null, now);
    const { row: open, cause } = await writeMove(tx, call, row, move, reason);
    const substitute = covered === undefined ? fullName : nameOf(covered);
    const by = actor.role === 'substitute' ? null : fullName;
    await tellSubstitutes(tx, call, open, {
      kind: 'assignment_cancelled',
      cause,
      to: [row.substituteId],
      facts: (about) => ({ ...about, by: fullName, reason }),
    });
    await tellStaff(tx, call, open, {
      kind: 'released',
      cause,
      teacher: true,
      admins: 'all',
      facts: (about) => ({ ...about, substitute, by, reason }),
    });
    return present(tx, row.id, call);
  });
}
