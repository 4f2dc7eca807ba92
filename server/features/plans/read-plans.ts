import type { openStudentDetails } from '#contract/emergency-plan.ts';
import type { getPlanFile, getPlans } from '#contract/plans.ts';
import { isDayOf, usesEmergencyPlan } from '#domain/plans.ts';
import { found, notFound, Refused } from '#server/core/refused.ts';
import { plannedClass } from '#server/features/plans/planned-class.ts';
import {
  classWithFile,
  contentOf,
  emergencyPlanOf,
  planFileOf,
  planFilesIn,
  studentDetailsOf,
} from '#server/features/plans/queries.ts';
import { logReading, type Reading } from '#server/features/plans/readings.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { sendFile } from '#server/http/send-file.ts';

/** Returns the plans of a class. A substitute's reading is logged. */
export async function plansOf(call: Call<typeof getPlans>): ReplyTo<typeof getPlans> {
  const { db, actor, now } = call;
  const row = await plannedClass(call);
  const files = await planFilesIn(db, row.planFileIds, row.teacherId);
  const { fileIds, version, hasStudentDetails, routines, seating, people } = await emergencyPlanOf(db, row.teacherId);
  const isGiven = usesEmergencyPlan(row) && version > 0;
  const emergencyFiles = isGiven ? await planFilesIn(db, fileIds, row.teacherId) : [];
  if (actor.role === 'substitute')
    await logReading(call, { act: 'plans.read', vacancyId: row.id, schoolId: row.schoolId });
  return {
    link: row.googleDocLink,
    files,
    emergencyPlan: isGiven ? { routines, seating, people, files: emergencyFiles } : null,
    studentDetails: !hasStudentDetails ? 'none' : isDayOf(row, now) ? 'now' : 'later',
    readableUntil: row.endsAt.toISOString(),
  };
}

/**
 * Returns the student details for a class, for its booked substitute, on the day of the class until it ends.
 *
 * @throws {Refused} details_early before that day by the school's date.
 */
export async function openDetails(call: Call<typeof openStudentDetails>): ReplyTo<typeof openStudentDetails> {
  const { db, now } = call;
  const row = await plannedClass(call);
  if (!isDayOf(row, now))
    throw new Refused('details_early', 'You can open the student details on the day of the class.');
  const words = await studentDetailsOf(db, row.teacherId);
  if (words === '') throw notFound('text');
  await logReading(call, { act: 'student_details.read', vacancyId: row.id, schoolId: row.schoolId });
  return { words };
}

/**
 * Serves a file with plans to its teacher, the admins of their school, and the substitute who is booked for a class
 * with it, until the class ends. Everyone else gets 404. Each reading by anyone but the teacher is logged.
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
