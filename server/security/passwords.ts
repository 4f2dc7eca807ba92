import { hash, hashRaw, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordProblem } from '#domain/person.ts';
import { wrongField } from '#server/core/refused.ts';

// argon2id with the minimum of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Common passwords in lower case, most common first. They are part of the product. */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** The salted hash of a password, computed off the event loop. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost);
}

/** The hash of a recovery code. It uses the salt of its set, so one hash finds it among all ten. */
export function hashOfRecoveryCode(code: string, salt: Buffer): Promise<Buffer> {
  return hashRaw(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''), { ...cost, salt });
}

// Verifying against this takes as long as against a real hash, so timing doesn't reveal which accounts exist.
const nobody = hashPassword(crypto.randomUUID());

/** Whether the password is correct. Pass null for an account that doesn't exist. */
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
