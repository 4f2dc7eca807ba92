import type { SessionUser } from '#contract/session.ts';
import type { Role } from '#domain/role.ts';
import { rememberDevice, setDeviceCookie } from '#server/features/accounts/devices.ts';
import { type Account, stillHas } from '#server/features/accounts/queries.ts';
import { hasSecondFactor } from '#server/features/second-factor/queries.ts';
import type { Tx } from '#server/db/database.ts';
import type { Call } from '#server/http/route.ts';
import { beginSession, readPerson } from '#server/security/sessions.ts';
import { endSessionOfAnother, setSessionCookie } from '#server/http/session.ts';

type EnteringCall = Pick<Call, 'config' | 'request' | 'now'>;

/**
 * The browser's credentials after sign-in: a session token, and the value of its device cookie (null if it already has
 * it).
 */
export type Cookies = { session: string; role: Role; device: string | null };

/** Starts a session in this browser, ends another person's session there, and remembers the device. */
export async function enter(
  tx: Tx,
  call: EnteringCall,
  userId: number,
): Promise<{ user: SessionUser; cookies: Cookies }> {
  const { config, request, now } = call;
  await endSessionOfAnother(tx, request, config, userId);
  const session = await beginSession(tx, userId, request.headers['user-agent'] ?? null, now);
  const { user } = await readPerson(tx, userId, config, now);
  return { user, cookies: { session, role: user.role, device: await rememberDevice(tx, call, userId) } };
}

/**
 * The reasons why a sign-in can still fail after the password was verified: it has changed since, or the account now
 * requires a code.
 */
type Overtaken = 'password' | 'code';

/**
 * Like `enter`, after the password was verified. Verification takes time, so this checks under a lock that neither the
 * password nor the second factor has changed meanwhile.
 */
export async function enterByPassword(
  tx: Tx,
  call: EnteringCall,
  account: Pick<Account, 'id' | 'passwordHash'>,
  { gaveCode }: { gaveCode: boolean },
): Promise<{ user: SessionUser; cookies: Cookies } | Overtaken> {
  if (!(await stillHas(tx, account))) return 'password';
  if (!gaveCode && (await hasSecondFactor(tx, account.id))) return 'code';
  return enter(tx, call, account.id);
}

/** Sets the cookies. Call it after the transaction has committed. */
export function handCookies({ reply, config }: Pick<Call, 'reply' | 'config'>, cookies: Cookies): void {
  setSessionCookie(reply, config, cookies.session, cookies.role);
  if (cookies.device !== null) setDeviceCookie(reply, config, cookies.device);
}
