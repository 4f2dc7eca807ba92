import type { SessionUser } from '#contract/session.ts';
import type { Role } from '#domain/role.ts';
import { rememberDevice, setDeviceCookie } from '#server/features/accounts/devices.ts';
import { type Account, stillHas } from '#server/features/accounts/queries.ts';
import { hasSecondFactor } from '#server/features/second-factor/queries.ts';
import type { Tx } from '#server/db/database.ts';
import type { Call } from '#server/http/route.ts';
import { beginSession, endSessionOfAnother, readPerson, setSessionCookie } from '#server/http/session.ts';

type EnteringCall = Pick<Call, 'config' | 'request' | 'now'>;

/** What the browser gets of somebody who comes in: a session, and by what their device is known (null: it has that already). */
export type Cookies = { session: string; role: Role; device: string | null };

/** Begins a session for somebody on this browser, in place of another person's, and remembers the device. */
export async function enter(
  tx: Tx,
  call: EnteringCall,
  userId: number,
): Promise<{ user: SessionUser; cookies: Cookies }> {
  const { config, request, now } = call;
  await endSessionOfAnother(tx, request, config, userId);
  const session = await beginSession(tx, userId, request.headers['user-agent'] ?? null, now);
  const { user } = await readPerson(tx, userId, config);
  return { user, cookies: { session, role: user.role, device: await rememberDevice(tx, call, userId) } };
}

/** Why somebody was not let in after all: the password has changed since it was looked at, or a code is asked for by now. */
type Overtaken = 'password' | 'code';

/**
 * The same for somebody whose password was right. What was looked at before is asked once more under a lock: looking at a
 * password takes its time, and it may have been set anew meanwhile.
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

/** Gives the browser what it gets, once it is committed. */
export function handCookies({ reply, config }: Pick<Call, 'reply' | 'config'>, cookies: Cookies): void {
  setSessionCookie(reply, config, cookies.session, cookies.role);
  if (cookies.device !== null) setDeviceCookie(reply, config, cookies.device);
}
