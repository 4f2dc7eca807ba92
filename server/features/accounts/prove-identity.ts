import type { confirmIdentity, endSecondFactor } from '#contract/second-factor.ts';
import { accountWithPassword } from '#server/features/accounts/commands.ts';
import { type Account, stillHas } from '#server/features/accounts/queries.ts';
import { dropSecondFactor, takeCode, notifyOfSecurityEvent } from '#server/features/second-factor/commands.ts';
import { hasSecondFactor } from '#server/features/second-factor/queries.ts';
import { notFound, Refused, wrongField } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { currentSession } from '#server/http/session.ts';
import { markProved } from '#server/security/sessions.ts';
import { noteSecurity } from '#server/security/events.ts';

type Proof = { password: string; otp?: string | undefined };

/** Confirms that the session's user is present. */
export async function proveIdentity(call: Call<typeof confirmIdentity>): ReplyTo<typeof confirmIdentity> {
  await refuseWrongProof(call, call.body);
  await markProved(call.db, currentSession(call), call.now);
}

/** Turns the second factor off. */
export async function turnOff(call: Call<typeof endSecondFactor>): ReplyTo<typeof endSecondFactor> {
  const { db, actor, body } = call;
  if (!(await hasSecondFactor(db, actor.id))) throw notFound('second factor');
  const account = await refuseWrongProof(call, body);
  await db.inTransaction(async (tx) => {
    if (!(await stillHas(tx, account))) throw wrongPassword();
    if (await dropSecondFactor(tx, actor.id))
      await notifyOfSecurityEvent(tx, call, currentSession(call).user, 'second_factor_off');
  });
  noteSecurity(call.request, 'second_factor_off', actor.id);
}

/** @throws {Refused} bad_input at the field at fault, second_factor_required, too_many_requests */
async function refuseWrongProof(
  call: Call<typeof confirmIdentity> | Call<typeof endSecondFactor>,
  { password, otp }: Proof,
): Promise<Account> {
  const { db, actor } = call;
  const account = await accountWithPassword(call, password, wrongPassword());
  if (!(await hasSecondFactor(db, actor.id))) return account;
  if (otp === undefined)
    throw new Refused('second_factor_required', 'Enter the code from your authenticator app as well.');
  if (!(await takeCode(db, call, currentSession(call).user, otp))) {
    noteSecurity(call.request, 'wrong_code', actor.id);
    throw wrongField('otp', 'This code is wrong or was already used.');
  }
  return account;
}

function wrongPassword(): Refused {
  return wrongField('password', "This isn't your password.");
}
