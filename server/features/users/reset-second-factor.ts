import type { resetSecondFactor } from '#contract/second-factor.ts';
import { can } from '#domain/permissions.ts';
import { audit } from '#server/db/audit.ts';
import { dropSecondFactor, notifyOfSecurityEvent } from '#server/features/second-factor/commands.ts';
import { concerned, lockPerson, subjectOf } from '#server/features/users/queries.ts';
import { found, notAllowed } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { currentSession, refuseUnprovedIdentity } from '#server/http/session.ts';
import { endSessionsOf } from '#server/security/sessions.ts';

/**
 * Turns off the second factor of a person who lost their phone and recovery codes, ends their sessions and notifies
 * them. The password stays, so this doesn't let the person who resets it sign in.
 */
export async function resetSomebodysSecondFactor(
  call: Call<typeof resetSecondFactor>,
): ReplyTo<typeof resetSecondFactor> {
  const { db, actor, body } = call;
  refuseUnprovedIdentity(call);
  return db.inTransaction(async (tx) => {
    await lockPerson(tx, body.userId);
    const person = found(await concerned(tx, actor, body.userId), 'person');
    if (!can(actor, 'user.resetSecondFactor', subjectOf(person)))
      throw notAllowed("You can't reset this account's second factor. The platform owner can.");
    if (!(await dropSecondFactor(tx, person.id))) return;
    await endSessionsOf(tx, person.id);
    const schoolId = person.role === 'substitute' ? actor.schoolId : person.schoolId;
    await audit(tx, call, { act: 'user.reset_second_factor', subject: ['user', person.id], schoolId });
    await notifyOfSecurityEvent(tx, call, person, 'second_factor_reset', { by: currentSession(call).user.fullName });
  });
}
