import type { login } from '#contract/accounts.ts';
import { normalizeUsername } from '#domain/person.ts';
import type { Role } from '#domain/role.ts';
import { fitsPassword, refuseIfTooManySignIns } from '#server/security/passwords.ts';
import { countGuess, forgetGuesses, knownDevice } from '#server/features/accounts/devices.ts';
import { enterByPassword, handCookies } from '#server/features/accounts/enter.ts';
import { type Account, findAccount } from '#server/features/accounts/queries.ts';
import { takeCode, notifyOfSecurityEvent } from '#server/features/second-factor/commands.ts';
import { hasSecondFactor } from '#server/features/second-factor/queries.ts';
import { networkOfCaller } from '#server/http/address.ts';
import { countAttempt, countFromNetwork, forgetAttempts } from '#server/http/limits.ts';
import { Refused } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { noteSecurity, noteSignIn } from '#server/security/events.ts';

/** Sign-in attempts per minute from one address, right or wrong. An entire staff room may share one. */
const signInsPerAddress = 300;

type SignIn = Call<typeof login>;

/** Who can enable a disabled account of each role. */
const enablers: Record<Role, string> = {
  teacher: 'your school administrator',
  substitute: 'your school administrator',
  school_admin: 'the platform owner',
  overall_admin: 'another platform owner',
};

/**
 * Signs in. Neither the reply nor its timing reveals whether the account doesn't exist or the password is wrong.
 * Attempts from one network at one account are limited, and no stranger can lock a person out of a device on which they
 * registered or signed in before.
 */
export async function signIn(call: SignIn): ReplyTo<typeof login> {
  const { db, request } = call;
  const account = await accountOfPassword(call);
  if (!account.isActive)
    throw new Refused('account_disabled', `This account is disabled. Ask ${enablers[account.role]}.`);
  const takesCode = await hasSecondFactor(db, account.id);
  if (takesCode) await refuseWithoutCode(call, account);
  const entered = await db.inTransaction((tx) => enterByPassword(tx, call, account, { gaveCode: takesCode }));
  if (entered === 'password') throw wrongCredentials(call, account.id);
  if (entered === 'code') throw codeIsMissing();
  handCookies(call, entered.cookies);
  noteSignIn(request, account.id, takesCode ? 'password_and_code' : 'password');
  return entered.user;
}

/** Returns the account whose password was given. */
async function accountOfPassword(call: SignIn): Promise<Account> {
  const { db, config, body, now, request } = call;
  refuseIfTooManySignIns(networkOfCaller(request));
  const username = normalizeUsername(body.username);
  const account = await findAccount(db, username);
  const device = await knownDevice(db, request, config, account?.id ?? 0);
  // A known device of the owner has its own count, which other people on its network can't use up.
  const tries = {
    key: device === null ? `sign-in:${networkOfCaller(request)}:${username}` : `sign-in:${device.toString('hex')}`,
    most: config.LOGIN_ATTEMPTS_PER_MINUTE,
    windowSeconds: 60,
  };
  if (device === null) await countFromNetwork(call, { key: 'sign-ins', most: signInsPerAddress, windowSeconds: 60 });
  // Counts before verifying, so parallel attempts all count.
  await countAttempt(db, tries, now);
  const guess = await countGuess(db, device, account?.id ?? 0);
  const compared = guess.isBorne ? (account?.passwordHash ?? null) : null;
  const fits = await fitsPassword(compared, body.password, networkOfCaller(request));
  if (!fits || account === null) {
    if (guess.isLast && account !== null)
      await db.inTransaction((tx) => notifyOfSecurityEvent(tx, call, account, 'guessed_at'));
    throw wrongCredentials(call, account?.id ?? null);
  }
  await forgetAttempts(db, tries.key);
  await forgetGuesses(db, account.id);
  return account;
}

async function refuseWithoutCode(call: SignIn, account: Account): Promise<void> {
  const { db, body, request } = call;
  if (body.otp === undefined) throw codeIsMissing();
  if (await takeCode(db, call, account, body.otp)) return;
  noteSecurity(request, 'wrong_code', account.id);
  const sentence = 'This code is wrong or was already used.';
  throw new Refused('wrong_code', sentence, { fields: { otp: sentence } });
}

function wrongCredentials({ request }: SignIn, accountId: number | null): Refused {
  noteSecurity(request, 'sign_in_failed', accountId);
  return new Refused('wrong_credentials', 'Invalid username or password.');
}

function codeIsMissing(): Refused {
  return new Refused('second_factor_required', 'Enter the code from your authenticator app as well.');
}
