import type { renewInvitation } from '#contract/invitations.ts';
import { can } from '#domain/permissions.ts';
import type { Tx } from '#server/db/database.ts';
import { audit } from '#server/db/audit.ts';
import { invitePeople, ownSchool } from '#server/features/invitations/invite.ts';
import { lockPerson, subjectOf, visiblePerson } from '#server/features/users/queries.ts';
import { isWithin } from '#server/http/limits.ts';
import { found, notAllowed, Refused } from '#server/core/refused.ts';
import type { CallInTx, ReplyTo } from '#server/http/route.ts';

/** How long an emailed invitation has to arrive before another may be sent, in minutes. */
const minutesBetween = 10;

/**
 * Sends a new invitation to a person whose invitation was lost or has expired.
 *
 * @throws {Refused} has_password if they have chosen one, or were given one; too_many_requests if an email went to them
 * minutes ago.
 */
export async function inviteAgain(call: CallInTx<typeof renewInvitation>, tx: Tx): ReplyTo<typeof renewInvitation> {
  const { actor, params, body } = call;
  await lockPerson(tx, params.id);
  const person = found(await visiblePerson(tx, actor, params.id), 'person');
  if (!can(actor, 'user.invite', subjectOf(person)) || (person.role !== 'teacher' && person.role !== 'substitute'))
    throw notAllowed();
  if (person.invitedUntil === null)
    throw new Refused('has_password', `${person.fullName} already has a password. You can reset it.`);
  const school = ownSchool(call);
  const { fullName, username, email, role } = person;
  const isMailed = !body.onPaper && call.config.SMTP_URL !== undefined && email !== null;
  const limit = { key: `invitation-again:${person.id}`, most: 1, windowSeconds: minutesBetween * 60 };
  if (isMailed && !(await isWithin(tx, limit, call.now)))
    throw new Refused(
      'too_many_requests',
      `An invitation was emailed to ${fullName} less than ${minutesBetween} minutes ago. Wait until it arrives, or print a slip.`,
      { retryAfter: minutesBetween * 60 },
    );
  const { mailed, slips } = await invitePeople(
    tx,
    call,
    school,
    [{ userId: person.id, fullName, username, email, role }],
    { onPaper: body.onPaper },
  );
  await audit(tx, call, { act: 'user.invite', subject: ['user', person.id], schoolId: school.id, detail: { role } });
  return { mailed: mailed > 0, slip: slips[0] ?? null };
}
