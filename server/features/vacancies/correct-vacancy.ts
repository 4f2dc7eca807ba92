import type { ReplyInput } from '#contract/endpoint.ts';
import type { correctVacancy as correctCall } from '#contract/vacancy-moves.ts';
import { changesBetween } from '#domain/audit-changes.ts';
import { can } from '#domain/permissions.ts';
import { refusal } from '#domain/refusal.ts';
import { transition } from '#domain/vacancy.ts';
import { audit } from '#server/audit.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { present } from '#server/features/vacancies/present.ts';
import { lockedVacancy, writeMove } from '#server/features/vacancies/store.ts';
import { lockSubstitute } from '#server/features/vacancies/substitutes.ts';
import { tellStaff, tellSubstitutes } from '#server/features/vacancies/telling.ts';
import { notAllowed, Refused } from '#server/http/refused.ts';
import type { Call } from '#server/http/route.ts';

/**
 * After its end an admin records who was really there, or that nobody was, with a reason. It may be anybody
 * who has ever belonged to the school: they were there, whatever holds today.
 *
 * @throws {Refused} booked_elsewhere where the substitute is recorded in another room at that time.
 */
export async function correctVacancy(call: Call<typeof correctCall>): Promise<ReplyInput<typeof correctCall>> {
  const { actor, now, body } = call;
  const { substituteId, reason } = body;
  const { id } = call.params;
  return call.db.inTransaction(async (tx) => {
    const substitute = substituteId === null ? null : await lockSubstitute(tx, substituteId);
    const before = await lockedVacancy(tx, id, call);
    if (!can(actor, 'vacancy.correct', before)) throw notAllowed();
    const move = transition(before, { type: 'correct', substituteId, reason }, now);
    if (
      move.ok &&
      substituteId !== null &&
      (substitute === null || !(await belongedTo(tx, substituteId, before.schoolId)))
    ) {
      throw new Refused('not_eligible', refusal('not_eligible').sentence);
    }
    const { row, cause } = await writeMove(tx, call, before, move, reason);
    await audit(
      tx,
      {
        actorId: actor.id,
        act: 'vacancy.correct',
        subjectType: 'vacancy',
        subjectId: id,
        schoolId: before.schoolId,
        changes: changesBetween({ substituteId: before.substituteId }, { substituteId }),
      },
      now,
    );
    const changes = [
      substitute === null
        ? 'It is recorded that no substitute was there'
        : `It is recorded that ${substitute.fullName} was there`,
      `Why: ${reason}`,
    ];
    const news = { kind: 'vacancy_changed', cause } as const;
    // Why, and who else, may be another's private matter: each substitute is told of their own record alone.
    if (before.substituteId !== substituteId) {
      for (const [to, change] of [
        [before.substituteId, 'You are no longer recorded as the substitute'],
        [substituteId, 'You are recorded as the substitute'],
      ] as const) {
        await tellSubstitutes(tx, call, row, {
          ...news,
          to: [to],
          facts: (about) => ({ ...about, changes: [change], isAssigned: false }),
        });
      }
    }
    await tellStaff(tx, call, row, {
      ...news,
      teacher: true,
      admins: 'none',
      facts: (about) => ({ ...about, changes, isAssigned: false }),
    });
    return present(tx, id, call);
  });
}

async function belongedTo(tx: Tx, substituteId: number, schoolId: number): Promise<boolean> {
  const rows =
    await tx.query(sql`select 1 from substitute_schools where substitute_id = ${substituteId} and school_id = ${schoolId}
    union all select 1 from vacancy_history where school_id = ${schoolId} and substitute_id = ${substituteId} and kind in ('approved', 'assigned') limit 1`);
  return rows.length > 0;
}
