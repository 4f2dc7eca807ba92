import type { getAttendanceRecord } from '#contract/attendance.ts';
import type { getFeedbackRecord } from '#contract/feedback.ts';
import type { getOfferRecord } from '#contract/offers.ts';
import { can } from '#domain/permissions.ts';
import { defaultTimeZone } from '#domain/school.ts';
import { subjectOf, visiblePerson } from '#server/features/users/queries.ts';
import { attendanceRecordOf, feedbackRecordOf, offerRecordOf } from '#server/features/vacancies/vacancy/queries.ts';
import { found, notAllowed } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

/** Returns a substitute's no-shows and late arrivals at the caller's school, with their answers. */
export async function attendanceRecord(call: Call<typeof getAttendanceRecord>): ReplyTo<typeof getAttendanceRecord> {
  return attendanceRecordOf(call.db, await atCallersSchool(call, 'user.seeAttendance'), call.now);
}

/** Returns the feedback on a substitute that counts, from teachers of the caller's school. */
export async function feedbackRecord(call: Call<typeof getFeedbackRecord>): ReplyTo<typeof getFeedbackRecord> {
  return feedbackRecordOf(call.db, await atCallersSchool(call, 'user.seeFeedback'), call.now);
}

/**
 * Returns the number of vacancies of the caller's school a substitute was notified of this month, and their answers.
 */
export async function offerRecord(call: Call<typeof getOfferRecord>): ReplyTo<typeof getOfferRecord> {
  const whose = await atCallersSchool(call, 'user.seeOffers');
  const timeZone = currentSession(call).user.schools[0]?.timeZone ?? defaultTimeZone;
  return offerRecordOf(call.db, { ...whose, timeZone }, call.now);
}

async function atCallersSchool(
  { db, actor, params }: Call<typeof getAttendanceRecord>,
  action: 'user.seeAttendance' | 'user.seeFeedback' | 'user.seeOffers',
): Promise<{ substituteId: number; schoolId: number | null }> {
  const person = found(await visiblePerson(db, actor, params.id), 'person');
  if (!can(actor, action, subjectOf(person))) throw notAllowed();
  return { substituteId: params.id, schoolId: actor.schoolId };
}
