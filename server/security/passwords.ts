import { availableParallelism } from 'node:os';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordProblem } from '#domain/person.ts';
import { overloadSign } from '#server/core/strain.ts';
import { wrongField } from '#server/core/refused.ts';
import { makeTurns } from '#server/security/turns.ts';

// argon2id with the minimum of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes use at most half of the cores, because each takes one for about 30 ms: a rush of sign-ins must not slow down
 * the calls of everyone who is signed in. A sign-in that would wait longer than two seconds is refused immediately: its
 * other statements then still fit into the five seconds of a call. While calls are refused because of an overload, the
 * limit is shorter, because a longer queue wouldn't accept more sign-ins. Callers take turns: each function below takes
 * the caller's key, which is its account if it is signed in, or else its address.
 */
const turns = makeTurns(Math.max(1, Math.floor(availableParallelism() / 2)), {
  mostWaitMs: 2000,
  lastingWaitMs: 80,
  usualMs: 30,
  isOverloaded: (now) => overloadSign.isShown(now),
  sentence: 'Many people are signing in right now. Please try again in a few seconds.',
});

/**
 * Refuses a sign-in early that would otherwise be refused after its attempt was counted.
 *
 * @throws {Refused} busy if the passwords that are waiting to be hashed or verified take too long.
 */
export function refuseIfTooManySignIns(caller: string): void {
  turns.refuseIfTooMany(caller);
}

/** The key of hashes that no call asked for, such as the first owner's. No address looks like it. */
const ownKey = 'the server';

/** Common passwords in lower case, most common first. They are part of the product. */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/**
 * Returns the salted hash of a password, computed off the event loop.
 *
 * @throws {Refused} busy if the passwords that are waiting to be hashed or verified take too long.
 */
export function hashPassword(password: string, caller = ownKey): Promise<string> {
  return turns.whenFree(caller, () => hash(password.normalize('NFKC'), cost));
}

/** Returns the hash of a recovery code. It uses the salt of its set, so one hash finds it among all ten. */
export function hashOfRecoveryCode(code: string, salt: Buffer, caller = ownKey): Promise<Buffer> {
  return turns.whenFree(caller, () => hashRaw(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''), { ...cost, salt }));
}

// Verifying against this takes as long as against a real hash, so timing doesn't reveal which accounts exist.
const nobody = hashPassword(crypto.randomUUID());

/**
 * Returns whether the password is correct. Pass null for an account that doesn't exist.
 *
 * @throws {Refused} busy if the passwords that are waiting to be hashed or verified take too long.
 */
export async function fitsPassword(passwordHash: string | null, password: string, caller = ownKey): Promise<boolean> {
  const compared = passwordHash ?? (await nobody);
  const fits = await turns.whenFree(caller, () => verify(compared, password.normalize('NFKC')));
  return fits && passwordHash !== null;
}

/**
 * Refuses a password that is too short, common, or the person's own name.
 *
 * @throws {Refused} bad_input at `field`.
 */
export function refuseWeakPassword(
  password: string,
  person: { username: string; fullName: string },
  minimum: number,
  field = 'password',
): void {
  const problem = passwordProblem(password, { ...person, minimum, isCommon: (word) => commonPasswords.has(word) });
  if (problem !== null) throw wrongField(field, problem);
}
