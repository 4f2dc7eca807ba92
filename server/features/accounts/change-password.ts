import type { changeOwnPassword } from '#contract/accounts.ts';
import { personLimits } from '#domain/person.ts';
import { hashPassword, refuseWeakPassword } from '#server/security/passwords.ts';
import { stillHas } from '#server/features/accounts/queries.ts';
import { accountWithPassword, setPassword } from '#server/features/accounts/commands.ts';
import { notifyOfSecurityEvent } from '#server/features/second-factor/commands.ts';
import { hasSecondFactor } from '#server/features/second-factor/queries.ts';
import { keyOfAccount } from '#server/http/caller.ts';
import { type Refused, wrongField } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { noteSecurity } from '#server/security/events.ts';
import { currentSession, refuseUnprovedIdentity } from '#server/http/session.ts';
import { endSessionsOf } from '#server/security/sessions.ts';

/**
 * Changes the caller's password. Requires the current one and, with a second factor, a recent code. Ends all other
 * sessions.
 */
export async function changePassword(call: Call<typeof changeOwnPassword>): ReplyTo<typeof changeOwnPassword> {
  const { db, body, now, actor } = call;
  const { tokenHash, user } = currentSession(call);
  if (await hasSecondFactor(db, actor.id)) refuseUnprovedIdentity(call);
  const account = await accountWithPassword(call, body.currentPassword, notCurrent());
  refuseWeakPassword(body.password, account, personLimits.password.min);
  const passwordHash = await hashPassword(body.password, keyOfAccount(actor.id));
  await db.inTransaction(async (tx) => {
    if (!(await stillHas(tx, account))) throw notCurrent();
    await setPassword(tx, actor.id, passwordHash, false, now);
    await endSessionsOf(tx, actor.id, tokenHash);
    await notifyOfSecurityEvent(tx, call, user, 'password_changed');
  });
  noteSecurity(call.request, 'password_changed', actor.id);
}

function notCurrent(): Refused {
  return wrongField('currentPassword', "This isn't your current password.");
}
