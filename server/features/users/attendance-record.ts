import type { getAttendanceRecord } from '#contract/attendance.ts';
import { can } from '#domain/permissions.ts';
import { subjectOf, visiblePerson } from '#server/features/users/queries.ts';
import { attendanceRecordOf } from '#server/features/vacancies/vacancy/queries.ts';
import { found, notAllowed } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** Returns a substitute's no-shows and late arrivals at the caller's school, with their answers. */
export async function attendanceRecord(call: Call<typeof getAttendanceRecord>): ReplyTo<typeof getAttendanceRecord> {
  const { db, actor, params, now } = call;
  const person = found(await visiblePerson(db, actor, params.id), 'person');
  if (!can(actor, 'user.seeAttendance', subjectOf(person))) throw notAllowed();
  return attendanceRecordOf(db, { substituteId: params.id, schoolId: actor.schoolId }, now);
}
