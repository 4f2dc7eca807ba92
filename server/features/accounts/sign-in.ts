import type { login } from '#contract/accounts.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { normalizeUsername } from '#domain/person.ts';
import { fitsPassword } from '#server/security/passwords.ts';
import { findAccount } from '#server/features/accounts/queries.ts';
import { countAttempt, forgetAttempts, refuseWhenExhausted } from '#server/http/limits.ts';
import { Refused } from '#server/http/refused.ts';
import type { Call } from '#server/http/route.ts';
import { beginSession, readPerson, setSessionCookie } from '#server/http/session.ts';

/** Sign-ins from one address, right or wrong, in a minute: a whole staff room signs in from one. */
const signInsPerAddress = 300;

/**
 * Signs in. The answer, and the time it takes, are the same whether the account does not exist or the
 * password is wrong; only failures of the same address at the same account slow it down, so nobody can lock
 * somebody else out.
 */
export async function signIn(call: Call<typeof login>): Promise<ReplyInput<typeof login>> {
  const { db, config, body, now, request } = call;
  const username = normalizeUsername(body.username);
  const failures = { key: `sign-in:${request.ip}:${username}`, most: config.LOGIN_ATTEMPTS_PER_MINUTE, windowSeconds: 60 };
  await countAttempt(db, { key: `sign-ins:${request.ip}`, most: signInsPerAddress, windowSeconds: 60 }, now);
  await refuseWhenExhausted(db, failures, now);
  const account = await findAccount(db, username);
  if (!(await fitsPassword(account?.passwordHash ?? null, body.password)) || account === null) {
    await countAttempt(db, { ...failures, most: Number.MAX_SAFE_INTEGER }, now);
    throw new Refused('wrong_credentials', 'Invalid username or password.');
  }
  if (!account.isActive) throw new Refused('account_disabled', 'This account is disabled. Please ask your school administrator.');
  await forgetAttempts(db, failures.key);
  const token = await beginSession(db, account.id, request.headers['user-agent'] ?? null, now);
  const { user } = await readPerson(db, account.id, config);
  setSessionCookie(call.reply, config, token, user.role);
  return user;
}
