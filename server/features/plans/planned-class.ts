import { can } from '#domain/permissions.ts';
import { readsPlans } from '#domain/plans.ts';
import { seeableVacancy } from '#server/features/vacancies/vacancy/queries.ts';
import { notFound } from '#server/core/refused.ts';
import type { Call } from '#server/http/route.ts';

type PlannedClass = NonNullable<Awaited<ReturnType<typeof seeableVacancy>>>;

/**
 * Returns a class whose plans the caller may read.
 *
 * @throws {Refused} not_found for anyone else, also for a substitute who was booked and no longer is.
 */
export async function plannedClass(
  call: Pick<Call, 'db' | 'actor' | 'now'> & { params: { id: number } },
): Promise<PlannedClass> {
  const { db, actor, params, now } = call;
  const row = await seeableVacancy(db, params.id, actor, now);
  if (row === null || row.deletedAt !== null || !can(actor, 'vacancy.seePlans', row)) throw notFound('vacancy');
  if (actor.role === 'substitute' && !readsPlans(row, actor.id, now)) throw notFound('vacancy');
  return row;
}
