import { hash, hashRaw, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordProblem } from '#domain/person.ts';
import { wrongField } from '#server/core/refused.ts';

// argon2id with the least that OWASP's Password Storage Cheat Sheet names: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Common passwords in lower case, most common first; they come with the product. */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** The hash of a password, salted. It runs off the event loop. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost);
}

/** What is kept of a recovery code, hashed like a password with the salt of its set: one hash finds it among all ten. */
export function hashOfRecoveryCode(code: string, salt: Buffer): Promise<Buffer> {
  return hashRaw(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''), { ...cost, salt });
}

// Verifying against this takes as long as against a real one: the time tells nobody whether an account exists.
const nobody = hashPassword(crypto.randomUUID());

/** Whether the password fits; null stands for an account that is not there. */
export async function fitsPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await nobody), password.normalize('NFKC'));
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
