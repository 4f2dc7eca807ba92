import { planFileSentences } from '#domain/plans.ts';
import type { Tx } from '#server/db/database.ts';
import { markingUsed } from '#server/db/sql/plans.ts';
import type { VacancyRow } from '#server/features/vacancies/vacancy/row.ts';
import { wrongField } from '#server/core/refused.ts';

/**
 * Keeps the files of a class from being deleted as unused.
 *
 * @throws {Refused} bad_input if one is gone, or isn't a file of the class's teacher.
 */
export async function holdPlanFiles(
  tx: Tx,
  { planFileIds, teacherId }: Pick<VacancyRow, 'planFileIds' | 'teacherId'>,
  now: Date,
): Promise<void> {
  if (planFileIds.length === 0) return;
  const held = await tx.query(markingUsed(planFileIds, teacherId, now));
  if (held.length !== planFileIds.length) throw wrongField('planFileIds', planFileSentences.gone);
}
