import { randomBytes } from 'node:crypto';
import type { finishSecondFactor, renewRecoveryCodes, startSecondFactor } from '#contract/second-factor.ts';
import { productName } from '#domain/product.ts';
import { secondFactor } from '#domain/second-factor.ts';
import { sql, type Tx } from '#server/db/database.ts';
import { takeCodeOfApp, notifyOfSecurityEvent } from '#server/features/second-factor/commands.ts';
import { hasSecondFactor } from '#server/features/second-factor/queries.ts';
import { keyOfAccount } from '#server/http/caller.ts';
import { countAttempt } from '#server/http/limits.ts';
import { notFound, Refused, wrongField } from '#server/core/refused.ts';
import type { Call, ReplyTo } from '#server/http/route.ts';
import { currentSession, refuseUnprovedIdentity } from '#server/http/session.ts';
import { endSessionsOf } from '#server/security/sessions.ts';
import { hashOfRecoveryCode } from '#server/security/passwords.ts';
import { generatedCode } from '#server/security/codes.ts';
import { secondFactorKey } from '#server/security/keys.ts';
import { noteSecurity } from '#server/security/events.ts';
import { seal } from '#server/security/sealed.ts';
import { base32 } from '#server/security/totp.ts';

/** The secret has as many bytes as the hash (RFC 4226, section 4, R6). */
const secretBytes = 20;

/** Returns a new secret. An earlier one that was never confirmed is discarded. */
export async function beginSetUp(call: Call<typeof startSecondFactor>): ReplyTo<typeof startSecondFactor> {
  const { db, actor, now } = call;
  refuseUnprovedIdentity(call);
  const plain = randomBytes(secretBytes);
  const sealed = seal(await secondFactorKey(db), `user ${actor.id}`, plain);
  const begun = await db.execute(sql`insert into second_factors (user_id, secret, created_at)
        values (${actor.id}, ${sealed}, ${now})
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = null,
      failures = 0 where second_factors.confirmed_at is null`);
  if (begun === 0) throw isOn();
  const secret = base32(plain);
  const label = encodeURIComponent(`${productName}:${currentSession(call).user.username}`);
  return { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(productName)}` };
}

const wrongCode = "This isn't the code that the app shows now. Check it and try again.";

/** A first code proves that the app has the secret. Turns the second factor on and ends all other sessions. */
export async function finishSetUp(call: Call<typeof finishSecondFactor>): ReplyTo<typeof finishSecondFactor> {
  const { db, actor, body, now } = call;
  refuseUnprovedIdentity(call);
  await countAttempt(db, { key: `second-factor-set-up:${actor.id}`, most: 20, windowSeconds: 900 }, now);
  const [begun] = await db.query<{ isOn: boolean }>(sql`select confirmed_at is not null as "isOn" from second_factors
    where user_id = ${actor.id}`);
  if (begun === undefined) throw notFound('second factor');
  if (begun.isOn) throw isOn();
  if (!(await takeCodeOfApp(db, actor.id, body.otp.replaceAll(/[\s-]/g, ''), now, true))) {
    throw wrongField('otp', wrongCode);
  }
  const { user, tokenHash } = currentSession(call);
  const made = await newRecoveryCodes(actor.id);
  return db.inTransaction(async (tx) => {
    // A sign-in with only the password either commits before this and is ended, or waits and then needs a code.
    await tx.query(sql`select from users where id = ${actor.id} for no key update`);
    const confirmed = await tx.execute(sql`update second_factors set confirmed_at = ${now}
      where user_id = ${actor.id} and confirmed_at is null and last_step is not null`);
    // The second factor was turned on meanwhile, or restarted with a new secret that no code has confirmed.
    if (confirmed === 0) throw (await hasSecondFactor(tx, actor.id)) ? isOn() : wrongField('otp', wrongCode);
    await keepRecoveryCodes(tx, actor.id, made);
    await endSessionsOf(tx, actor.id, tokenHash);
    await notifyOfSecurityEvent(tx, call, user, 'second_factor_on');
    noteSecurity(call.request, 'second_factor_on', actor.id);
    return { recoveryCodes: made.codes };
  });
}

/** Replaces the recovery codes by ten new ones and notifies their owner. */
export async function renewCodes(call: Call<typeof renewRecoveryCodes>): ReplyTo<typeof renewRecoveryCodes> {
  const { db, actor, now } = call;
  refuseUnprovedIdentity(call);
  if (!(await hasSecondFactor(db, actor.id))) throw notFound('second factor');
  // Each call costs ten hashes and an email.
  await countAttempt(db, { key: `recovery-codes:${actor.id}`, most: 10, windowSeconds: 3600 }, now);
  const made = await newRecoveryCodes(actor.id);
  return db.inTransaction(async (tx) => {
    await tx.query(sql`select from second_factors where user_id = ${actor.id} for update`);
    if (!(await hasSecondFactor(tx, actor.id))) throw notFound('second factor');
    await keepRecoveryCodes(tx, actor.id, made);
    await notifyOfSecurityEvent(tx, call, currentSession(call).user, 'recovery_codes_renewed');
    noteSecurity(call.request, 'recovery_codes_renewed', actor.id);
    return { recoveryCodes: made.codes };
  });
}

type RecoveryCodes = { codes: string[]; salt: Buffer; hashes: Buffer[] };

/** Makes ten codes and their hashes. Hashing is slow, so call it before the transaction. */
async function newRecoveryCodes(userId: number): Promise<RecoveryCodes> {
  const codes = Array.from({ length: secondFactor.recoveryCodes }, generatedCode);
  const salt = randomBytes(16);
  const hashes: Buffer[] = [];
  // Ten hashes at once would fill the queue of a slow or busy machine by themselves, and be refused.
  for (const code of codes) hashes.push(await hashOfRecoveryCode(code, salt, keyOfAccount(userId)));
  return { codes, salt, hashes };
}

async function keepRecoveryCodes(tx: Tx, userId: number, { salt, hashes }: RecoveryCodes): Promise<void> {
  await tx.execute(sql`delete from recovery_codes where user_id = ${userId}`);
  await tx.execute(sql`update second_factors set recovery_salt = ${salt} where user_id = ${userId}`);
  await tx.execute(sql`insert into recovery_codes (user_id, code_hash) select ${userId}, hash
    from unnest(${hashes}::bytea[]) hash`);
}

function isOn(): Refused {
  return new Refused('second_factor_on', 'Your second factor is already on.');
}
