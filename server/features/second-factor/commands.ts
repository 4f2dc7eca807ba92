import type { Role } from '#domain/role.ts';
import type { SecurityEvent } from '#domain/account-security.ts';
import { mostFailuresInARow } from '#domain/second-factor.ts';
import { type Database, type Queryable, sql, type Tx } from '#server/db/database.ts';
import { standingOf } from '#server/features/second-factor/queries.ts';
import { keyOfAccount } from '#server/http/caller.ts';
import { countAttempt, forgetAttempts } from '#server/http/limits.ts';
import type { Deps } from '#server/http/route.ts';
import { notify } from '#server/notifications/notify.ts';
import { secondFactorKey } from '#server/security/keys.ts';
import { hashOfRecoveryCode } from '#server/security/passwords.ts';
import { unseal } from '#server/security/sealed.ts';
import { stepOfCode } from '#server/security/totp.ts';

/**
 * Wrong codes per account in a quarter of an hour. They count only after the correct password, so a stranger can't lock
 * anyone out.
 */
const wrongCodes = { most: 10, windowSeconds: 900 };

type NotifyContext = Pick<Deps, 'config'> & { now: Date };
type Person = { id: number; role: Role; fullName: string };

/** Notifies a person of a change to how they sign in. */
export async function notifyOfSecurityEvent(
  tx: Tx,
  call: NotifyContext,
  person: Person,
  event: SecurityEvent,
  more: { by?: string; left?: number; about?: string } = {},
): Promise<void> {
  await notify(tx, call, {
    kind: 'account_security',
    cause: `account:${person.id}:${event}:${call.now.getTime()}:${more.left ?? 0}`,
    recipients: [person.id],
    facts: {
      to: person.role,
      name: person.fullName,
      event,
      by: more.by ?? null,
      left: more.left ?? 0,
      about: more.about ?? null,
    },
    schoolId: null,
  });
}

/**
 * Uses a code of a person whose password was correct: from the app, or a recovery code. Each works once. After a
 * hundred wrong ones in a row, only recovery codes still work.
 *
 * @throws {Refused} too_many_requests
 */
export async function takeCode(db: Database, call: NotifyContext, person: Person, code: string): Promise<boolean> {
  const plain = code.replaceAll(/[\s-]/g, '');
  const key = `second-factor:${person.id}`;
  // The attempt is counted before its code is checked, so parallel attempts all count.
  await countAttempt(db, { key, ...wrongCodes }, call.now);
  const taken = /^\d+$/.test(plain)
    ? await takeCodeOfApp(db, person.id, plain, call.now)
    : await takeRecoveryCode(db, call, person, plain);
  if (taken) await forgetAttempts(db, key);
  return taken;
}

/** Uses a code from the app. `isNew` is for one that is being set up. */
export async function takeCodeOfApp(
  db: Queryable,
  userId: number,
  code: string,
  now: Date,
  isNew = false,
): Promise<boolean> {
  const [factor] = await db.query<{ secret: Buffer; failures: number }>(sql`
    update second_factors set failures = failures + 1
    where user_id = ${userId} and (confirmed_at is null) = ${isNew} returning secret, failures`);
  if (factor === undefined || factor.failures > mostFailuresInARow) return false;
  const step = stepOfCode(unseal(await secondFactorKey(db), `user ${userId}`, factor.secret), code, now);
  if (step === null) return false;
  const first = await db.execute(sql`update second_factors set last_step = ${step}, failures = 0
    where user_id = ${userId} and secret = ${factor.secret} and (last_step is null or last_step < ${step})`);
  return first === 1;
}

async function takeRecoveryCode(db: Database, call: NotifyContext, person: Person, code: string): Promise<boolean> {
  const [factor] = await db.query<{ salt: Buffer }>(sql`select recovery_salt as salt from second_factors
    where user_id = ${person.id} and confirmed_at is not null`);
  if (factor === undefined) return false;
  const hash = await hashOfRecoveryCode(code, factor.salt, keyOfAccount(person.id));
  return db.inTransaction(async (tx) => {
    const used = await tx.execute(sql`update recovery_codes set used_at = ${call.now}
      where user_id = ${person.id} and code_hash = ${hash} and used_at is null`);
    if (used === 0) return false;
    await tx.execute(sql`update second_factors set failures = 0 where user_id = ${person.id}`);
    const { left } = await standingOf(tx, person.id);
    await notifyOfSecurityEvent(tx, call, person, 'recovery_code_used', { left });
    return true;
  });
}

/** Turns off a person's second factor and deletes its recovery codes. Returns whether it was on. */
export async function dropSecondFactor(tx: Tx, userId: number): Promise<boolean> {
  const dropped = await tx.query<{ wasOn: boolean }>(sql`delete from second_factors where user_id = ${userId}
    returning confirmed_at is not null as "wasOn"`);
  return dropped[0]?.wasOn ?? false;
}
