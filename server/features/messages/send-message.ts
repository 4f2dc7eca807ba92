import type { sendMessage } from '#contract/messages.ts';
import { can } from '#domain/permissions.ts';
import type { Tx } from '#server/db/database.ts';
import { factsOfOwnVacancy, senderName, visiblePeople } from '#server/features/messages/queries.ts';
import { insertMessage } from '#server/features/messages/writes.ts';
import { countAttempt } from '#server/http/limits.ts';
import { notAllowed, notFound, wrongField } from '#server/core/refused.ts';
import type { Call, CallInTx, ReplyTo } from '#server/http/route.ts';
import { notify } from '#server/notifications/notify.ts';

/** The maximum number of messages one sender may send in an hour, to any number of people. */
const messages = { most: 100, windowSeconds: 3600 };

/**
 * Counts a message by the caller, before the transaction.
 *
 * @throws {Refused} too_many_requests
 */
export function countMessage({ db, actor, now }: Call<typeof sendMessage>): Promise<void> {
  return countAttempt(db, { key: `messages-by:${actor.id}`, ...messages }, now);
}

/**
 * Sends a message to substitutes of the caller's school. The message and its notifications are one transaction.
 *
 * @throws {Refused} not_found for a recipient or vacancy that the caller may not see; not_allowed for one whom the
 * caller may see but not write to; bad_input if a vacancy would go to an applicant. Then no one gets the message.
 */
export async function sendMessageTo(call: CallInTx<typeof sendMessage>, tx: Tx): ReplyTo<typeof sendMessage> {
  const { actor, body, now } = call;
  const recipientIds = [...new Set(body.recipients)];
  const { schoolId } = actor;
  const people = schoolId === null ? [] : await visiblePeople(tx, actor, recipientIds);
  if (schoolId === null || people.length < recipientIds.length) throw notFound('substitute');
  if (!people.every((person) => can(actor, 'message.send', person)))
    throw notAllowed("You can't send a message to one of these people.");

  const vacancyId = body.vacancyId ?? null;
  const vacancy = vacancyId === null ? null : await factsOfOwnVacancy(tx, actor, vacancyId);
  if (vacancyId !== null && vacancy === null) throw notFound('vacancy');

  if (vacancy !== null && !people.every((person) => person.workSchoolIds.includes(schoolId)))
    throw wrongField('recipients', 'You can send a vacancy only to substitutes who work at your school.');

  const { subject, message, isUrgent } = body;
  const id = await insertMessage(
    tx,
    { schoolId, senderId: actor.id, subject, body: message, vacancyId, isUrgent, recipientIds },
    now,
  );
  const { notified, emailsSent, smsSent } = await notify(tx, call, {
    kind: 'message',
    cause: `message:${id}`,
    recipients: recipientIds,
    facts: { to: 'substitute', sender: await senderName(tx, actor.id), subject, body: message, isUrgent, vacancy },
    schoolId,
    vacancyId,
    messageId: id,
    isUrgent,
    sendSms: isUrgent,
  });
  return { id, recipients: notified, emailsSent, smsSent };
}
