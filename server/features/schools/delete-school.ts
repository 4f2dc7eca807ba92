import type { ReplyInput } from '#contract/endpoint.ts';
import type { listSchoolDeletions } from '#contract/school-deletion.ts';
import type { deleteSchool } from '#contract/schools.ts';
import { can } from '#domain/permissions.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/database.ts';
import { beginDeletion, deleteSlice, deletions } from '#server/features/schools/deletions.ts';
import { lockVisibleSchool } from '#server/features/schools/queries.ts';
import { notAllowed, notFound, Refused } from '#server/http/refused.ts';
import { type Call, done } from '#server/http/route.ts';
import { deleteSchools } from '#server/jobs/delete-schools.ts';
import { enqueue } from '#server/jobs/job.ts';

/** How long the call itself works at it, in ms: a school of usual size is gone with the reply. */
const patienceMs = 1000;

/**
 * Deletes a school for good, with all its data; that it was done stays in the log. Nobody sees the school any more from this
 * moment on; what a large one has is taken away by the job (`isDone` false).
 */
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
    await beginDeletion(tx, school, now);
    // Under no school: the log of the school itself goes with it.
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
    await enqueue(tx, deleteSchools, {});
  });
  return { ...done, isDone: await deleteWithin(db.within(patienceMs), params.id, now) };
}

/** Whether all of it went in the time of `db`. What fails or takes longer is the job's: the school is as good as gone. */
async function deleteWithin(db: Database, schoolId: number, now: Date): Promise<boolean> {
  try {
    for (;;) {
      const state = await deleteSlice(db, now, schoolId);
      if (state !== 'going') return state === 'done';
    }
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** How the deletions of schools stand, the newest first, with whom they left without a school. */
export async function schoolDeletions({
  db,
  actor,
}: Call<typeof listSchoolDeletions>): Promise<ReplyInput<typeof listSchoolDeletions>> {
  if (!can(actor, 'school.remove', { id: 0 })) throw notAllowed();
  return deletions(db);
}
