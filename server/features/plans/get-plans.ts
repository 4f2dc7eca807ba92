import type { getPlans } from '#contract/plans.ts';
import { isDayOf, usesEmergencyPlan } from '#domain/plans.ts';
import { plannedClass } from '#server/features/plans/planned-class.ts';
import { emergencyPlanOf, planFilesIn } from '#server/features/plans/queries.ts';
import { logReading } from '#server/features/plans/readings.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

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
