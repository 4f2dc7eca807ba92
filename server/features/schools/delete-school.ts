import type { listSchoolDeletions } from '#contract/school-deletion.ts';
import type { deleteSchool } from '#contract/schools.ts';
import { can } from '#domain/permissions.ts';
import { audit } from '#server/db/audit.ts';
import type { Database } from '#server/db/database.ts';
import { beginDeletion, deleteSlice, deletions } from '#server/features/schools/deletions.ts';
import { notifyBooked } from '#server/features/schools/deletion-notices.ts';
import { lockVisibleSchool } from '#server/features/schools/queries.ts';
import { found, notAllowed, Refused } from '#server/core/refused.ts';
import { type Call, done, type ReplyTo } from '#server/http/route.ts';
import { deleteSchools } from '#server/jobs/delete-schools.ts';
import { enqueue } from '#server/jobs/job.ts';

/** How long the call itself deletes rows, in ms: enough for a school of usual size. */
const patienceMs = 1000;

/**
 * Deletes a school and all its data permanently, and notifies its booked substitutes. The log keeps an entry. The school is hidden from
 * everyone immediately. For a large school, a job deletes the rest (`isDone` false).
 */
export async function removeSchool(call: Call<typeof deleteSchool>): ReplyTo<typeof deleteSchool> {
  const { db, actor, params, now } = call;
  const school = await db.inTransaction(async (tx) => {
    const doomed = found(await lockVisibleSchool(tx, actor, params.id), 'school');
    if (!can(actor, 'school.remove', { id: doomed.id })) throw notAllowed();
    await notifyBooked(tx, call, doomed);
    await beginDeletion(tx, doomed, now);
    // The entry has no school id, because the school's own log is deleted, too.
    await audit(
      tx,
      { actor, now },
      { act: 'school.delete', subject: ['school', doomed.id], schoolId: null, detail: { name: doomed.name } },
    );
    await enqueue(tx, deleteSchools, {});
    return doomed;
  });
  // Someone may have been booked just before the school was hidden. No one is notified twice of the same deletion.
  await db.inTransaction((tx) => notifyBooked(tx, call, school));
  return { ...done, isDone: await deleteWithin(db.within(patienceMs), params.id, now) };
}

/** Returns whether everything was deleted within the time of `db`. On a refusal or timeout the job continues. */
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

/** Returns the progress of school deletions, newest first, with the people left without a school. */
export async function schoolDeletions(call: Call<typeof listSchoolDeletions>): ReplyTo<typeof listSchoolDeletions> {
  const { db, actor } = call;
  if (!can(actor, 'school.remove', { id: 0 })) throw notAllowed();
  return deletions(db);
}
