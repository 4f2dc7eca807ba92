import type { listPlanFiles } from '#contract/plans.ts';
import { can } from '#domain/permissions.ts';
import { filesOfTeacher } from '#server/features/plans/queries.ts';
import { colleagueAdmin, subjectOf, visiblePerson } from '#server/features/users/queries.ts';
import { found, notAllowed } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

type AboutPerson = Pick<Call, 'db' | 'actor'> & { params: { id: number } };

/**
 * Refuses callers who may not see or change a teacher's emergency plan.
 *
 * @throws {Refused} not_found if the caller may not see them; not_allowed if it is someone else.
 */
export async function refuseUnlessPlanner(call: AboutPerson, act: 'user.seePlans' | 'user.editPlans'): Promise<void> {
  const { db, actor, params } = call;
  const person = found(await visiblePerson(db, actor, params.id), 'person');
  if (!can(actor, act, subjectOf(person))) throw notAllowed();
}

/**
 * Refuses callers who may not see or add files of a teacher or of a contact of extra hands.
 *
 * @throws {Refused} not_found if the caller may not see them; not_allowed if it is someone else.
 */
export async function refuseUnlessFiler(
  call: AboutPerson,
  act: 'user.seePlanFiles' | 'user.addPlanFiles',
): Promise<void> {
  const { db, actor, params } = call;
  const person = (await visiblePerson(db, actor, params.id)) ?? (await colleagueAdmin(db, actor, params.id));
  if (!can(actor, act, subjectOf(found(person, 'person')))) throw notAllowed();
}

/** Returns the files with plans of a teacher or of a contact of extra hands. */
export async function filesOf(call: Call<typeof listPlanFiles>): ReplyTo<typeof listPlanFiles> {
  await refuseUnlessFiler(call, 'user.seePlanFiles');
  return filesOfTeacher(call.db, call.params.id);
}
