import type { listPlanReadings } from '#contract/plans.ts';
import { audit } from '#server/db/audit.ts';
import { plannedClass } from '#server/features/plans/planned-class.ts';
import { readingsOfClass } from '#server/features/plans/queries.ts';
import { countAttempt } from '#server/http/limits.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** One reading of plans: of a class by its substitute, or of a teacher by an admin. */
export type Reading = {
  act: 'plans.read' | 'plan_file.read' | 'student_details.read';
  schoolId: number;
  file?: string;
} & ({ vacancyId: number } | { teacherId: number });

/** How often one person may open plans in an hour. Each time is logged permanently. */
const readings = { most: 300, windowSeconds: 3600 };

/**
 * Logs a reading of plans before the reader gets them. The audit log can't be changed afterward.
 *
 * @throws {Refused} too_many_requests
 */
export async function logReading(
  { db, actor, now }: Pick<Call, 'db' | 'actor' | 'now'>,
  reading: Reading,
): Promise<void> {
  const { act, schoolId, file } = reading;
  const subject =
    'vacancyId' in reading ? (['vacancy', reading.vacancyId] as const) : (['user', reading.teacherId] as const);
  const detail = {
    ...(file !== undefined && { file }),
    ...('teacherId' in reading && { of: 'teacher' }),
  };
  await countAttempt(db, { key: `plans-read:${actor.id}`, ...readings }, now);
  await db.inTransaction((tx) => audit(tx, { actor, now }, { act, subject, schoolId, detail }));
}

/** Returns the people who opened the plans of a class, for its teacher and the school's admins. */
export async function readingsOf(call: Call<typeof listPlanReadings>): ReplyTo<typeof listPlanReadings> {
  return readingsOfClass(call.db, await plannedClass(call));
}
