import type { login } from '#contract/accounts.ts';
import type { ReplyInput } from '#contract/endpoint.ts';
import { normalizeUsername } from '#domain/person.ts';
import { fitsPassword } from '#server/security/passwords.ts';
import { countGuess, forgetGuesses, rememberDevice } from '#server/features/accounts/devices.ts';
import { type Account, findAccount } from '#server/features/accounts/queries.ts';
import { takeCode, tellOfSecurity } from '#server/features/second-factor/consequences.ts';
import { hasSecondFactor } from '#server/features/second-factor/queries.ts';
import { networkOfCaller } from '#server/http/address.ts';
import { countAttempt, forgetAttempts, refuseWhenExhausted } from '#server/http/limits.ts';
import { Refused } from '#server/http/refused.ts';
import type { Call } from '#server/http/route.ts';
import { beginSession, endSessionOfAnother, readPerson, setSessionCookie } from '#server/http/session.ts';
import { noteSecurity, noteSignIn } from '#server/security/events.ts';

/** Sign-ins from one address, right or wrong, in a minute: a whole staff room signs in from one. */
const signInsPerAddress = 300;

type SignIn = Call<typeof login>;

/**
 * Signs in. The answer, and the time it takes, are the same whether the account does not exist or the
 * password is wrong; failures of the same address at the same account slow it down, and no stranger can lock
 * somebody out of the devices on which they have signed in before.
 */
export async function signIn(call: SignIn): Promise<ReplyInput<typeof login>> {
  const { db, config, now, request } = call;
  const account = await accountOfPassword(call);
  if (!account.isActive)
    throw new Refused('account_disabled', 'This account is disabled. Please ask your school administrator.');
  const takesCode = await hasSecondFactor(db, account.id);
  if (takesCode) await refuseWithoutCode(call, account);
  await endSessionOfAnother(db, request, config, account.id);
  const token = await beginSession(db, account.id, request.headers['user-agent'] ?? null, now);
  const { user } = await readPerson(db, account.id, config);
  setSessionCookie(call.reply, config, token, user.role);
  await rememberDevice(db, call, account.id);
  noteSignIn(request, account.id, takesCode ? 'password_and_code' : 'password');
  return user;
}

/** The account whose password was given. */
async function accountOfPassword(call: SignIn): Promise<Account> {
  const { db, config, body, now, request } = call;
  const username = normalizeUsername(body.username);
  const failures = {
    key: `sign-in:${networkOfCaller(request)}:${username}`,
    most: config.LOGIN_ATTEMPTS_PER_MINUTE,
    windowSeconds: 60,
  };
  await countAttempt(
    db,
    { key: `sign-ins:${networkOfCaller(request)}`, most: signInsPerAddress, windowSeconds: 60 },
    now,
  );
  await refuseWhenExhausted(db, failures, now);
  const account = await findAccount(db, username);
  const guess = await countGuess(db, request, config, account?.id ?? 0);
  const fits = await fitsPassword(guess.isBorne ? (account?.passwordHash ?? null) : null, body.password);
  if (!fits || account === null) {
    await countAttempt(db, { ...failures, most: Number.MAX_SAFE_INTEGER }, now);
    if (guess.isLast && account !== null)
      await db.inTransaction((tx) => tellOfSecurity(tx, call, account, 'guessed_at'));
    noteSecurity(request, 'sign_in_failed', account?.id ?? null);
    throw new Refused('wrong_credentials', 'Invalid username or password.');
  }
  await forgetAttempts(db, failures.key);
  await forgetGuesses(db, account.id);
  return account;
}

async function refuseWithoutCode(call: SignIn, account: Account): Promise<void> {
  const { db, body, request } = call;
  if (body.otp === undefined)
    throw new Refused('second_factor_required', 'Enter the code of your authenticator app as well.');
  if (await takeCode(db, call, account, body.otp)) return;
  noteSecurity(request, 'wrong_code', account.id);
  const sentence = 'This code is wrong, or was used before.';
  throw new Refused('wrong_code', sentence, { fields: { otp: sentence } });
}
