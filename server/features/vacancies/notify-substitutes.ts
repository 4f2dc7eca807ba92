import type { ReplyInput } from '#contract/endpoint.ts';
import type { notifySubstitutes as notifyCall } from '#contract/vacancy-moves.ts';
import { can } from '#domain/permissions.ts';
import { transition } from '#domain/vacancy.ts';
import type { Tx } from '#server/db/database.ts';
import { substitutesOfSchool } from '#server/features/vacancies/eligible.ts';
import { offer } from '#server/features/vacancies/offer.ts';
import { lockedVacancy } from '#server/features/vacancies/store.ts';
import { countAttempt } from '#server/http/limits.ts';
import { notAllowed, Refused, wrongField } from '#server/http/refused.ts';
import type { CallInTx } from '#server/http/route.ts';

/** Rounds for one vacancy in a day, and of one person for all of theirs in an hour. */
const rounds = { ofVacancyPerDay: 10, ofSenderPerHour: 60 };

/**
 * Tells substitutes of an open vacancy once more: the named ones, or all, as far as they may take it.
 *
 * @throws {Refused} too_many_requests where the vacancy or the caller has had their rounds.
 */
export async function notifySubstitutes(
  call: CallInTx<typeof notifyCall>,
  tx: Tx,
): Promise<ReplyInput<typeof notifyCall>> {
  const { actor, now, body } = call;
  const row = await lockedVacancy(tx, call.params.id, call);
  if (!can(actor, 'vacancy.notify', row)) throw notAllowed();
  // A round goes out while the vacancy could still be edited.
  const move = transition(row, { type: 'edit' }, now);
  if (!move.ok) throw new Refused(move.refusal.code, move.refusal.sentence);
  const named = body.substituteIds ?? [];
  const known = await substitutesOfSchool(tx, named, row.schoolId);
  if (named.some((id) => !known.has(id)))
    throw wrongField('substituteIds', 'Choose approved substitutes of your school.');
  await countAttempt(tx, { key: `rounds-of:${row.id}`, most: rounds.ofVacancyPerDay, windowSeconds: 86_400 }, now);
  await countAttempt(tx, { key: `rounds-by:${actor.id}`, most: rounds.ofSenderPerHour, windowSeconds: 3600 }, now);
  return offer(tx, call, row, { among: named, sendEmail: body.sendEmail, sendSms: body.sendSMS });
}
