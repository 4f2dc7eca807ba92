import type { addPlanFile } from '#contract/plans.ts';
import { planFileSentences, planLimits } from '#domain/plans.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { isNeeded } from '#server/db/sql/plans.ts';
import { refuseUnlessFiler } from '#server/features/plans/list-files.ts';
import { filesOfTeacher } from '#server/features/plans/queries.ts';
import { lockPerson } from '#server/features/users/queries.ts';
import { Refused } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { checkedPlanFile, type CheckedFile } from '#server/security/uploads.ts';

/**
 * Stores a file with plans of a teacher or of a contact of extra hands. If their space is used up, it first deletes
 * files of classes that are over.
 *
 * @throws {Refused} too_large if files of upcoming classes leave no space.
 */
export async function addFile(call: Call<typeof addPlanFile>): ReplyTo<typeof addPlanFile> {
  const { db, actor, params, files, now } = call;
  await refuseUnlessFiler(call, 'user.addPlanFiles');
  const upload = files['file'];
  if (upload === undefined) return { ...(await filesOfTeacher(db, params.id)), added: null };
  const checked = await checkedPlanFile(upload, 'file');
  return db.inTransaction(async (tx) => {
    await lockPerson(tx, params.id);
    await makeRoom(tx, params.id, checked, now);
    const [row] = await tx.query<{ id: string }>(sql`
      insert into plan_files (teacher_id, uploaded_by_id, name, content_type, size, bytes, created_at, used_at)
      values (${params.id}, ${actor.id}, ${checked.name}, ${checked.contentType}, ${checked.bytes.length},
        ${checked.bytes}, ${now}, ${now}) returning id`);
    return { ...(await filesOfTeacher(tx, params.id)), added: row?.id ?? null };
  });
}

/** Deletes the teacher's files that no class needs anymore, least recently used first, until the new file fits. */
async function makeRoom(tx: Tx, teacherId: number, { bytes }: CheckedFile, now: Date): Promise<void> {
  const fits = ({ files, used }: { files: readonly unknown[]; used: number }) =>
    used + bytes.length <= planLimits.teacher && files.length < planLimits.kept;
  let kept = await filesOfTeacher(tx, teacherId);
  if (fits(kept)) return;
  const unneeded = await tx.query<{ id: string }>(sql`select f.id from plan_files f where f.teacher_id = ${teacherId}
    and f.used_at < ${new Date(now.getTime() - planLimits.unusedMs)} and not ${isNeeded(now)}
      order by f.used_at, f.id`);
  for (const { id } of unneeded) {
    await tx.execute(sql`delete from plan_files where id = ${id}::uuid`);
    kept = await filesOfTeacher(tx, teacherId);
    if (fits(kept)) return;
  }
  throw new Refused('too_large', planFileSentences.noRoom, { fields: { file: planFileSentences.noRoom } });
}
