import * as z from 'zod/mini';
import { line } from '#contract/fields.ts';
import { personLimits, usernamePattern } from '#domain/person.ts';

const tooShortUsername = 'Username must be at least 3 characters';
const usernameSigns = z.regex(usernamePattern, { error: 'Username may only contain letters, numbers and underscores' });
/** A username that a person chooses. */
export const username = line(personLimits.username.max, tooShortUsername, personLimits.username.min).check(
  usernameSigns,
);

/** A username that an administrator chooses for a person. */
export const givenUsername = line(personLimits.username.max, 'Username is required').check(
  z.minLength(personLimits.username.min, { error: tooShortUsername, abort: true }),
  usernameSigns,
);

/** Returns the schema of a password that its owner chooses. The server also refuses common and personal ones. */
export function newPassword(minimum: number) {
  const tooShort = `Password must be at least ${minimum} characters`;
  return z.string({ error: tooShort }).check(
    z.minLength(minimum, { error: tooShort }),
    z.maxLength(personLimits.password.max, {
      error: `Password may have at most ${personLimits.password.max} characters`,
    }),
  );
}

/** Checks that both passwords match. The error is on the confirm field. */
export const samePasswords = z.refine<{ password: string; confirmPassword: string }>(
  (body) => body.password === body.confirmPassword,
  {
    error: "Passwords don't match",
    path: ['confirmPassword'],
    when: (payload) => isPasswordPair(payload.value),
  },
);
function isPasswordPair(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'password' in value && 'confirmPassword' in value;
}
