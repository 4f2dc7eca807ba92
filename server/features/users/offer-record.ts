import type { getOfferRecord } from '#contract/offers.ts';
import { can } from '#domain/permissions.ts';
import { defaultTimeZone } from '#domain/school.ts';
import { subjectOf, visiblePerson } from '#server/features/users/queries.ts';
import { offerRecordOf } from '#server/features/vacancies/vacancy/queries.ts';
import { found, notAllowed } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';

/** Returns the number of vacancies of the caller's school a substitute was notified of this month, and their answers. */
export async function offerRecord(call: Call<typeof getOfferRecord>): ReplyTo<typeof getOfferRecord> {
  const { db, actor, params, now } = call;
  const person = found(await visiblePerson(db, actor, params.id), 'person');
  if (!can(actor, 'user.seeOffers', subjectOf(person))) throw notAllowed();
  const timeZone = currentSession(call).user.schools[0]?.timeZone ?? defaultTimeZone;
  return offerRecordOf(db, { substituteId: params.id, schoolId: actor.schoolId, timeZone }, now);
}
