import type { getPlanFile } from '#contract/plans.ts';
import { classWithFile, contentOf, planFileOf } from '#server/features/plans/queries.ts';
import { logReading, type Reading } from '#server/features/plans/readings.ts';
import { found, notFound } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { sendFile } from '#server/http/send-file.ts';

/**
 * Serves a file with plans to its teacher, the admins of their school, and the substitute who is booked for a class with
 * it, until the class ends. Everyone else gets 404. Each reading by anyone but the teacher is logged.
 */
export async function servePlanFile(call: Call<typeof getPlanFile>): ReplyTo<typeof getPlanFile> {
  const { db, params, query, reply } = call;
  const reading = await readingOf(call);
  if (reading === 'none') throw notFound('file');
  const file = found(await contentOf(db, params.id), 'file');
  if (reading !== 'own') await logReading(call, reading);
  reply.header('cache-control', 'private, no-store').header('vary', 'cookie');
  return sendFile(reply, file, { download: query.download === true });
}

/** Returns how the caller may read the file: as its teacher, in a way that is logged, or not at all. */
async function readingOf({ db, actor, params, now }: Call<typeof getPlanFile>): Promise<Reading | 'own' | 'none'> {
  const act = 'plan_file.read';
  if (actor.role === 'substitute') {
    const planned = await classWithFile(db, params.id, actor.id, now);
    return planned === null ? 'none' : { act, vacancyId: planned.id, schoolId: planned.schoolId, file: params.id };
  }
  const file = await planFileOf(db, params.id);
  if (file === null || actor.schoolId === null || file.schoolId !== actor.schoolId) return 'none';
  if (file.teacherId === actor.id) return 'own';
  return actor.role === 'school_admin'
    ? { act, teacherId: file.teacherId, schoolId: file.schoolId, file: params.id }
    : 'none';
}
