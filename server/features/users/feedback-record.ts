import type { getFeedbackRecord } from '#contract/feedback.ts';
import { can } from '#domain/permissions.ts';
import { subjectOf, visiblePerson } from '#server/features/users/queries.ts';
import { feedbackRecordOf } from '#server/features/vacancies/vacancy/queries.ts';
import { found, notAllowed } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/** Returns the feedback on a substitute that counts, from teachers of the caller's school. */
export async function feedbackRecord(call: Call<typeof getFeedbackRecord>): ReplyTo<typeof getFeedbackRecord> {
  const { db, actor, params, now } = call;
  const person = found(await visiblePerson(db, actor, params.id), 'person');
  if (!can(actor, 'user.seeFeedback', subjectOf(person))) throw notAllowed();
  return feedbackRecordOf(db, { substituteId: params.id, schoolId: actor.schoolId }, now);
}
