import type { notifySubstitutes as notifyCall } from '#contract/vacancy-staff.ts';
import type { Tx } from '#server/db/database.ts';
import { substitutesOfSchool } from '#server/features/vacancies/candidates/eligible.ts';
import { offerToEveryone } from '#server/features/vacancies/dispatch/dispatch.ts';
import { offer } from '#server/features/vacancies/dispatch/offer.ts';
import { plannedMove } from '#server/features/vacancies/vacancy/move.ts';
import { countAttempt } from '#server/http/limits.ts';
import { wrongField } from '#server/core/refused.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';

/** Rounds for one vacancy per day, and by one sender per hour for all their vacancies. */
const rounds = { ofVacancyPerDay: 10, ofSenderPerHour: 60 };

/**
 * Notifies substitutes of an open vacancy again: the named ones, or all, if eligible. Of a vacancy that is offered in
 * waves, it notifies everyone whom they haven't reached yet.
 *
 * @throws {Refused} too_many_requests if the vacancy or the caller has reached the limit of rounds.
 */
export async function notifySubstitutes(call: CallInTx<typeof notifyCall>, tx: Tx): ReplyTo<typeof notifyCall> {
  const { actor, now, body } = call;
  const { before: row } = await plannedMove(tx, call, {
    id: call.params.id,
    action: 'vacancy.notify',
    event: { type: 'notify' },
  });
  const named = body.substituteIds ?? [];
  const known = await substitutesOfSchool(tx, named, row.schoolId);
  if (named.some((id) => !known.has(id)))
    throw wrongField('substituteIds', 'Choose approved substitutes of your school.');
  await countAttempt(tx, { key: `rounds-of:${row.id}`, most: rounds.ofVacancyPerDay, windowSeconds: 86_400 }, now);
  await countAttempt(tx, { key: `rounds-by:${actor.id}`, most: rounds.ofSenderPerHour, windowSeconds: 3600 }, now);
  // If waves are under way, a round to everyone ends the waiting: it reaches those who haven't been notified yet.
  const waiting = named.length === 0 ? await offerToEveryone(tx, call, row, body.sendSMS) : null;
  if (waiting !== null) return { notified: waiting, emailsSent: 0, smsSent: 0 };
  return offer(tx, call, row, { among: named, sendEmail: body.sendEmail, sendSms: body.sendSMS });
}
