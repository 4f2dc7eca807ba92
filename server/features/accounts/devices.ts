import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mostFailuresInARow } from '#domain/second-factor.ts';
import type { Config } from '#server/core/config.ts';
import { type Database, type Queryable, sql } from '#server/db/database.ts';
import { hashOfToken } from '#server/security/token-hash.ts';

/**
 * The maximum number of wrong passwords in a row on a known device, after strangers have exhausted the account's own
 * limit.
 */
const mostOnKnownDevice = 20;
/** The maximum number of devices remembered per person. The latest are kept. */
const mostDevices = 20;
/** The maximum number of people remembered per browser. The latest are kept. */
const mostPeople = 5;
const cookieDays = 400;

function cookieName(config: Config): string {
  return config.PUBLIC_URL.startsWith('https:') ? '__Host-firstbell-device' : 'firstbell-device';
}

/** Returns the tokens in this browser's cookie, one for each person who has signed in on it, latest first. */
function tokensOf(request: FastifyRequest, config: Config): string[] {
  return (request.cookies[cookieName(config)] ?? '').split('.').slice(0, mostPeople);
}

/** Returns the token hash of the person's known device that sent this request. Returns null for any other device. */
export async function knownDevice(
  db: Queryable,
  request: FastifyRequest,
  config: Config,
  userId: number,
): Promise<Buffer | null> {
  if (request.cookies[cookieName(config)] === undefined) return null;
  const [known] = await db.query<{ hash: Buffer }>(sql`select token_hash as hash from known_devices
    where token_hash = any(${tokensOf(request, config).map(hashOfToken)}::bytea[]) and user_id = ${userId} limit 1`);
  return known?.hash ?? null;
}

export type Attempt = { isBorne: boolean; isLast: boolean };

/**
 * Counts a sign-in attempt before the password is verified, and returns whether to verify it. An account allows a
 * hundred wrong attempts in a row, however many arrive at once. After that only its owner's known devices may continue,
 * so a stranger can't lock anyone out. The same statements run if there is no such account (`userId` 0), and none waits
 * for the disk, so timing doesn't reveal which accounts exist.
 */
export async function countGuess(db: Database, device: Buffer | null, userId: number): Promise<Attempt> {
  return db.inTransaction(async (tx) => {
    await tx.execute(sql`set local synchronous_commit to off`);
    const [account] = await tx.query<{ failures: number }>(sql`update users set failed_sign_ins = failed_sign_ins + 1
      where id = ${userId} and failed_sign_ins < ${mostFailuresInARow} returning failed_sign_ins as failures`);
    const onDevice = await tx.execute(sql`update known_devices set failures = failures + 1
      where token_hash = ${device} and user_id = ${userId} and failures < ${mostOnKnownDevice}
        and ${account === undefined}`);
    return { isBorne: account !== undefined || onDevice > 0, isLast: account?.failures === mostFailuresInARow };
  });
}

/** The password was correct, so the count starts over. */
export async function forgetGuesses(db: Queryable, userId: number): Promise<void> {
  await db.execute(sql`update users set failed_sign_ins = 0 where id = ${userId} and failed_sign_ins > 0`);
}

/**
 * Remembers that this person signed in on this device, by a token that only the browser has. People who share the
 * device have separate tokens. Returns the new value of the cookie, or null if the browser already has it.
 */
export async function rememberDevice(
  db: Queryable,
  { request, config, now }: { request: FastifyRequest; config: Config; now: Date },
  userId: number,
): Promise<string | null> {
  const tokens = tokensOf(request, config);
  const known = await db.execute(sql`update known_devices set used_at = ${now}, failures = 0
    where token_hash = any(${tokens.map(hashOfToken)}::bytea[]) and user_id = ${userId}`);
  if (known > 0) return null;
  const token = randomBytes(32).toString('base64url');
  await db.execute(sql`insert into known_devices (token_hash, user_id, used_at)
    values (${hashOfToken(token)}, ${userId}, ${now})`);
  await db.execute(sql`delete from known_devices where token_hash in
    (select token_hash from known_devices where user_id = ${userId} order by used_at desc offset ${mostDevices})`);
  return [token, ...tokens.filter((other) => other !== '')].slice(0, mostPeople).join('.');
}

/** Stores the tokens of this device in the browser. */
export function setDeviceCookie(reply: FastifyReply, config: Config, value: string): void {
  reply.setCookie(cookieName(config), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: config.PUBLIC_URL.startsWith('https:'),
    path: '/',
    maxAge: cookieDays * 86_400,
  });
}
