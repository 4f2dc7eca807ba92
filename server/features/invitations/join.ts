import type { ReplyInput } from '#contract/endpoint.ts';
import type { joinWithInvitation } from '#contract/invitations.ts';
import { countTry, notValid } from '#server/features/invitations/accept.ts';
import { invitationOf, lockInvitation } from '#server/features/invitations/queries.ts';
import { holdDistricts, mergeInvited } from '#server/features/users/commands.ts';
import { notAllowed } from '#server/core/refused.ts';
import type { Call } from '#server/http/route.ts';

/**
 * A substitute who already has an account uses an invitation for it: the inviting school is added to their own account, and
 * the account that the school made is deleted. Until this moment, the school learns nothing about them.
 */
export async function joinWithOwnAccount(
  call: Call<typeof joinWithInvitation>,
): Promise<ReplyInput<typeof joinWithInvitation>> {
  const { db, params, actor, now } = call;
  await countTry(call);
  return db.inTransaction(async (tx) => {
    await holdDistricts(tx, 'shared');
    await lockInvitation(tx, params.code);
    const invitation = await invitationOf(tx, params.code, now);
    if (invitation === null || invitation.userId === actor.id) throw notValid();
    if (invitation.role !== 'substitute')
      throw notAllowed("This invitation is for a teacher's account. It can't be added to a substitute's.");
    const isApproved = await mergeInvited(tx, call, invitation.userId);
    return { schoolName: invitation.schoolName, isApproved };
  });
}
