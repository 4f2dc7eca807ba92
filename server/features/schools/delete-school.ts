import type { ReplyInput } from '#contract/endpoint.ts';
import type { deleteSchool } from '#contract/schools.ts';
import { can } from '#domain/permissions.ts';
import { audit } from '#server/audit.ts';
import { eraseSchool, lockVisibleSchool } from '#server/features/schools/queries.ts';
import { notAllowed, notFound } from '#server/http/refused.ts';
import { type Call, done } from '#server/http/route.ts';

/** Deletes a school for good, with all its data; that it was done stays in the log. */
export async function removeSchool({
  db,
  actor,
  params,
  now,
}: Call<typeof deleteSchool>): Promise<ReplyInput<typeof deleteSchool>> {
  await db.inTransaction(async (tx) => {
    const school = await lockVisibleSchool(tx, actor, params.id);
    if (school === null) throw notFound('school');
    if (!can(actor, 'school.remove', { id: school.id })) throw notAllowed();
    await eraseSchool(tx, school.id);
    // Under no school: the log of the school itself went with it.
    await audit(
      tx,
      {
        actorId: actor.id,
        act: 'school.delete',
        subjectType: 'school',
        subjectId: school.id,
        schoolId: null,
        detail: { name: school.name },
      },
      now,
    );
  });
  return done;
}
