import type { openStudentDetails } from '#contract/emergency-plan.ts';
import { isDayOf } from '#domain/plans.ts';
import { plannedClass } from '#server/features/plans/planned-class.ts';
import { studentDetailsOf } from '#server/features/plans/queries.ts';
import { logReading } from '#server/features/plans/readings.ts';
import { notFound, Refused } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

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
