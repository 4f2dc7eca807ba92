import type { correctVacancy as correctCall } from '#contract/vacancy-staff.ts';
import { changesBetween } from '#domain/audit-changes.ts';
import { audit } from '#server/db/audit.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { present } from '#server/features/vacancies/vacancy/present.ts';
import { moveVacancy } from '#server/features/vacancies/vacancy/move.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import type { Moved } from '#server/features/vacancies/vacancy/store.ts';
import { lockSubstitute } from '#server/features/vacancies/vacancy/substitutes.ts';
import { notifyStaffAbout, notifySubstitutesAbout } from '#server/features/vacancies/vacancy/notifications.ts';
import { refusedAs } from '#server/core/refused.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';

/**
 * After the end, an admin records who was actually there, or that no one was, with a reason. It can be anyone who has
 * ever belonged to the school, whatever their status now.
 *
 * @throws {Refused} booked_elsewhere if the substitute is recorded elsewhere at that time.
 */
export async function correctVacancy(call: CallInTx<typeof correctCall>, tx: Tx): ReplyTo<typeof correctCall> {
  const { body } = call;
  const { substituteId, reason } = body;
  const { id } = call.params;
  const substitute = substituteId === null ? null : await lockSubstitute(tx, substituteId);
  const { before, row, cause } = await moveVacancy(tx, call, {
    id,
    action: 'vacancy.correct',
    event: { type: 'correct', substituteId, reason },
    reason,
    refuse: async ({ schoolId }) => {
      if (substituteId !== null && (substitute === null || !(await belongedTo(tx, substituteId, schoolId))))
        throw refusedAs('not_eligible');
    },
  });
  await audit(tx, call, {
    act: 'vacancy.correct',
    subject: ['vacancy', id],
    schoolId: before.schoolId,
    changes: changesBetween({ substituteId: before.substituteId }, { substituteId }),
  });
  await notifyOf(tx, call, { row, cause, before }, substitute?.fullName ?? null, reason);
  return present(tx, id, call);
}

/** Notifies the people concerned. `substitute` is the person who was there, or null for no one. */
async function notifyOf(
  tx: Tx,
  call: CallInTx<typeof correctCall>,
  { row, cause, before }: Moved & { before: VacancyRow },
  substitute: string | null,
  reason: string,
): Promise<void> {
  const changes = [
    substitute === null
      ? 'The record now says that no substitute was there'
      : `The record now says that ${substitute} was there`,
    `Why: ${reason}`,
  ];
  const news = { kind: 'vacancy_changed', cause } as const;
  // The reason and the other substitute may be private, so each substitute only learns about their own record.
  if (before.substituteId !== row.substituteId) {
    for (const [to, change] of [
      [before.substituteId, 'You are no longer recorded as the substitute'],
      [row.substituteId, 'You are recorded as the substitute'],
    ] as const) {
      await notifySubstitutesAbout(tx, call, row, {
        ...news,
        to: [to],
        facts: (about) => ({ ...about, changes: [change], isAssigned: false }),
      });
    }
  }
  await notifyStaffAbout(tx, call, row, {
    ...news,
    teacher: true,
    admins: 'none',
    facts: (about) => ({ ...about, changes, isAssigned: false }),
  });
}

async function belongedTo(tx: Tx, substituteId: number, schoolId: number): Promise<boolean> {
  const rows = await tx.query(sql`select 1 from substitute_schools
        where substitute_id = ${substituteId} and school_id = ${schoolId}
    union all select 1 from vacancy_history
      where school_id = ${schoolId} and substitute_id = ${substituteId} and kind in ('approved', 'assigned') limit 1`);
  return rows.length > 0;
}
