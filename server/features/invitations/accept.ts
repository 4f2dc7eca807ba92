import type { acceptInvitation, getInvitation } from '#contract/invitations.ts';
import { personLimits } from '#domain/person.ts';
import { enter, handCookies } from '#server/features/accounts/commands.ts';
import { setPassword } from '#server/features/accounts/commands.ts';
import { hasExpired, invitationOf, lockInvitation } from '#server/features/invitations/queries.ts';
import type { Queryable } from '#server/db/database.ts';
import { networkOfCaller } from '#server/http/address.ts';
import { countFromNetwork } from '#server/http/limits.ts';
import { Refused } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { noteSignIn } from '#server/security/events.ts';
import { hashPassword, refuseWeakPassword } from '#server/security/passwords.ts';

/** Attempts per minute from one address, which a staff room may share. A code has 79 bits. */
const triesPerMinute = 100;

/** Returns the account that a code is for. */
export async function showInvitation(call: Call<typeof getInvitation>): ReplyTo<typeof getInvitation> {
  await countTry(call);
  const invitation = await invitationOf(call.db, call.params.code, call.now);
  if (invitation === null) throw await notValid(call.db, call.params.code, call.now);
  const { userId: _id, expiresAt, ...shown } = invitation;
  return { ...shown, expiresAt: expiresAt.toISOString() };
}

/** Sets the account's first password, signs in, and ends the invitation. */
export async function useInvitation(call: Call<typeof acceptInvitation>): ReplyTo<typeof acceptInvitation> {
  const { db, params, body, now, request } = call;
  await countTry(call);
  const invited = await invitationOf(db, params.code, now);
  if (invited === null) throw await notValid(db, params.code, now);
  refuseWeakPassword(body.password, invited, personLimits.password.min);
  const passwordHash = await hashPassword(body.password, networkOfCaller(request));
  const { user, cookies } = await db.inTransaction(async (tx) => {
    await lockInvitation(tx, params.code);
    const invitation = await invitationOf(tx, params.code, now);
    if (invitation === null) throw await notValid(tx, params.code, now);
    await setPassword(tx, invitation.userId, passwordHash, false, null);
    return enter(tx, call, invitation.userId);
  });
  handCookies(call, cookies);
  noteSignIn(request, user.id, 'invitation');
  return user;
}

/** Counts an attempt with a code from the caller's network. */
export function countTry(call: Pick<Call, 'db' | 'request' | 'now'>): Promise<void> {
  return countFromNetwork(call, { key: 'invitation', most: triesPerMinute, windowSeconds: 60 });
}

/** The code has expired, was used, or never existed. */
export async function notValid(db: Queryable, code: string, now: Date): Promise<Refused> {
  return new Refused(
    'not_found',
    (await hasExpired(db, code, now))
      ? 'This invitation has expired. Ask your school for a new one.'
      : "This invitation was used or replaced, or its code has a typo. If you've used it, sign in with your password. Otherwise, ask your school for a new one.",
  );
}
