import type { joinWithInvitation } from '#contract/invitations.ts';
import { countTry, notValid } from '#server/features/invitations/accept.ts';
import { invitationOf, lockInvitation } from '#server/features/invitations/queries.ts';
import { holdDistricts, mergeInvited, mergeInvitedTeacher } from '#server/features/users/commands.ts';
import { notAllowed } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';

/**
 * A person who already has an account uses an invitation for it: the inviting school is added to a substitute's
 * account, a teacher's account moves to it, and the account that the school made is deleted. Until this moment, the
 * school learns nothing about them.
 *
 * @throws {Refused} not_allowed if the invitation is for the other role; has_absences if a teacher is still absent
 * somewhere else.
 */
export async function joinWithOwnAccount(call: Call<typeof joinWithInvitation>): ReplyTo<typeof joinWithInvitation> {
  const { db, params, actor, now } = call;
  await countTry(call);
  return db.inTransaction(async (tx) => {
    await holdDistricts(tx, 'shared');
    await lockInvitation(tx, params.code);
    const invitation = await invitationOf(tx, params.code, now);
    if (invitation === null || invitation.userId === actor.id) throw await notValid(tx, params.code, now);
    if (invitation.role !== actor.role)
      throw notAllowed(
        `This invitation is for a ${invitation.role}'s account. It can't be used with a ${actor.role}'s account.`,
      );
    const merge = actor.role === 'teacher' ? mergeInvitedTeacher : mergeInvited;
    const isApproved = await merge(tx, call, invitation.userId);
    return { schoolName: invitation.schoolName, isApproved };
  });
}
