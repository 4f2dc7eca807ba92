import type { changeOwnPassword } from '#contract/accounts.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { personLimits } from '#domain/person.ts';
import { fitsPassword, hashPassword, refuseWeakPassword } from '#server/security/passwords.ts';
import { accountOf, setPassword } from '#server/features/accounts/queries.ts';
import { countAttempt } from '#server/http/limits.ts';
import { wrongField } from '#server/http/refused.ts';
import { type Call, done } from '#server/http/route.ts';
import { currentSession, endSessionsOf } from '#server/http/session.ts';

/** Changes the own password; whoever else was signed in with the old one is out at once. */
export async function changePassword(call: Call<typeof changeOwnPassword>): Promise<ReplyInput<typeof changeOwnPassword>> {
  const { db, config, body, now, actor } = call;
  const { tokenHash } = currentSession(call);
  await countAttempt(db, { key: `password:${actor.id}`, most: config.LOGIN_ATTEMPTS_PER_MINUTE, windowSeconds: 60 }, now);
  const account = await accountOf(db, actor.id);
  if (account === null || !(await fitsPassword(account.passwordHash, body.currentPassword))) {
    throw wrongField('currentPassword', 'This is not your current password.');
  }
  refuseWeakPassword(body.password, account, personLimits.password.min);
  const passwordHash = await hashPassword(body.password);
  await db.inTransaction(async (tx) => {
    await setPassword(tx, actor.id, passwordHash, false);
    await endSessionsOf(tx, actor.id, tokenHash);
  });
  return done;
}
