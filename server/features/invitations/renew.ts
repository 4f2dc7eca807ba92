import type { ReplyInput } from '#contract/endpoint.ts';
import type { renewInvitation } from '#contract/invitations.ts';
import { can } from '#domain/permissions.ts';
import { audit } from '#server/audit.ts';
import { invitePeople, ownSchool } from '#server/features/invitations/invite.ts';
import { lockPerson, subjectOf, visiblePerson } from '#server/features/users/queries.ts';
import { notAllowed, notFound, Refused } from '#server/http/refused.ts';
import type { Call } from '#server/http/route.ts';

/**
 * Invites somebody once more whose invitation was lost or is over.
 *
 * @throws {Refused} has_password where they have chosen one, or were given one.
 */
export async function inviteAgain(call: Call<typeof renewInvitation>): Promise<ReplyInput<typeof renewInvitation>> {
  const { db, actor, params, body, now } = call;
  return db.inTransaction(async (tx) => {
    await lockPerson(tx, params.id);
    const person = await visiblePerson(tx, actor, params.id);
    if (person === null) throw notFound('person');
    if (!can(actor, 'user.invite', subjectOf(person)) || (person.role !== 'teacher' && person.role !== 'substitute'))
      throw notAllowed();
    if (person.invitedUntil === null)
      throw new Refused('has_password', `${person.fullName} has a password already. You can reset it.`);
    const school = ownSchool(call);
    const { fullName, username, email, role } = person;
    const { mailed, slips } = await invitePeople(
      tx,
      call,
      school,
      [{ userId: person.id, fullName, username, email, role }],
      { onPaper: body.onPaper },
    );
    await audit(
      tx,
      {
        actorId: actor.id,
        act: 'user.invite',
        subjectType: 'user',
        subjectId: person.id,
        schoolId: school.id,
        detail: { role },
      },
      now,
    );
    return { mailed: mailed > 0, slip: slips[0] ?? null };
  });
}
