import type { ReplyInput } from '#contract/endpoint.ts';
import type { listPlanFiles } from '#contract/plans.ts';
import { can } from '#domain/permissions.ts';
import { filesOfTeacher } from '#server/features/plans/queries.ts';
import { subjectOf, visiblePerson } from '#server/features/users/queries.ts';
import { found, notAllowed } from '#server/core/refused.ts';
import type { Call } from '#server/http/route.ts';

/**
 * Returns the teacher whose plans the caller may read and change.
 *
 * @throws {Refused} not_found if the caller may not see them; not_allowed if it is someone else.
 */
export async function refuseUnlessPlanner({
  db,
  actor,
  params,
}: Pick<Call, 'db' | 'actor'> & { params: { id: number } }): Promise<void> {
  const person = found(await visiblePerson(db, actor, params.id), 'person');
  if (!can(actor, 'user.editPlans', subjectOf(person))) throw notAllowed();
}

/** Returns a teacher's files with lesson plans. */
export async function filesOf(call: Call<typeof listPlanFiles>): Promise<ReplyInput<typeof listPlanFiles>> {
  await refuseUnlessPlanner(call);
  return filesOfTeacher(call.db, call.params.id);
}
